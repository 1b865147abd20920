/** Whether two colors, in six hexadecimal digits, look the same. Other strings are the same if they are equal. */
export const isAlike = (one: string, other: string): boolean => {
  if (one === other) return true
  if (!hex.test(one) || !hex.test(other)) return false
  return [0, 2, 4].every((at) =>
    Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)) <= maxDifference
  )
}

const hex = /^[\da-f]{6}$/
/** Of a channel. */
const maxDifference = 8
