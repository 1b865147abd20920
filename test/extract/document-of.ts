import { Effect } from "effect"
import type { Document } from "../../src/domain/Document.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import { inputOf } from "./markdown/page-of.ts"

/** The Document that the whole pipeline makes of a body. */
export const documentOf = (body: string | Uint8Array, mediaType = "text/html") =>
  Effect.gen(function*() {
    const extractor = yield* Extractor
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
    const { json } = yield* extractor.extract({ ...inputOf(""), body: bytes, mediaType })
    const document: Document = JSON.parse(new TextDecoder().decode(json))
    return document
  }).pipe(Effect.provide(Extractor.layerInline))
