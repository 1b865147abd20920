import { Effect, Option, Ref, Stream } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import {
  type CrawlOptions,
  isFinal,
  type Job,
  type JobId,
  type JobStats,
  noStats
} from "../../../core/domain/job/Job.ts"
import { isUnchanged } from "../../../core/domain/job/LedgerRow.ts"
import type { RepeatsOption } from "../../../core/domain/options/RepeatsOption.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { CrawlSupervisor } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { answeredRepeats, asStored } from "../../../crawling/jobs/answered-repeats.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { Repeats } from "../../../crawling/jobs/Repeats.ts"
import { CrawlFiles, hasEnded, openLedger } from "../../../crawling/stores/files/FileJobs.ts"
import { jobLine } from "../../../crawling/stores/files/ledger-lines.ts"
import { ledgerRows, writeLedger } from "../../../crawling/stores/files/write-ledger.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { isComparing, type JobFiles } from "../job-files/job-flags.ts"
import type { UrlTable } from "../job-files/url-table.ts"
import { closingLine } from "../output/closing-line.ts"
import { type CommandFailed, failed, usage } from "../output/exit-codes.ts"
import type { Output } from "../output/output.ts"
import { type Progress, progressOf } from "../output/progress.ts"
import { notice } from "../output/verbosity.ts"
import { owner } from "../run.ts"
import { warnOfUnusedStore } from "../unused-store.ts"
import { ArchiveFiles } from "../warc/ArchiveFiles.ts"
import { openOutputs } from "./job-outputs.ts"
import { changesText, ledgerPoll } from "./ledger-poll.ts"
import { pictureWriter } from "./picture-files.ts"
import { resumeHint } from "./resume-hint.ts"

/** Runs a job and writes its documents as they are stored. Returns the finished job. */
export const runJob = Effect.fnUntraced(function*(
  seed: URL,
  options: CrawlOptions,
  files: JobFiles & { readonly table?: UrlTable | undefined },
  credentials?: SiteCredentials
) {
  const supervisor = yield* CrawlSupervisor
  const archives = yield* ArchiveFiles
  const { earlier, file } = yield* CrawlFiles
  yield* warnOfUnusedStore
  if (isComparing(files) && Option.isSome(files.resume)) {
    return yield* usage("--repeats mark and drop compare all pages of a crawl, so they cannot be used with --resume.")
  }
  if (earlier !== undefined && hasEnded(earlier)) {
    yield* notice(`gleaner: the job of ${earlier.file} has ended (${earlier.job.status}); there is nothing to resume`)
    return { ...earlier.job, unchanged: 0 }
  }
  const outputs = yield* openOutputs(files, options.fields, options.urls?.map((url) => new URL(url)) ?? [seed])
  const withFile = yield* pictureWriter(files)
  const job = yield* Effect.mapError(
    supervisor.start(owner, seed, options, undefined, credentials),
    ({ message }) => failed(message)
  )
  const { id } = job
  for (const note of job.notes) yield* notice(`gleaner: ${note}`)
  const append = yield* openLedger(jobLine(job))
  const progress = yield* progressOf({
    budget: options.max_pages,
    out: Option.fromUndefinedOr(file),
    isEndKnown: options.urls !== undefined
  })
  const ledger = yield* ledgerPoll(id, progress, earlier?.pages.length ?? 0)
  const written = yield* Ref.make(0)
  const writeAll = Effect.suspend(() => Effect.andThen(write(id, withFile, outputs.output, written, files), append))
  const rows = Effect.mapError(
    Stream.runCollect(ledgerRows(yield* JobStore, id)),
    () => failed("the ledger of the job cannot be read")
  )
  const end = (isComplete: boolean) => Effect.andThen(progress.clear, outputs.end(rows, isComplete))
  const hint = resumeHint(file, options, files, credentials !== undefined)
  // The pages of a crawl that can be resumed are in its files, which a later process ends.
  const interrupted = file === undefined
    ? leave(id, supervisor.cancel(owner, id), writeAll, end(false), hint)
    : leave(id, supervisor.drain, writeAll, progress.clear, hint)
  const ended = yield* follow(id, isComparing(files) ? Effect.void : writeAll, progress, ledger.poll).pipe(
    Effect.tap(() => isComparing(files) ? writeAll : Effect.void),
    Effect.tap(({ status }) => end(status !== "failed")),
    Effect.raceFirst(archives.failure),
    Effect.onInterrupt(() => Effect.ignore(interrupted))
  )
  if (file !== undefined) yield* writeLedger(file, owner, id)
  yield* ledger.poll
  yield* progress.clear
  yield* report(ended, ledger.reasons, options.since === undefined ? "" : `; ${changesText(ledger.changes)}`)
  return { ...ended, unchanged: unchangedPages(ledger.reasons.skipped) }
})

/** Stops an interrupted job, writes its remaining documents, and says how to continue. */
const leave = Effect.fnUntraced(function*<R, R2, R3>(
  id: JobId,
  stop: Effect.Effect<unknown, unknown, R>,
  writeAll: Effect.Effect<void, unknown, R2>,
  end: Effect.Effect<void, unknown, R3>,
  hint: string
) {
  const stats = yield* statsAtEnd(id, stop)
  yield* Effect.ignore(writeAll)
  yield* Effect.ignore(end)
  yield* notice(`interrupted: ${stats.stored} stored, ${stats.pending} pending; ${hint}`)
})

/** Prints the outcome of a job, and fails if it has failed. */
const report = Effect.fnUntraced(function*(ended: Job, reasons: Parameters<typeof closingLine>[1], changes: string) {
  yield* notice(closingLine(ended, reasons) + changes)
  if (ended.status === "failed") return yield* failureOf(ended)
  yield* reportBounds(ended)
})

const unchangedPages = (skipped: ReadonlyMap<string, number>): number =>
  [...skipped].reduce((sum, [code, count]) => isUnchanged(code) ? sum + count : sum, 0)

/** Stops a job and returns its counters. `pending` counts the unsettled pages, also of a cancelled job. */
const statsAtEnd = Effect.fnUntraced(function*<E, R>(id: JobId, stop: Effect.Effect<unknown, E, R>) {
  const store = yield* JobStore
  const stats = Effect.map(
    store.get(owner, id),
    (found) => Option.match(found, { onNone: () => noStats, onSome: ({ job }) => job.stats })
  )
  const settled = (of: JobStats) => of.stored + of.duplicates + of.skipped + of.failed
  const before = yield* stats
  yield* stop
  const after = yield* stats
  return { ...after, pending: Math.max(after.pending, before.pending - (settled(after) - settled(before))) }
})

/** Writes documents as they are stored, and shows progress, until the job has ended. */
const follow = Effect.fnUntraced(function*<E, R, R2>(
  id: JobId,
  writeAll: Effect.Effect<void, E, R2>,
  progress: Progress,
  poll: Effect.Effect<void, StoreUnavailable, R>
) {
  const store = yield* JobStore
  for (;;) {
    const snapshot = Option.getOrUndefined(yield* store.get(owner, id))
    if (snapshot === undefined) return yield* Effect.die(new Error("the crawl is gone"))
    const { job, revision } = snapshot
    yield* writeAll
    if (isFinal(job.status)) return job
    yield* poll
    yield* progress.show(job.stats)
    yield* Effect.andThen(store.changed(id, revision), Effect.sleep(pollInterval))
  }
})

const pollInterval = "250 millis"

/** Writes new documents and releases them from the store. An interruption never truncates a document. */
const write = Effect.fnUntraced(function*(
  id: JobId,
  withFile: Effect.Success<ReturnType<typeof pictureWriter>>,
  output: Output,
  written: Ref.Ref<number>,
  files: JobFiles
) {
  const store = yield* JobStore
  const decoder = new TextDecoder()
  const answered = yield* comparedPages(id, files)
  yield* Stream.runForEach(
    store.documents(id, yield* Ref.get(written)),
    Effect.fnUntraced(function*(json) {
      const index = yield* Ref.get(written)
      const page = yield* answered(json, index)
      yield* Effect.flatMap(withFile(id, index, decoder.decode(page)), output).pipe(
        Effect.andThen(Ref.updateAndGet(written, (count) => count + 1)),
        Effect.flatMap((count) => isComparing(files) ? Effect.void : store.release(id, count)),
        Effect.uninterruptible
      )
    })
  )
})

/** Pages as `--repeats` asks for them. */
const comparedPages = Effect.fnUntraced(function*(id: JobId, files: JobFiles) {
  const option = Option.getOrUndefined(files.repeats) as RepeatsOption | undefined // a choice of the flag
  const job = Option.getOrUndefined(yield* (yield* JobStore).get(owner, id))?.job
  if (job === undefined) return asStored
  return answeredRepeats({ extractor: yield* Extractor, repeats: yield* Repeats }, owner, job, option)
})

/** Codes of errors about a limit that made the crawl incomplete. */
export const bounds: ReadonlyArray<string> = ["store_full", "ledger_full", "frontier_full", "sitemaps_cut"]

/** Prints errors about limits, which the exit code does not report. */
const reportBounds = ({ errors }: Job) =>
  Effect.forEach(bounds, (bound) => {
    const error = errors.findLast(({ code }) => code === bound)
    return error === undefined ? Effect.void : notice(`gleaner: ${error.url}: ${error.message} (${bound})`)
  }, { discard: true })

/** The last error of a failed job. */
export const failureOf = ({ errors, url }: Job): CommandFailed => {
  const reason = errors.at(-1)
  return failed(`${reason?.url ?? url}: ${reason?.message ?? "the crawl failed"} (${reason?.code ?? "failed"})`)
}
