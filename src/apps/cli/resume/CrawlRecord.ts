import { Context, Deferred, Effect, FileSystem, Layer, Option, Stream } from "effect"
import { isFinal, type JobId } from "../../../core/domain/job/Job.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { withoutDocument } from "../../../crawling/jobs/accounting.ts"
import { CrawlJournal, type Settled } from "../../../crawling/jobs/CrawlJournal.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { memoryJobs } from "../../../crawling/stores/memory/MemoryJobs.ts"
import type { JobFiles } from "../job-files/job-flags.ts"
import { ledgerName } from "../job-files/ledger-file.ts"
import { cannotWrite } from "../output/output.ts"
import { lockFiles } from "./lock-files.ts"
import { type EarlierPart, readRecord } from "./read-record.ts"
import { recordedLine, type RecordedPage } from "./recorded-page.ts"

/** The state of a crawl with `--out`, which `--resume` reads. */
export class CrawlRecord extends Context.Service<CrawlRecord, {
  /** File of the JSON Lines. Undefined if nothing is recorded. */
  readonly file: string | undefined
  /** The crawl to resume. */
  readonly earlier: EarlierPart | undefined
  /** Settled pages that are not recorded yet, in order. */
  readonly settled: Effect.Effect<ReadonlyArray<RecordedPage>>
  /** Removes the oldest `count` settled pages, which were recorded. */
  recorded(count: number): Effect.Effect<void>
}>()("gleaner/apps/cli/resume/CrawlRecord") {}

/** Jobs in memory that also record their settled pages, if written to a file, so that a later process can resume. */
export const recordedJobs = ({ out, resume }: Pick<JobFiles, "out" | "resume">) =>
  Layer.effectContext(Effect.gen(function*() {
    const store = yield* JobStore
    const journal = yield* CrawlJournal
    const { storeBytes } = yield* Settings
    const written = Option.orElse(resume, () => Option.filter(out, (name) => name !== "-"))
    if (Option.isSome(written)) yield* lockFiles(written.value)
    const earlier = Option.isSome(resume) ? yield* readRecord(resume.value) : undefined
    const file = Option.getOrUndefined(written)
    const waiting: Array<RecordedPage> = []
    const restored = yield* Deferred.make<void>()
    let rows = 0

    /** Records rows as the store has them: a document beyond the store's limit is not stored. */
    const record = Effect.fnUntraced(function*(id: JobId, settled: ReadonlyArray<Settled>) {
      const { items } = yield* store.ledger(id, { after: rows, limit: settled.length })
      rows += items.length
      waiting.push(
        ...settled.slice(0, items.length).map(({ end, step }, index) => {
          const row = items[index] ?? end.row
          const kept = row.outcome === end.row.outcome ? end : withoutDocument(end, storeBytes)
          return { end: withoutBytes({ ...kept, row }), step }
        })
      )
    })

    const restore = Effect.fnUntraced(function*(id: JobId, { pages }: EarlierPart) {
      yield* journal.write(id, pages)
      rows = pages.length
      yield* Deferred.succeed(restored, undefined)
    })

    const jobs = JobStore.of({
      ...store,
      // Leave an interrupted crawl unfinished, for a later process.
      isDurable: file !== undefined,
      create: (...asked) =>
        Effect.tap(
          store.create(...asked),
          (job) => earlier === undefined ? Effect.void : restore(job.id, earlier)
        )
    })
    const steps = earlier?.pages.map(({ step }) => step) ?? []
    const recording = CrawlJournal.of({
      ...journal,
      keepsSteps: true,
      write: (id, settled) => Effect.andThen(journal.write(id, settled), record(id, settled)),
      settled: () =>
        Effect.as(Deferred.await(restored), {
          places: steps.map(({ seq }) => seq),
          spent: steps.filter(({ spends }) => spends).length
        }),
      steps: () => Stream.make(steps)
    })
    if (earlier === undefined) yield* Deferred.succeed(restored, undefined)
    const service = CrawlRecord.of({
      file,
      earlier,
      settled: Effect.sync(() => [...waiting]),
      recorded: (count) => Effect.sync(() => void waiting.splice(0, count))
    })
    return Context.make(CrawlRecord, service).pipe(
      Context.add(JobStore, file === undefined ? store : jobs),
      Context.add(CrawlJournal, file === undefined ? journal : recording)
    )
  })).pipe(Layer.provide(memoryJobs))

const withoutBytes = (
  { document: _document, fingerprint: _fingerprint, ...end }: Settled["end"]
): Settled["end"] => end

/** Whether the crawl of `--resume` has ended already. */
export const hasEnded = ({ job }: EarlierPart): boolean => isFinal(job.status)

/** Opens the ledger file. The returned effect appends settled pages, whose documents must be written before. */
export const openRecord = Effect.fnUntraced(function*(head: string) {
  const { earlier, file, recorded, settled } = yield* CrawlRecord
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
