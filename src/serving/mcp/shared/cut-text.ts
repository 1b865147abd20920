import type { CountTokens } from "../../../extract/chunks/tokenizer.ts"

/**
 * At most `maxTokens` tokens from `from` on. Cuts before a heading, else between two blocks, else between two lines, but
 * not in the first half, because the part would be too short. Reads no more than the part. `next`: the start of the next
 * part, undefined at the end of the text.
 */
export const cutText = (text: string, from: number, maxTokens: number, count: CountTokens) => {
  let max = Math.min(text.length - from, maxTokens * charactersPerToken)
  for (let tokens = count(text.slice(from, from + max)); tokens > maxTokens && max > 1;) {
    max = Math.max(1, Math.min(max - 1, Math.floor(max * maxTokens / tokens)))
    tokens = count(text.slice(from, from + max))
  }
  if (text.length - from <= max) return { part: text.slice(from), next: undefined }
  const window = text.slice(from, from + max + 1)
  const cut = bestCut(window, max)
  return { part: window.slice(0, cut).trimEnd(), next: from + cut }
}

/** More than in ordinary text: a longer window is shortened. */
const charactersPerToken = 6

const bestCut = (window: string, max: number): number => {
  const half = Math.floor(max / 2)
  let heading = 0
  let block = 0
  let line = 0
  let isCode = false
  for (let start = 0; start <= max;) {
    const found = window.indexOf("\n", start)
    const end = found < 0 ? window.length : found
    const text = window.slice(start, Math.min(end, start + 8))
    // A line that begins with # in a code block is not a heading.
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
  // Never within a surrogate pair.
  const code = window.charCodeAt(max - 1)
  return code >= 0xD800 && code <= 0xDBFF && max > 1 ? max - 1 : max
}
