import { Context, Effect, Layer } from "effect"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { Claim } from "../core/kernel/fair/FairQueue.ts"
import {
  type ExplainedExtraction,
  type Extraction,
  type LinkExtraction,
  type PageClaim,
  type PageInput,
  unowned
} from "./Page.ts"
import { readableTypes } from "./parsers/media-types.ts"
import { stageFunctions } from "./stages/loaded-functions.ts"
import type { Ocr } from "./workers/ocr/Ocr.ts"
import { withScans } from "./workers/ocr/with-scans.ts"
import type { DocumentDiff, DocumentPair } from "./works/document-diff.ts"
import type { LayoutExamples, LearntRules } from "./works/learn-rules.ts"
import type { PassageSearch } from "./works/ranked-passages.ts"
import type { SitemapEntries, SitemapText } from "./works/sitemap-entries.ts"
import type { StoredPage } from "./works/stored-chunks.ts"
import type { RepeatingPage } from "./works/stored-repeats.ts"
import type { IndexedDocument } from "./works/stored-terms.ts"

// Loaded with a layer that needs them: `gleaner/extract` needs neither.
const readersAndOcr = Effect.promise(() =>
  Promise.all([import("./workers/Readers.ts"), import("./workers/ocr/Ocr.ts")])
)

/** Turns bytes into a Document by the stages in their order, in this process or in reader processes. */
export class Extractor extends Context.Service<Extractor, {
  /**
   * Fails with `unsupported_content_type`, or with `fetch_failed`/decode for a body that is not what it claims to be or
   * costs more than one page may. Waiting pages are served by priority (`interactive` by default); owners of one
   * priority take turns. Scanned pages are read by optical character recognition, unless the options refuse it.
   */
  extract(page: PageInput, claim?: PageClaim): Effect.Effect<Extraction, PageError>
  /** Runs the stages up to links. A media type without links gives an empty list. */
  links(page: PageInput, claim?: Claim): Effect.Effect<LinkExtraction, PageError>
  /** Explains the choice of the content, block by block. */
  explain(page: PageInput, claim?: Claim): Effect.Effect<ExplainedExtraction, PageError>
  /** Reads the first entries of a part of a sitemap. */
  sitemap(part: SitemapText, claim?: Claim): Effect.Effect<SitemapEntries, PageError>
  /** The chunks of a stored Document, as a JSON object with the keys `chunks` and `chunks_left_out`. */
  chunks(page: StoredPage, claim?: Claim): Effect.Effect<Uint8Array, PageError>
  /** The best passages of stored Documents for a query, as a JSON object with the key `passages`. */
  passages(search: PassageSearch, claim?: Claim): Effect.Effect<Uint8Array, PageError>
  /** The terms of a stored Document, for an index. */
  terms(page: IndexedDocument, claim?: Claim): Effect.Effect<string, PageError>
  /** The content of a stored Document without what its host repeats, or with marks: a JSON object of changed keys. */
  repeats(page: RepeatingPage, claim?: Claim): Effect.Effect<Uint8Array, PageError>
  /** The unified diff of the markdown of two Documents. */
  diff(pair: DocumentPair, claim?: Claim): Effect.Effect<DocumentDiff, PageError>
  /** Rules that read the data of pages of one layout, learnt from examples. */
  learn(pages: LayoutExamples, claim?: Claim): Effect.Effect<LearntRules, PageError>
  /** The media types with a parser, for the health answer. */
  readonly parsers: ReadonlyArray<string>
  /** Languages of scanned pages, as Tesseract names them. None: they are not read. */
  readonly languages: Effect.Effect<ReadonlyArray<string>>
}>()("gleaner/extract/Extractor") {
  /**
   * Extracts in this process: no reader has to start, and nothing limits the cost of one page. The stages are loaded
   * with the layer, so a process with readers does not load them. Scanned pages are not read.
   */
  static readonly layerInline = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./stages/stages.ts")),
      ({ stages, stagesLayer }) =>
        Layer.effect(Extractor, Effect.flatMap(stageFunctions, ({ runStages }) => runStages(stages))).pipe(
          Layer.provide(stagesLayer)
        )
    )
  )

  /** The same, with a process that reads scanned pages. */
  static readonly layerHere = Layer.unwrap(
    Effect.map(Effect.promise(() => import("./workers/ocr/Ocr.ts")), ({ Ocr }) =>
      Layer.effect(
        Extractor,
        Effect.zipWith(Extractor, Ocr, (here, ocr) => Extractor.of({ ...here, ...readingScans(here, ocr) }))
      ).pipe(Layer.provide([this.layerInline, Ocr.layer])))
  )

  /**
   * Extracts in reader processes: this process stays free for input and output, and a page that costs too much ends
   * only its reader.
   */
  static readonly layerReaders = Layer.unwrap(
    Effect.map(readersAndOcr, ([{ Readers }, { Ocr }]) =>
      Layer.effect(
        Extractor,
        Effect.zipWith(Readers, Ocr, ({ run }, ocr) =>
          Extractor.of({
            ...readingScans({ extract: (input, claim = unowned) => run({ work: "extract", input }, claim) }, ocr),
            links: Effect.fn("Extractor.links")((input, claim = unowned) => run({ work: "links", input }, claim)),
            explain: Effect.fn("Extractor.explain")((input, claim = unowned) => run({ work: "explain", input }, claim)),
            chunks: Effect.fn("Extractor.chunks")((input, claim = unowned) => run({ work: "chunks", input }, claim)),
            passages: Effect.fn("Extractor.passages")((input, claim = unowned) =>
              run({ work: "passages", input }, claim)
            ),
            terms: Effect.fn("Extractor.terms")((input, claim = unowned) => run({ work: "terms", input }, claim)),
            repeats: Effect.fn("Extractor.repeats")((input, claim = unowned) => run({ work: "repeats", input }, claim)),
            sitemap: Effect.fn("Extractor.sitemap")((input, claim = unowned) => run({ work: "sitemap", input }, claim)),
            diff: Effect.fn("Extractor.diff")((input, claim = unowned) => run({ work: "diff", input }, claim)),
            learn: Effect.fn("Extractor.learn")((input, claim = unowned) => run({ work: "learn", input }, claim))
          }))
      ).pipe(Layer.provide([Readers.layer, Ocr.layer])))
  )

  /** Chosen by GLEANER_WORKERS: here for 0, else readers. */
  static readonly layer = Layer.unwrap(
    Effect.map(
      Effect.flatMap(Effect.promise(() => import("../core/settings/Settings.ts")), ({ Settings }) => Settings),
      ({ workers }) => workers === 0 ? Extractor.layerHere : Extractor.layerReaders
    )
  )
}

const readingScans = ({ extract }: Pick<Extractor["Service"], "extract">, ocr: Ocr["Service"]) => ({
  extract: Effect.fn("Extractor.extract")(withScans(extract, ocr)),
  parsers: readableTypes({ hasOcr: ocr.languages.length > 0 }),
  languages: Effect.succeed(ocr.languages)
})
