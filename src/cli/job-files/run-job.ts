import { Effect, Option, Ref, Stream } from "effect"
import { CrawlSupervisor } from "../../crawl/supervise/CrawlSupervisor.ts"
import type { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, isFinal, type Job, JobId, type JobStats, noStats } from "../../domain/job/Job.ts"
import { PageChange } from "../../domain/job/LedgerRow.ts"
import type { SiteCredentials } from "../../domain/SiteCredentials.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { closingLine, countReason } from "../output/closing-line.ts"
import { CommandFailed, exitCode } from "../output/exit-codes.ts"
import type { Output } from "../output/output.ts"
import { type Progress, progressOf } from "../output/progress.ts"
import { notice, Verbose } from "../output/verbosity.ts"
import { CrawlRecord, hasEnded, openRecord } from "../resume/CrawlRecord.ts"
import { owner } from "../run.ts"
import { warnOfUnusedStore } from "../unused-store.ts"
import { WarcFile } from "../warc/WarcFile.ts"
import type { JobFiles } from "./job-flags.ts"
import { openOutputs } from "./job-outputs.ts"
import { jobLine, writeLedger } from "./ledger-file.ts"

/** Runs a job and writes its documents as they come. Gives the job at its end. */
export const runJob = Effect.fnUntraced(function*(
  seed: URL,
  options: CrawlOptions,
  files: JobFiles,
  credentials?: SiteCredentials
) {
  const supervisor = yield* CrawlSupervisor
  const warc = yield* WarcFile
  const { earlier, file } = yield* CrawlRecord
  yield* warnOfUnusedStore
  if (earlier !== undefined && hasEnded(earlier)) {
    yield* notice(`gleaner: ${earlier.file} is of a job that has ended (${earlier.job.status}); nothing is left to do`)
    return { ...earlier.job, unchanged: 0 }
  }
  const output = yield* openOutputs(files)
  const job = yield* Effect.mapError(
    supervisor.start(owner, seed, options, undefined, credentials),
    (error) => new CommandFailed({ message: error.message, code: exitCode.failed })
  )
  const id = JobId.make(job.id)
  for (const note of job.notes) yield* notice(`gleaner: ${note}`)
  const append = yield* openRecord(jobLine(job))
  const progress = yield* progressOf(options.max_pages, Option.fromUndefinedOr(file))
  const pages = yield* pagesOf(id, progress, earlier?.pages.length ?? 0)
  const written = yield* Ref.make(0)
  const writeAll = Effect.suspend(() => Effect.andThen(write(id, output, written), append))
  const interrupted = Effect.gen(function*() {
    const stats = yield* statsAtEnd(id, file === undefined ? supervisor.cancel(owner, id) : supervisor.drain)
    yield* Effect.ignore(writeAll)
    yield* progress.clear
    const how = file === undefined ? "a job with --out FILE can be resumed" : `resume with --resume ${shellWord(file)}`
    yield* notice(`interrupted: ${stats.stored} stored, ${stats.pending} pending; ${how}`)
  })
  const ended = yield* follow(id, writeAll, progress, pages.look).pipe(
    Effect.raceFirst(warc.failure),
    Effect.onInterrupt(() => Effect.ignore(interrupted))
  )
  if (file !== undefined) yield* writeLedger(file, owner, id)
  yield* pages.look
  yield* progress.clear
  const changes = options.since === undefined ? "" : `; ${changesText(pages.changes)}`
  yield* notice(closingLine(ended, pages.reasons) + changes)
  if (ended.status === "failed") return yield* failureOf(ended)
  yield* reportBounds(ended)
  return { ...ended, unchanged: pages.reasons.skipped.get("unchanged") ?? 0 }
})

/** The counters of a job that this effect stops. `pending` is what it had not settled, also if it is cancelled. */
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

/** As a shell takes it for one word. */
const shellWord = (text: string): string => /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Writes documents as they come, until the job has ended. A progress line is shown when a person watches. */
const follow = Effect.fnUntraced(function*<E, R, R2>(
  id: JobId,
  writeAll: Effect.Effect<void, E, R2>,
  progress: Progress,
  look: Effect.Effect<void, StoreUnavailable, R>
) {
  const store = yield* JobStore
  for (;;) {
    const snapshot = Option.getOrUndefined(yield* store.get(owner, id))
    if (snapshot === undefined) return yield* Effect.die(new Error("the crawl is gone"))
    const { job, revision } = snapshot
    yield* writeAll
    if (isFinal(job.status)) return job
    yield* look
    yield* progress.show(job.stats)
    yield* Effect.andThen(store.changed(id, revision), Effect.sleep(pollInterval))
  }
})

/** As often as a person can follow. */
const pollInterval = "250 millis"

/**
 * Writes the documents that are not written yet, then frees them. A document whose writing has begun is written to its
 * end.
 */
const write = Effect.fnUntraced(function*(id: JobId, output: Output, written: Ref.Ref<number>) {
  const store = yield* JobStore
  const decoder = new TextDecoder()
  yield* Stream.runForEach(
    store.documents(id, yield* Ref.get(written)),
    (json) =>
      output(decoder.decode(json)).pipe(
        Effect.andThen(Ref.updateAndGet(written, (count) => count + 1)),
        Effect.flatMap((count) => store.release(id, count)),
        Effect.uninterruptible
      )
  )
})

/** How many pages of each kind there are against the earlier crawl. */
const changesText = (changes: ReadonlyMap<PageChange, number>): string =>
  PageChange.literals.map((change) => `${changes.get(change) ?? 0} ${change}`).join(", ")

/** Reads what the ledger has since the last look: counts why pages are missing, and tells each page who wants that. */
const pagesOf = Effect.fnUntraced(function*(id: JobId, progress: Progress, earlier: number) {
  const store = yield* JobStore
  const isVerbose = yield* Verbose
  const reasons = { failed: new Map<string, number>(), skipped: new Map<string, number>() }
  const changes = new Map<PageChange, number>()
  let after = 0
  const look = Effect.gen(function*() {
    for (;;) {
      const { items, more, next } = yield* store.pages(id, { after, limit: rowsAtOnce })
      const first = after
      after = next
      if (isVerbose && items.length > 0) yield* progress.clear
      for (const [index, { change, code, elapsed_ms, outcome, status, url }] of items.entries()) {
        if (change !== undefined) changes.set(change, (changes.get(change) ?? 0) + 1)
        if (outcome === "failed" || outcome === "skipped") countReason(reasons[outcome], { code, status })
        // An earlier process has told the pages before.
        if (isVerbose && first + index >= earlier) {
          yield* notice(`${outcome} ${url} ${status}${code === "" ? "" : ` ${code}`}, ${elapsed_ms} ms`)
        }
      }
      if (!more) return
    }
  })
  return { changes, reasons, look }
})

const rowsAtOnce = 500

/** Codes of errors that say which bound of the service has left something out. */
export const bounds: ReadonlyArray<string> = ["store_full", "ledger_full", "frontier_full"]

/** The exit code does not tell that the crawl left something out because of a bound, so this does. */
const reportBounds = ({ errors }: Job) =>
  Effect.forEach(bounds, (bound) => {
    const error = errors.findLast(({ code }) => code === bound)
    return error === undefined ? Effect.void : notice(`gleaner: ${error.url}: ${error.message} (${bound})`)
  }, { discard: true })

/** Why the job failed: its last error. */
export const failureOf = ({ errors, url }: Job): CommandFailed => {
  const reason = errors.at(-1)
  return new CommandFailed({
    message: `${reason?.url ?? url}: ${reason?.message ?? "the crawl failed"} (${reason?.code ?? "failed"})`,
    code: exitCode.failed
  })
}
