import { Effect } from "effect"
import type { ChunkOptions } from "../../core/domain/options/PageOptions.ts"
import { makeChunks, pickChunks } from "../chunks/make-chunks.ts"
import { loadTokenizer } from "../chunks/tokenizer.ts"
import { encodeLine } from "./encode-line.ts"
import { storedDocument, storedUrl } from "./stored-document.ts"

/** A stored Document with the fields that chunks are made of, as JSON. */
export interface StoredPage {
  readonly url: string
  readonly document: Uint8Array
  readonly options: ChunkOptions
}

/**
 * The keys `chunks` and `chunks_left_out` of a stored Document, as a JSON object. Chunks that are stored with it are
 * used unless the request has a size.
 */
export const storedChunks = Effect.fnUntraced(function*({ document, options }: StoredPage) {
  const stored = storedDocument(document)
  const isMade = stored.markdown !== undefined && (stored.chunks === undefined || options.chunks !== undefined)
  const chunked = isMade
    ? makeChunks(
      stored.markdown ?? "",
      storedUrl(stored),
      options,
      yield* Effect.promise(loadTokenizer)
    )
    : pickChunks(stored.chunks ?? [], options)
  return encodeLine(JSON.stringify(chunked))
})
