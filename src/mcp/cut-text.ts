/** A part of a text, and where the rest begins. */
export interface CutText {
  readonly part: string
  /** Undefined at the end of the text. */
  readonly next: number | undefined
}

/**
 * At most `most` characters from `from` on. The cut is before a heading, else between two blocks, else between two
 * lines. A heading or a block in the first half of the part does not count: the part would be too short. Only the part
 * itself is read.
 */
export const cutText = (text: string, from: number, most: number): CutText => {
  if (text.length - from <= most) return { part: text.slice(from), next: undefined }
  const window = text.slice(from, from + most + 1)
  const cut = best(window, most)
  return { part: window.slice(0, cut).trimEnd(), next: from + cut }
}

const best = (window: string, most: number): number => {
  const half = Math.floor(most / 2)
  let heading = 0
  let block = 0
  let line = 0
  let isCode = false
  for (let start = 0; start <= most;) {
    const found = window.indexOf("\n", start)
    const end = found < 0 ? window.length : found
    const text = window.slice(start, Math.min(end, start + 8))
    // A line that begins with # in a code block is no heading.
    if (!isCode && start > 0) {
      if (/^#{1,6} /.test(text)) heading = start
      else if (window.startsWith("\n", start - 2)) block = start
    }
    if (start > 0) line = start
    if (/^ {0,3}(?:```|~~~)/.test(text)) isCode = !isCode
    start = end + 1
  }
  const place = [heading, block, line].find((place) => place > half)
  if (place !== undefined) return place
  // Never between the halves of a character beyond the basic plane.
  const code = window.charCodeAt(most - 1)
  return code >= 0xD800 && code <= 0xDBFF && most > 1 ? most - 1 : most
}
