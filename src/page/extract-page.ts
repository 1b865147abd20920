import { Clock, Effect, type Layer } from "effect"
import type { Document } from "../core/domain/document/Document.ts"
import { compact } from "../core/kernel/compact.ts"
import { withScheme } from "../core/kernel/request-url.ts"
import { Extractor } from "../extract/Extractor.ts"
import { extractorHere } from "../extract/stages/extractor-over-stages.ts"
import { withTrace } from "../extract/works/with-trace.ts"
import { offlineInput, offlineProvenance, offlineUrls } from "./page-input.ts"

export { Extractor } from "../extract/Extractor.ts"
export { type MarkdownRule, MarkdownRules } from "../extract/markdown/MarkdownRules.ts"
export type { Reading, Stage } from "../extract/Reading.ts"
export { Chunks } from "../extract/stages/Chunks.ts"
export { Combine } from "../extract/stages/Combine.ts"
export { Content } from "../extract/stages/Content.ts"
export { extractorHere, extractorOverStages } from "../extract/stages/extractor-over-stages.ts"
export { Links } from "../extract/stages/Links.ts"
export { Media } from "../extract/stages/Media.ts"
export { Metadata } from "../extract/stages/Metadata.ts"
export { Parse } from "../extract/stages/Parse.ts"
export { Records } from "../extract/stages/Records.ts"
export { Select } from "../extract/stages/Select.ts"
export { Shell } from "../extract/stages/Shell.ts"
export { SoftFailures } from "../extract/stages/SoftFailures.ts"
export { stages, stagesLayer } from "../extract/stages/stages.ts"
export { Visible } from "../extract/stages/Visible.ts"

export interface ExtractOptions {
  /** The URL that the page came from, the base of its links. A URL that cannot be parsed is a `TypeError`. */
  readonly url?: string | undefined
  /** As a Content-Type field. Default: detected from the bytes; a string is HTML. */
  readonly contentType?: string | undefined
  /** Replaces the extractor, for example by one over other stages. */
  readonly extractor?: Layer.Layer<Extractor> | undefined
}

/**
 * The Document of a page: HTML, PDF or any type with a parser. Nothing is fetched; time and memory have no limit. Fails
 * with a `PageError`: `unsupported_content_type`, or `fetch_failed` for bytes that are not what they claim to be.
 */
export const extract = (page: string | Uint8Array, options: string | ExtractOptions = {}): Promise<Document> => {
  const { contentType, extractor = extractorHere, url = "" }: ExtractOptions = typeof options === "string"
    ? { url: options }
    : options
  if (url !== "" && !URL.canParse(withScheme(url))) {
    return Promise.reject(new TypeError(`url is not a valid URL: ${url}`))
  }
  return Effect.gen(function*() {
    const isText = typeof page === "string"
    const input = offlineInput({
      ...offlineUrls(url),
      mediaType: isText ? contentType?.split(";")[0] ?? "text/html" : "",
      charset: isText ? "utf-8" : undefined,
      body: isText ? new TextEncoder().encode(page) : plainBytes(page),
      fetchedAt: yield* Clock.currentTimeMillis
    })
    const asBytes = { headers: compact({ "content-type": contentType }), asSent: { maxBytes: Infinity } }
    const extraction = yield* (yield* Extractor).extract(isText ? input : { ...input, ...asBytes })
    return JSON.parse(new TextDecoder().decode(withTrace(extraction, offlineProvenance))) as Document // our own encoding of a Document
  }).pipe(
    // This is the entry point for callers without layers.
    // @effect-diagnostics-next-line strictEffectProvide:off
    Effect.provide(extractor),
    Effect.runPromise
  )
}

/** A Buffer, which `readFile` returns, as a view of its own: PDF.js refuses it, and its `slice` does not copy. */
const plainBytes = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
