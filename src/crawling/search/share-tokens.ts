import type { Chunk } from "../../core/domain/document/Document.ts"

export interface SharedTokens {
  /** The chunks taken of each page, in their order. */
  readonly taken: ReadonlyArray<ReadonlyArray<Chunk>>
  readonly leftOut: number
}

/**
 * Spends the tokens on the chunks of all pages, each list with its best chunk first: the best one of each page in the
 * order of the pages, then the second ones, and so on, as long as they fit.
 */
export const shareTokens = (pages: ReadonlyArray<ReadonlyArray<Chunk>>, maxTokens: number): SharedTokens => {
  const taken = pages.map((): Array<Chunk> => [])
  const rounds = Math.max(0, ...pages.map(({ length }) => length))
  let [left, leftOut] = [maxTokens, 0]
  for (let round = 0; round < rounds; round++) {
    for (const [index, chunks] of pages.entries()) {
      const chunk = chunks[round]
      if (chunk === undefined) continue
      if (chunk.tokens > left) leftOut++
      else {
        left -= chunk.tokens
        taken[index]?.push(chunk)
      }
    }
  }
  return { taken, leftOut }
}
