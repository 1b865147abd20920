import { Clock, Duration, Effect, Option, Stream } from "effect"
import { isFinal, type Job, type JobId, JobId as makeId } from "../../../src/core/domain/job/Job.ts"
import { isUnchanged, type StoredPage } from "../../../src/core/domain/job/LedgerRow.ts"
import { pageDiff } from "../../../src/crawling/crawl/visit/page-diff.ts"
import { placeOf } from "../../../src/crawling/jobs/changes/stored-page.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { documentDiff } from "../../../src/extract/works/document-diff.ts"

export const storeBytes = 400_000
export const jobRetention = Duration.hours(8)

/** Facts that only the simulator has. */
export interface Known {
  /** By job and URL: the version of each page when it was crawled. */
  readonly versions: Map<JobId, ReadonlyMap<string, number>>
  /** Jobs that their owner has deleted, with what others refer to. */
  readonly dropped: Set<JobId>
  /** The latest time of the clock, by which jobs have expired, in milliseconds. */
  latest: number
}

/** Every promise that is not kept now, in words. */
export const brokenPromises = Effect.fnUntraced(function*(owner: string, known: Known) {
  const store = yield* JobStore
  const faults: Array<string> = []
  const { bytes } = yield* store.stored
  // Errors may use a sixteenth more, and jobs that were created before the store was full have their own bytes.
  if (bytes > storeBytes * 17 / 16 + 40_000) faults.push(`the store has ${bytes} bytes`)
  const { items } = yield* store.list(owner, { limit: 1000 })
  const runs = yield* runJobs(owner)
  known.latest = Math.max(known.latest, yield* Clock.currentTimeMillis)
  const expired = (known.latest - Duration.toMillis(jobRetention)) / 1000
  for (const job of items) {
    if (!isFinal(job.status)) continue
    // Others are stored only because one of these refers to their documents.
    const isKept = runs.has(job.id) || (job.finished_at ?? 0) > expired
    const { items: rows } = yield* store.ledger(job.id, { after: 0, limit: 1000 })
    const found = [
      ...countFaults(job, rows),
      ...changeFaults(job, rows, known),
      ...(isKept ? yield* lostIn(job, rows, known) : [])
    ]
    faults.push(...found.map((fault) => `job ${items.indexOf(job)} of ${items.length}: ${fault}`))
  }
  return [...faults, ...yield* scheduleFaults(owner, known)]
})

const runJobs = Effect.fnUntraced(function*(owner: string) {
  const schedules = yield* Schedules
  const { items } = yield* schedules.list(owner, { limit: 100 })
  const runs = yield* Effect.forEach(items, ({ id }) => schedules.runs(owner, id))
  return new Set(runs.flatMap((found) => Option.getOrElse(found, () => []).map(({ job_id }) => job_id)))
})

const isCut = ({ errors }: Pick<Job, "errors">): boolean =>
  errors.some(({ code }) => code === "ledger_full" || code === "store_full")

const countFaults = (job: Job, rows: ReadonlyArray<StoredPage>): ReadonlyArray<string> => {
  const count = (outcome: StoredPage["outcome"]) => rows.filter((row) => row.outcome === outcome).length
  if (job.document_count !== job.stats.stored) return [`${job.document_count} documents, ${job.stats.stored} stored`]
  if (isCut(job)) return []
  const { duplicates, failed, skipped, stored } = job.stats
  const counted = [count("stored"), count("failed"), count("skipped"), count("duplicate")]
  const faults = JSON.stringify(counted) === JSON.stringify([stored, failed, skipped, duplicates])
    ? []
    : [`rows ${counted.join(", ")}, but ${[stored, failed, skipped, duplicates].join(", ")} in its counters`]
  if (duplicates > 0) faults.push("a duplicate, although no page repeats another one")
  if (job.status === "done" && rows.length === 0) faults.push("done without a row")
  return faults
}

/** False changes, against the versions of the pages. */
const changeFaults = (job: Job, rows: ReadonlyArray<StoredPage>, { versions }: Known): ReadonlyArray<string> => {
  const since = job.options.since === undefined ? undefined : versions.get(makeId.make(job.options.since))
  const now = versions.get(job.id)
  // A run of a schedule is never compared with a job that is cut; a caller may choose one.
  if (since === undefined || now === undefined || isCut(job)) return []
  return rows.flatMap(({ change, status, url }) => {
    const [before, after] = [since.get(url), now.get(url)]
    if (status !== 200 || after === undefined || before === undefined) return []
    if (change === "new" && job.options.schedule !== undefined) return [`${url} is called new`]
    if (change === "changed" && before === after) return [`${url} is called changed`]
    return change === "same" && before !== after ? [`${url} is called the same`] : []
  })
}

/** Documents and diffs that cannot be read, but those that their owner has deleted. */
const lostIn = Effect.fnUntraced(function*({ id, options }: Job, rows: ReadonlyArray<StoredPage>, { dropped }: Known) {
  const store = yield* JobStore
  const lost: Array<string> = []
  for (const { change, code, outcome, url } of rows) {
    const place = Option.getOrUndefined(yield* placeOf(store, id, url))?.place
    if (place !== undefined && dropped.has(place.job)) continue
    if (outcome === "stored" || isUnchanged(code)) {
      const json = place === undefined ? Option.none() : yield* Stream.runHead(
        store.documents(place.job, place.n, place.n + 1)
      ).pipe(Effect.catchTag("JobEvicted", () => Effect.succeedNone))
      if (Option.isNone(json)) lost.push(`no document of ${url}`)
    }
    if (options.since === undefined || dropped.has(makeId.make(options.since)) || code === "store_full") continue
    const before = Option.getOrUndefined(yield* placeOf(store, makeId.make(options.since), url))?.place
    if (before !== undefined && dropped.has(before.job)) continue
    const extractor = { diff: (pair: Parameters<typeof documentDiff>[0]) => Effect.sync(() => documentDiff(pair)) }
    const failed = yield* pageDiff({ extractor, store }, "a", id, options, new URL(url)).pipe(
      Effect.as(undefined),
      Effect.catch((error) => Effect.succeed(error.message))
    )
    if (failed !== undefined) lost.push(`no diff of ${url}, ${change}: ${failed}`)
  }
  return lost
})

const scheduleFaults = Effect.fnUntraced(function*(owner: string, known: Known) {
  const schedules = yield* Schedules
  const store = yield* JobStore
  const now = (yield* Clock.currentTimeMillis) / 1000
  const { items } = yield* schedules.list(owner, { limit: 100 })
  const faults: Array<string> = []
  for (const { every_seconds, id, next_run_at, paused } of items) {
    const period = every_seconds ?? 6 * 3600
    // The jitter of an interval is a tenth. A clock may be corrected by minutes.
    if (!paused && (next_run_at === null || next_run_at > now + period * 1.2 + 600)) {
      faults.push(`the next run is in ${(next_run_at ?? 0) - now} s of ${period} s`)
    }
    const runs = Option.getOrThrow(yield* schedules.runs(owner, id))
    for (const { job_id, n, status } of runs) {
      const isStored = Option.isSome(yield* store.get(owner, job_id))
      if (!isStored && status !== "deleted" && !known.dropped.has(job_id)) faults.push(`no job of run ${n}, ${status}`)
    }
  }
  return faults
})

/** Jobs that wait or run for a schedule that was deleted with `cancel`. */
export const orphanFaults = Effect.fnUntraced(function*(owner: string) {
  const { items } = yield* (yield* JobStore).list(owner, { limit: 1000 })
  const schedules = yield* (yield* Schedules).list(owner, { limit: 100 })
  const ids = new Set<string>(schedules.items.map(({ id }) => id))
  return items.flatMap(({ options, status }) =>
    isFinal(status) || options.schedule === undefined || ids.has(options.schedule)
      ? []
      : [`a job is ${status} whose schedule was deleted with cancel=true`]
  )
})
