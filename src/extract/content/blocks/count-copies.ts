interface Copied {
  readonly text: string
  /** Number of blocks with this text. */
  copies: number
}

/**
 * Sets the number of blocks with the text of each block. Most texts differ in their length or in two characters, and
 * need no hash of the whole text.
 */
export const countCopies = (blocks: ReadonlyArray<Copied>): void => {
  const alike = new Uint32Array(buckets)
  for (const { text } of blocks) alike[bucketOf(text)]!++
  const copies = new Map<string, number>()
  const repeated = blocks.filter(({ text }) => alike[bucketOf(text)] !== 1)
  for (const { text } of repeated) copies.set(text, (copies.get(text) ?? 0) + 1)
  for (const block of repeated) block.copies = copies.get(block.text) ?? 1
}

const buckets = 2048

const bucketOf = (text: string): number =>
  (text.length * 31 + text.charCodeAt(0) * 7 + text.charCodeAt(text.length >> 1)) % buckets
