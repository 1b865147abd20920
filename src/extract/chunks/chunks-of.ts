import { Effect } from "effect"
import { makeChunks } from "./make-chunks.ts"
import { loadTokenizer } from "./tokenizer.ts"

export { pickChunks } from "./make-chunks.ts"

type Arguments = Parameters<typeof makeChunks>

/** The chunks of a page, by the tokenizer of the encoding o200k. */
export const chunksOf = (
  markdown: Arguments[0],
  url: Arguments[1],
  options: Arguments[2],
  page: Arguments[4]
) => Effect.map(Effect.promise(loadTokenizer), (count) => makeChunks(markdown, url, options, count, page))
