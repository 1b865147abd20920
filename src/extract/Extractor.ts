import { Context, Effect, Layer } from "effect"
import type { PageError } from "../domain/PageError.ts"
import { Settings } from "../Settings.ts"
import type { Extraction, LinkExtraction, PageInput, PagePriority } from "./Page.ts"
import { mediaTypes } from "./parsers/media-types.ts"
import { ExtractorThreads } from "./workers/ExtractorThreads.ts"

/** Bytes to Document: the stages in their order, in this thread or in worker threads. */
export class Extractor extends Context.Service<Extractor, {
  /**
   * Fails with `unsupported_content_type`, or `fetch_failed`/decode for a body that is not what it says, or that costs more than one
   * page may. Pages that wait for a thread wait in the order of their priority (`interactive` where none is given).
   */
  extract(page: PageInput, priority?: PagePriority): Effect.Effect<Extraction, PageError>
  /** The flow stopped after links; a media type that holds no links gives an empty list. */
  links(page: PageInput, priority?: PagePriority): Effect.Effect<LinkExtraction, PageError>
  /** The media types with a parser, for the health answer. */
  readonly parsers: ReadonlyArray<string>
}>()("gleaner/extract/Extractor") {
  /**
   * In this thread: no thread to start, and no bound on what one page may cost. What reads pages is loaded with the layer: a
   * process with threads for it does without.
   */
  static readonly layerInline = Layer.unwrap(
    Effect.map(Effect.promise(() => import("./stages.ts")), ({ extractorHere }) => extractorHere)
  )

  /** In worker threads: this one stays free for input and output, and a page that costs too much costs its thread alone. */
  static readonly layerWorkers = Layer.effect(
    Extractor,
    Effect.map(ExtractorThreads, ({ run }) =>
      Extractor.of({
        extract: Effect.fn("Extractor.extract")((page, priority = "interactive") => run("extract", page, priority)),
        links: Effect.fn("Extractor.links")((page, priority = "interactive") => run("links", page, priority)),
        parsers: mediaTypes
      }))
  ).pipe(Layer.provide(ExtractorThreads.layer))

  /** As GLEANER_WORKERS has it. */
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ workers }) => workers === 0 ? Extractor.layerInline : Extractor.layerWorkers)
  )
}
