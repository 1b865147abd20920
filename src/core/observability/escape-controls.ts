/**
 * Escapes control characters as JSON does, so text of a site or a caller does not control a terminal. Keeps the
 * characters of `kept`.
 */
export const escapeControls = (text: string, kept = "\t"): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
