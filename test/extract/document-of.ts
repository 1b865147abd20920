import { Effect } from "effect"
import type { Document } from "../../src/core/domain/document/Document.ts"
import type { PageOptions } from "../../src/core/domain/options/PageOptions.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import type { Extraction, PageInput } from "../../src/extract/Page.ts"
import { withTrace } from "../../src/extract/works/with-trace.ts"
import { offlineProvenance } from "../../src/page/page-input.ts"
import { inputOf } from "./markdown/page-of.ts"

/** The whole Document of a page that came over no network, as JSON. */
export const jsonOf = (extraction: Extraction): string =>
  new TextDecoder().decode(withTrace(extraction, offlineProvenance))

/** The Document that the whole pipeline makes of a body. */
export const documentOf = (body: string | Uint8Array, mediaType = "text/html", options: PageOptions = {}) => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  return documentOfInput({ ...inputOf(""), body: bytes, mediaType, options })
}

/** The same of an input. */
export const documentOfInput = (input: PageInput) =>
  Effect.gen(function*() {
    const extractor = yield* Extractor
    const document: Document = JSON.parse(jsonOf(yield* extractor.extract(input)))
    return document
  }).pipe(Effect.provide(Extractor.layerInline))
