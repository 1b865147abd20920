import { Context, Effect, Layer, Metric, Option, type Scope } from "effect"
import { metrics } from "../../../core/observability/metrics.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import type { PageClaim, PageInput } from "../../Page.ts"
import type { ScanReading } from "../../parsers/pdf/ScanReading.ts"
import { ocrEntry } from "./ocr-entry.ts"
import { usableLanguages } from "./ocr-peer.ts"
import { readInTurns } from "./read-in-turns.ts"

/**
 * Reads scanned pages by optical character recognition, in a process that starts with the first page and ends when there
 * are none. Owners take turns, a few pages each; an owner that waits while another has the process gets one more.
 */
export class Ocr extends Context.Service<Ocr, {
  /** Names of Tesseract's languages. None if the optional peer is missing, and then nothing is read. */
  readonly languages: ReadonlyArray<string>
  /**
   * Reads these pages of a document, until the deadline of the claim. A page that is too slow, too large or damaged is
   * missed, and the others are read.
   */
  read(document: PageInput, pages: ReadonlyArray<number>, claim: PageClaim): Effect.Effect<ScanReading>
}>()("gleaner/extract/workers/ocr/Ocr") {
  /** Over processes that start with the module at `entry`. */
  static readonly layerOf = (entry: URL) =>
    Layer.effect(
      Ocr,
      Effect.gen(function*() {
        const { ocrLanguages, ocrMemory, ocrPages, ocrProcesses, ocrTimeout } = yield* Settings
        const languages = usableLanguages(Option.getOrUndefined(ocrLanguages))
        const context = yield* Effect.context<Settings | Scope.Scope>()
        // Most processes never see a scan.
        const pool = yield* Effect.cached(
          Effect.flatMap(Effect.promise(() => import("../reader-pool.ts")), ({ readerPool }) =>
            readerPool({
              entry,
              workers: ocrProcesses,
              memory: ocrMemory,
              pageTimeout: ocrTimeout,
              startsAtOnce: false
            })).pipe(Effect.provideContext(context))
        )
        const read = Effect.fn("Ocr.read")(function*(
          document: PageInput,
          pages: ReadonlyArray<number>,
          claim: PageClaim
        ) {
          const { run } = yield* pool
          const reading = yield* readInTurns({
            pages,
            maxPages: ocrPages,
            deadline: claim.deadline ?? Infinity,
            readSome: (some, limit) =>
              run({ work: "scans", input: { url: document.url, document, pages: some, languages, limit } }, claim)
          })
          const missed = reading.missed.reduce((sum, { pages }) => sum + pages.length, 0)
          yield* Metric.update(readPages, reading.pages.length)
          yield* Metric.update(missedPages, missed)
          return reading
        })
        return Ocr.of({ languages, read })
      })
    )

  static readonly layer = Layer.suspend(() => this.layerOf(ocrEntry()))
}

const readPages = Metric.withAttributes(metrics.scannedPages, { result: "read" })
const missedPages = Metric.withAttributes(metrics.scannedPages, { result: "missed" })
