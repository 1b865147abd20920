import { Context, Deferred, Effect, FileSystem, Layer, Stream } from "effect"
import { isFinal, type JobId } from "../../../core/domain/job/Job.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { withoutDocument } from "../../jobs/accounting.ts"
import { CrawlJournal, type Settled } from "../../jobs/CrawlJournal.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { memoryJobs } from "../memory/MemoryJobs.ts"
import { cannotWrite } from "./FilesError.ts"
import { ledgerName } from "./ledger-lines.ts"
import { lockFiles } from "./lock-files.ts"
import { type EarlierPart, readFiles } from "./read-files.ts"
import { recordedLine, type RecordedPage } from "./recorded-page.ts"

/** The files of a crawl: JSON Lines, which the caller writes, and their ledger, from which a later process resumes. */
export class CrawlFiles extends Context.Service<CrawlFiles, {
  /** File of the JSON Lines. Undefined if nothing is recorded. */
  readonly file: string | undefined
  /** The crawl to resume. */
  readonly earlier: EarlierPart | undefined
  /** Settled pages that are not recorded yet, in order. */
  readonly settled: Effect.Effect<ReadonlyArray<RecordedPage>>
  /** Removes the oldest `count` settled pages, which were recorded. */
  recorded(count: number): Effect.Effect<void>
}>()("gleaner/crawling/stores/files/FileJobs/CrawlFiles") {}

const noFiles = { file: undefined, earlier: undefined, settled: Effect.succeed([]), recorded: () => Effect.void }

/** Jobs in memory, without files. */
export const unrecordedJobs = Layer.mergeAll(memoryJobs, Layer.succeed(CrawlFiles, noFiles))

/**
 * Jobs in memory that also record their settled pages, so that a later process can resume. With `isResumed`, the first
 * job goes on with the crawl of the file. Fails with `FilesError`.
 */
export const fileJobs = ({ file, isResumed }: { readonly file: string; readonly isResumed: boolean }) =>
  Layer.effectContext(Effect.gen(function*() {
    const store = yield* JobStore
    const journal = yield* CrawlJournal
    yield* lockFiles(file)
    const earlier = isResumed ? yield* readFiles(file) : undefined
    const pages = new SettledPages(store, (yield* Settings).storeBytes)
    const restored = yield* Deferred.make<void>()
    if (earlier === undefined) yield* Deferred.succeed(restored, undefined)
    return Context.make(CrawlFiles, { file, earlier, settled: pages.settled, recorded: pages.recorded }).pipe(
      Context.add(
        JobStore,
        JobStore.of({
          ...store,
          // Leave an interrupted crawl unfinished, for a later process.
          isDurable: true,
          create: Effect.fnUntraced(function*(...asked) {
            const job = yield* store.create(...asked)
            if (earlier === undefined) return job
            yield* journal.write(job.id, earlier.pages)
            pages.rows = earlier.pages.filter(({ end }) => end.row !== undefined).length
            yield* Deferred.succeed(restored, undefined)
            return job
          })
        })
      ),
      Context.add(CrawlJournal, recording(journal, pages, earlier, Deferred.await(restored)))
    )
  })).pipe(Layer.provide(memoryJobs))

const recording = (
  journal: CrawlJournal["Service"],
  pages: SettledPages,
  earlier: EarlierPart | undefined,
  restored: Effect.Effect<void>
) => {
  const steps = earlier?.pages.map(({ step }) => step) ?? []
  return CrawlJournal.of({
    ...journal,
    keepsSteps: true,
    write: (id, settled) => Effect.andThen(journal.write(id, settled), pages.add(id, settled)),
    settled: () =>
      Effect.as(restored, {
        places: steps.map(({ seq }) => seq),
        spent: steps.filter(({ spends }) => spends).length
      }),
    steps: () => Stream.make(steps)
  })
}

/** Settled pages that wait to be recorded. */
class SettledPages {
  /** Rows of the ledger that were settled. */
  rows = 0
  private readonly waiting: Array<RecordedPage> = []
  private readonly store: JobStore["Service"]
  private readonly storeBytes: number

  constructor(store: JobStore["Service"], storeBytes: number) {
    this.store = store
    this.storeBytes = storeBytes
  }

  readonly settled = Effect.sync(() => [...this.waiting])
  readonly recorded = (count: number) => Effect.sync(() => void this.waiting.splice(0, count))

  /** Adds rows as the store has them: a document beyond the store's limit is not stored. */
  readonly add = (id: JobId, settled: ReadonlyArray<Settled>) =>
    Effect.map(this.store.ledger(id, { after: this.rows, limit: settled.length }), ({ items }) => {
      let read = 0
      for (const { end, step } of settled) {
        if (end.row === undefined) {
          this.waiting.push({ end: withoutBytes(end), step })
          continue
        }
        const row = items[read++]
        if (row === undefined) break
        const kept = row.outcome === end.row.outcome ? end : withoutDocument(end, this.storeBytes)
        this.waiting.push({ end: withoutBytes({ ...kept, row }), step })
      }
      this.rows += items.length
    })
}

const withoutBytes = (
  { document: _document, fingerprint: _fingerprint, ...end }: Settled["end"]
): Settled["end"] => end

/** Whether the crawl of the files has ended already. */
export const hasEnded = ({ job }: EarlierPart): boolean => isFinal(job.status)

/** Opens the ledger file. The returned effect appends settled pages, whose documents must be written before. */
export const openLedger = Effect.fnUntraced(function*(head: string) {
  const { earlier, file, recorded, settled } = yield* CrawlFiles
  if (file === undefined) return Effect.void
  const fs = yield* FileSystem.FileSystem
  const name = ledgerName(file)
  const ledger = yield* Effect.mapError(fs.open(name, { flag: earlier === undefined ? "w" : "a" }), cannotWrite(name))
  const encoder = new TextEncoder()
  const append = (text: string) => Effect.mapError(ledger.writeAll(encoder.encode(text)), cannotWrite(name))
  if (earlier === undefined) yield* append(head)
  return Effect.flatMap(settled, (pages) =>
    pages.length === 0
      ? Effect.void
      : Effect.andThen(append(pages.map(recordedLine).join("")), recorded(pages.length))).pipe(Effect.uninterruptible)
})
