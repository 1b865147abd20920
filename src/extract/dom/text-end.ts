/**
 * Start of the run of these characters at the end of `text`. A pattern such as `/x+$/` would be quadratic for long runs
 * elsewhere.
 */
export const endRun = (text: string, characters: string): number => {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? "")) end--
  return end
}

/** Removes line feeds at both ends. */
export const trimNewlines = (text: string): string => {
  const end = endRun(text, "\n")
  let start = 0
  while (start < end && text[start] === "\n") start++
  return text.slice(start, end)
}
