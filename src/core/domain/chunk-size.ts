/** Default size of a chunk. */
export const defaultTokens = 400

/** With the defaults. `budget`: maximum tokens of all chunks. */
export const chunkSize = (
  { max_tokens = defaultTokens, overlap = 0 }: { readonly max_tokens?: number; readonly overlap?: number } = {},
  budget = Infinity
) => {
  const size = Math.min(max_tokens, budget)
  return { max_tokens: size, overlap: Math.min(overlap, Math.floor(size / 2)) }
}
