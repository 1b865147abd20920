import { Effect } from "effect"
import type { Document } from "../../src/core/domain/document/Document.ts"
import type { PageOptions } from "../../src/core/domain/options/PageOptions.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import type { Extraction } from "../../src/extract/Page.ts"
import { withTrace } from "../../src/extract/stages/with-trace.ts"
import { offlineProvenance } from "../../src/page/page-input.ts"
import { inputOf } from "./markdown/page-of.ts"

/** The whole Document of a page that came over no network, as JSON. */
export const jsonOf = (extraction: Extraction): string =>
  new TextDecoder().decode(withTrace(extraction, offlineProvenance))

/** The Document that the whole pipeline makes of a body. */
export const documentOf = (body: string | Uint8Array, mediaType = "text/html", options: PageOptions = {}) =>
  Effect.gen(function*() {
    const extractor = yield* Extractor
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
    const document: Document = JSON.parse(
      jsonOf(yield* extractor.extract({ ...inputOf(""), body: bytes, mediaType, options }))
    )
    return document
  }).pipe(Effect.provide(Extractor.layerInline))
