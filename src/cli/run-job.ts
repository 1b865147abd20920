import { Effect, Option, Ref, Stream } from "effect"
import { CrawlSupervisor } from "../crawl/CrawlSupervisor.ts"
import { type CrawlOptions, isFinal, type Job, JobId } from "../domain/Job.ts"
import { PageChange } from "../domain/LedgerRow.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import type { StoreUnavailable } from "../domain/StoreUnavailable.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { closingLine, countReason } from "./closing-line.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { openOutputs, type Outputs } from "./job-outputs.ts"
import { writeLedger } from "./ledger-file.ts"
import type { Output } from "./output.ts"
import { type Progress, progressOf } from "./progress.ts"
import { owner } from "./run.ts"
import { notice, Verbose } from "./verbosity.ts"
import { WarcFile } from "./warc/WarcFile.ts"

/** Runs a job and writes its documents as they come. Gives the job at its end. */
export const runJob = Effect.fnUntraced(function*(
  seed: URL,
  options: CrawlOptions,
  outputs: Outputs,
  credentials?: SiteCredentials
) {
  const supervisor = yield* CrawlSupervisor
  const warc = yield* WarcFile
  const output = yield* openOutputs(outputs)
  const job = yield* Effect.mapError(
    supervisor.start(owner, seed, options, undefined, credentials),
    (error) => new CommandFailed({ message: error.message, code: exitCode.failed })
  )
  const id = JobId.make(job.id)
  const writeRows = Option.match(outputs.out, {
    onNone: () => Effect.void,
    onSome: (out) => out === "-" ? Effect.void : writeLedger(out, owner, id)
  })
  const progress = yield* progressOf(options.max_pages, outputs.out)
  const pages = yield* pagesOf(id, progress)
  const written = yield* Ref.make(0)
  // Ctrl-C cancels the crawl and still writes what it has.
  const ended = yield* follow(id, output, written, progress, pages.look).pipe(
    Effect.raceFirst(warc.failure),
    Effect.onInterrupt(() =>
      supervisor.cancel(owner, id).pipe(
        Effect.andThen(Effect.ignore(write(id, output, written))),
        Effect.andThen(Effect.ignore(writeRows))
      )
    )
  )
  yield* writeRows
  yield* pages.look
  yield* progress.clear
  const changes = options.since === undefined ? "" : `; ${changesText(pages.changes)}`
  yield* notice(closingLine(ended, pages.reasons) + changes)
  if (ended.status === "failed") return yield* failureOf(ended)
  yield* tellBounds(ended)
  return { ...ended, unchanged: pages.reasons.skipped.get("unchanged") ?? 0 }
})

/** Writes documents as they come, until the job has ended. A progress line is shown when a person watches. */
const follow = Effect.fnUntraced(function*<R>(
  id: JobId,
  output: Output,
  written: Ref.Ref<number>,
  progress: Progress,
  look: Effect.Effect<void, StoreUnavailable, R>
) {
  const store = yield* JobStore
  for (;;) {
    const snapshot = Option.getOrUndefined(yield* store.get(owner, id))
    if (snapshot === undefined) return yield* Effect.die(new Error("the crawl is gone"))
    const { job, revision } = snapshot
    yield* write(id, output, written)
    if (isFinal(job.status)) return job
    yield* look
    yield* progress.show(job.stats)
    yield* Effect.andThen(store.changed(id, revision), Effect.sleep(betweenLooks))
  }
})

/** As often as a person can follow. */
const betweenLooks = "250 millis"

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
const pagesOf = Effect.fnUntraced(function*(id: JobId, progress: Progress) {
  const store = yield* JobStore
  const isVerbose = yield* Verbose
  const reasons = { failed: new Map<string, number>(), skipped: new Map<string, number>() }
  const changes = new Map<PageChange, number>()
  let after = 0
  const look = Effect.gen(function*() {
    for (;;) {
      const { items, more, next } = yield* store.pages(id, { after, limit: rowsAtOnce })
      after = next
      if (isVerbose && items.length > 0) yield* progress.clear
      for (const { change, code, elapsed_ms, outcome, status, url } of items) {
        if (change !== undefined) changes.set(change, (changes.get(change) ?? 0) + 1)
        if (outcome === "failed" || outcome === "skipped") countReason(reasons[outcome], { code, status })
        if (isVerbose) yield* notice(`${outcome} ${url} ${status}${code === "" ? "" : ` ${code}`}, ${elapsed_ms} ms`)
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
const tellBounds = ({ errors }: Job) =>
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
