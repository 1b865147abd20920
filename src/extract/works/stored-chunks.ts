import { Effect, Schema } from "effect"
import { Document } from "../../core/domain/document/Document.ts"
import type { ChunkOptions } from "../../core/domain/options/PageOptions.ts"
import { makeChunks, pickChunks } from "../chunks/make-chunks.ts"
import { loadTokenizer } from "../chunks/tokenizer.ts"
import { encodeLine } from "./encode-line.ts"

/** A stored Document with the fields that chunks are made of, as JSON. */
export interface StoredPage {
  readonly url: string
  readonly document: Uint8Array
  readonly options: ChunkOptions
}

const { chunks, final_url, markdown, url } = Document.fields
/** A job can store fewer fields. */
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({
  url: Schema.optionalKey(url),
  final_url: Schema.optionalKey(final_url),
  markdown: Schema.optionalKey(markdown),
  chunks
})))

/**
 * The keys `chunks` and `chunks_left_out` of a stored Document, as a JSON object. Chunks that are stored with it are
 * used unless the request has a size.
 */
export const storedChunks = Effect.fnUntraced(function*({ document, options }: StoredPage) {
  const stored = yield* decode(new TextDecoder().decode(document))
  const isMade = stored.markdown !== undefined && (stored.chunks === undefined || options.chunks !== undefined)
  const chunked = isMade
    ? makeChunks(
      stored.markdown ?? "",
      stored.final_url ?? stored.url ?? "",
      options,
      yield* Effect.promise(loadTokenizer)
    )
    : pickChunks(stored.chunks ?? [], options)
  return encodeLine(JSON.stringify(chunked))
}, Effect.orDie)
