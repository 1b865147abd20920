import { Effect } from "effect"
import { Document } from "../../domain/document/Document.ts"
import type { DocumentField } from "../../domain/document/DocumentField.ts"
import type { PageError } from "../../domain/errors/PageError.ts"
import { type ChunkOptions, wantsChunks } from "../../domain/options/PageOptions.ts"
import type { Extractor } from "../../extract/Extractor.ts"
import { chunkSources } from "../../extract/workers/chunk-sources.ts"
import { pickFields } from "./pick-fields.ts"

export interface DocumentOptions extends ChunkOptions {
  readonly fields?: ReadonlyArray<DocumentField>
}

/** Makes the answer of a stored Document, as JSON bytes. */
export type Answered = (json: Uint8Array) => Effect.Effect<Uint8Array, PageError>

export const asStored: Answered = Effect.succeed

const names = Object.keys(Document.fields) as ReadonlyArray<DocumentField> // its own keys

/** Picks the fields of a stored Document, and adds its chunks, which are made where pages are read. */
export const answeredDocument = (
  extractor: Pick<Extractor["Service"], "chunks">,
  owner: string,
  url: string,
  { fields, ...options }: DocumentOptions
): Answered => {
  if (!wantsChunks({ ...options, ...(fields === undefined ? {} : { fields }) })) {
    return (json) => fields === undefined ? Effect.succeed(json) : pickFields(json, fields)
  }
  const others = (fields ?? names).filter((name) => name !== "chunks" && name !== "chunks_left_out")
  return Effect.fnUntraced(function*(json) {
    const document = yield* pickFields(json, chunkSources)
    const chunks = yield* extractor.chunks({ url, document, options }, { owner, priority: "interactive" })
    return merged(yield* pickFields(json, others), chunks)
  })
}

/** One JSON object with the members of both. */
const merged = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  if (first.length === 2) return second
  const whole = new Uint8Array(first.length + second.length - 1)
  whole.set(first)
  whole.set(second, first.length - 1)
  whole[first.length - 1] = comma
  return whole
}

const comma = 0x2C
