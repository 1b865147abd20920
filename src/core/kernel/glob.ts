/** The part of a string that the matcher reads. */
export type Text = Pick<string, "length" | "charCodeAt">

const star = 0x2A

/**
 * A matcher of whole texts for a pattern of at most 65,535 characters. `*` stands for any characters, every other
 * character for itself. Each piece between two `*` is searched once, after the piece before it, and no character of the
 * text is read more than twice. The cost is linear for any number of `*`.
 */
export const glob = (pattern: string): (text: Text) => boolean => {
  const firstEnd = pattern.indexOf("*")
  if (firstEnd < 0) return (text) => text.length === pattern.length && isAt(text, 0, pattern, 0, pattern.length)
  const lastStart = pattern.lastIndexOf("*") + 1
  const lastLength = pattern.length - lastStart
  const fallBack = fallBacks(pattern)
  return (text) => {
    const textEnd = text.length - lastLength
    if (firstEnd > textEnd || !isAt(text, 0, pattern, 0, firstEnd)) return false
    if (!isAt(text, textEnd, pattern, lastStart, pattern.length)) return false
    let position = firstEnd
    for (let start = firstEnd + 1; start < lastStart && position >= 0;) {
      const end = pattern.indexOf("*", start)
      position = endOf(text, position, textEnd, pattern, start, end, fallBack)
      start = end + 1
    }
    return position >= 0
  }
}

const isAt = (text: Text, position: number, pattern: string, start: number, end: number): boolean => {
  for (let index = start; index < end; index++) {
    if (text.charCodeAt(position++) !== pattern.charCodeAt(index)) return false
  }
  return true
}

/**
 * Where the first occurrence of a piece of the pattern ends, or -1: the search of Knuth, Morris and Pratt. `indexOf` is
 * faster on ordinary texts but quadratic on hostile ones.
 */
const endOf = (
  text: Text,
  from: number,
  to: number,
  pattern: string,
  start: number,
  end: number,
  fallBack: Uint16Array
): number => {
  if (start === end) return from
  let next = start
  for (let position = from; position < to; position++) {
    const char = text.charCodeAt(position)
    while (next > start && pattern.charCodeAt(next) !== char) next = fallBack[next - 1] ?? start
    if (pattern.charCodeAt(next) === char && ++next === end) return position + 1
  }
  return -1
}

/** For each character: where the search continues in its piece after a mismatch of the next character. */
const fallBacks = (pattern: string): Uint16Array => {
  const fallBack = new Uint16Array(pattern.length)
  for (let index = 0, start = 0, next = 0; index < pattern.length; index++) {
    const char = pattern.charCodeAt(index)
    if (char === star) start = index + 1
    if (index <= start) {
      fallBack[index] = next = start
      continue
    }
    while (next > start && char !== pattern.charCodeAt(next)) next = fallBack[next - 1] ?? start
    if (char === pattern.charCodeAt(next)) next++
    fallBack[index] = next
  }
  return fallBack
}
