/** The parts of a list, trimmed. Signs in parentheses, brackets and strings do not separate them. */
export const splitList = (text: string, separator: "," | " " | ";" = ","): ReadonlyArray<string> => {
  if (!/[("'[\\]/.test(text)) return text.split(separator === " " ? /\s+/ : separator).map((part) => part.trim())
  const parts: Array<string> = []
  let from = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === "\\") at++
    else if (sign === "(" || sign === "[") depth++
    else if (sign === ")" || sign === "]") depth = Math.max(0, depth - 1)
    else if (sign === "\"" || sign === "'") {
      const end = text.indexOf(sign, at + 1)
      at = end < 0 ? text.length : end
    } else if (depth === 0 && (sign === separator || separator === " " && /\s/.test(sign))) {
      parts.push(text.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...parts, text.slice(from).trim()].filter((part) => part !== "" || separator !== " ")
}
