import { Clock, Effect } from "effect"
import type { Document } from "../core/domain/document/Document.ts"
import { Extractor } from "../extract/Extractor.ts"
import { extractorHere } from "../extract/stages/extractor-over-stages.ts"
import { withTrace } from "../extract/stages/with-trace.ts"
import { offlineInput, offlineProvenance } from "./page-input.ts"

/** The Document of an HTML page. Its links resolve against `url`. Nothing is fetched; time and memory have no limit. */
export const extract = (html: string, url: string): Promise<Document> =>
  Effect.gen(function*() {
    const extraction = yield* (yield* Extractor).extract(offlineInput({
      url,
      finalUrl: new URL(url).href,
      mediaType: "text/html",
      charset: "utf-8",
      body: new TextEncoder().encode(html),
      fetchedAt: yield* Clock.currentTimeMillis
    }))
    return JSON.parse(new TextDecoder().decode(withTrace(extraction, offlineProvenance))) as Document // our own encoding of a Document
  }).pipe(
    // This is the entry point for callers without layers.
    // @effect-diagnostics-next-line strictEffectProvide:off
    Effect.provide(extractorHere),
    Effect.runPromise
  )
