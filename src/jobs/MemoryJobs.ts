import { Clock, Context, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import { isFinal, type Job, type JobError, type JobId } from "../domain/Job.ts"
import { Settings } from "../Settings.ts"
import { rowBytes } from "./accounting.ts"
import { IdempotencyKeyReused, limitExceeded, type TooManyCrawls } from "./crawl-limits.ts"
import { CancelHooks, CrawlJournal, type Settled } from "./CrawlJournal.ts"
import type { Idempotency } from "./Idempotency.ts"
import { JobEntry } from "./JobEntry.ts"
import { JobEvicted } from "./JobEvicted.ts"
import type { JobRange, RunningJob, Slice } from "./Jobs.ts"
import { JobStore } from "./JobStore.ts"
import { keptDocuments } from "./KeptDocuments.ts"
import { newJob } from "./new-job.ts"
import { nextToRun } from "./next-to-run.ts"
import { withoutDocument } from "./PageEnd.ts"
import { filteredSlice, slice } from "./slices.ts"
import { StoreBudget } from "./StoreBudget.ts"
import { Watchers } from "./Watchers.ts"

/** Keeps jobs in the memory of this process. A restart loses them. */
export const memoryJobs = Layer.effectContext(Effect.gen(function*() {
  const { jobRetention, ledgerPages, maxCrawls, maxCrawlsPerKey, storeBytes } = yield* Settings
  const documents = yield* keptDocuments
  const retention = Duration.toMillis(jobRetention)
  const budget = new StoreBudget(storeBytes)
  const watchers = new Watchers()
  const hooks = new CancelHooks()
  /** Oldest first. */
  const jobs = new Map<string, JobEntry>()
  /** Those that are not final, oldest first. */
  const active = new Set<JobEntry>()
  const keys = new Map<string, JobEntry>()
  /** The number of each owner's last start. */
  const lastStarts = new Map<string, number>()
  let made = 0
  let starts = 0

  const evict = (entry: JobEntry) => {
    if (!jobs.delete(entry.id)) return
    budget.add(entry.owner, -entry.bytes)
    const key = entry.idempotency === undefined ? undefined : keyOf(entry.owner, entry.idempotency)
    if (key !== undefined && keys.get(key) === entry) keys.delete(key)
    watchers.wake(entry.id)
  }

  /** A job that a crawl compares its pages with is kept as long as that crawl. */
  const isNeeded = (id: string) => active.values().some(({ job }) => job.options.since === id)

  const isExpired = ({ id, job }: JobEntry, now: number) =>
    job.finished_at !== null && job.finished_at * 1000 + retention <= now && !isNeeded(id)

  /** The entry, if it exists, is this owner's, and has not expired. */
  const entryOf = (id: string, owner: string | undefined, now: number): JobEntry | undefined => {
    const entry = jobs.get(id)
    return entry === undefined || isExpired(entry, now) || entry.owner !== (owner ?? entry.owner) ? undefined : entry
  }

  /** Documents that are elsewhere go first; where they cannot, the next round tries again. */
  const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.forEach(
      [...jobs.values()].filter((entry) => isExpired(entry, now)),
      (entry) => Effect.ignore(Effect.andThen(documents.drop(entry.id), Effect.sync(() => evict(entry)))),
      { discard: true }
    ))
  yield* sweep.pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

  /** The only way to change an entry. It keeps the sum of bytes right, and tells the watchers. */
  const change = (entry: JobEntry, alter: () => void) => {
    const { bytes } = entry
    alter()
    entry.revision++
    budget.add(entry.owner, entry.bytes - bytes)
    if (isFinal(entry.job.status)) active.delete(entry)
    watchers.wake(entry.id)
  }

  const create = (owner: string, url: string, options: Job["options"], idempotency?: Idempotency) =>
    Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Job, TooManyCrawls | IdempotencyKeyReused> => {
      const key = idempotency === undefined ? undefined : keyOf(owner, idempotency)
      const earlier = key === undefined ? undefined : keys.get(key)
      if (earlier !== undefined && !isExpired(earlier, now)) {
        return earlier.idempotency?.asked === idempotency?.asked
          ? Effect.succeed(earlier.job)
          : Effect.fail(new IdempotencyKeyReused())
      }
      const own = active.values().filter((entry) => entry.owner === owner).toArray().length
      const exceeded = limitExceeded({ maxCrawls, maxCrawlsPerKey }, active.size, own)
      if (exceeded !== undefined) return Effect.fail(exceeded)
      const entry = new JobEntry(owner, made++, newJob(url, options, now), idempotency)
      jobs.set(entry.id, entry)
      active.add(entry)
      budget.add(owner, entry.bytes)
      if (key !== undefined) keys.set(key, entry)
      return Effect.succeed(entry.job)
    })

  const promote = (limit: number) =>
    Effect.map(Clock.currentTimeMillis, (now): ReadonlyArray<RunningJob> => {
      const running = new Set(active.values().filter(({ job }) => job.status === "running"))
      const runningOf = (owner: string) => running.values().filter((entry) => entry.owner === owner).toArray().length
      while (running.size < limit) {
        const queued = active.values().filter((entry) => !running.has(entry))
        const next = nextToRun(queued, runningOf, (owner) => lastStarts.get(owner) ?? 0)
        if (next === undefined) break
        running.add(next)
        lastStarts.set(next.owner, ++starts)
        change(next, () => next.setStatus("running", now))
      }
      return [...running].map(({ id, job, owner }) => ({ id, owner, url: job.url, options: job.options }))
    })

  const list = <A>({ after = Infinity, limit }: JobRange, owner: string | undefined, pick: (entry: JobEntry) => A) =>
    Effect.map(Clock.currentTimeMillis, (now): Slice<A> => {
      const own = [...jobs.keys()].flatMap((id) => entryOf(id, owner, now) ?? []).toReversed()
      const older = own.filter(({ place }) => place < after)
      const items = older.slice(0, limit)
      return {
        items: items.map(pick),
        next: items.at(-1)?.place ?? 0,
        more: older.length > limit,
        total: own.length
      }
    })

  const finish = (id: JobId, status: "done" | "failed" | "cancelled", error?: Omit<JobError, "at">) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const entry = jobs.get(id)
      if (entry === undefined || isFinal(entry.job.status)) return
      change(entry, () => {
        if (error !== undefined) entry.addError(error, now)
        entry.setStatus(status, now)
      })
    })

  const cancel = Effect.fnUntraced(function*(owner: string, id: JobId) {
    const entry = entryOf(id, owner, yield* Clock.currentTimeMillis)
    if (entry === undefined) return Option.none<Job>()
    yield* hooks.run(id)
    yield* finish(id, "cancelled")
    return Option.some(entry.job)
  }, Effect.uninterruptible)

  const drop = Effect.fnUntraced(function*(owner: string, id: JobId) {
    const entry = entryOf(id, owner, yield* Clock.currentTimeMillis)
    if (entry === undefined || !isFinal(entry.job.status)) return false
    yield* documents.drop(id)
    evict(entry)
    return true
  })

  const write = Effect.fnUntraced(function*(id: JobId, settled: ReadonlyArray<Settled>) {
    const kept = yield* Effect.forEach(
      settled,
      ({ end }) => end.document === undefined ? nothing : documents.keep(id, end.document),
      { concurrency: "unbounded" }
    )
    const now = yield* Clock.currentTimeMillis
    const entry = jobs.get(id)
    if (entry === undefined || isFinal(entry.job.status)) return
    for (const [index, { end }] of settled.entries()) {
      change(entry, () => {
        const isRowKept = entry.pages.length < ledgerPages && budget.hasRoomForRow(rowBytes(end.row))
        const document = Option.getOrUndefined(kept[index] ?? Option.none())
        const fits = document !== undefined && budget.hasRoomForDocument(entry.owner, document.length)
        if (end.document === undefined || fits) entry.commit(end, document, isRowKept, now)
        else entry.commit(withoutDocument(end, storeBytes), undefined, isRowKept, now)
      })
    }
  })

  const documentAt = Effect.fnUntraced(function*(id: JobId, index: number) {
    const kept = jobs.get(id)?.documents[index]
    return kept === undefined ? yield* new JobEvicted({ id }) : yield* documents.read(id, kept)
  })

  const counts = Effect.sync(() => {
    const running = active.values().filter(({ job }) => job.status === "running").toArray().length
    return { queued: active.size - running, running }
  })

  const store = JobStore.of({
    isDurable: false,
    create,
    get: (owner, id) =>
      Effect.map(
        Clock.currentTimeMillis,
        (now) => Option.map(Option.fromUndefinedOr(entryOf(id, owner, now)), ({ job, revision }) => ({ job, revision }))
      ),
    changed: (id, revision) =>
      Effect.suspend(() => jobs.get(id)?.revision === revision ? watchers.next(id) : Effect.void),
    list: (owner, range) => list(range, owner, ({ job }) => job),
    listAll: (range) => list(range, undefined, ({ job, owner }) => ({ owner, job })),
    ownerOf: (id) =>
      Effect.map(Clock.currentTimeMillis, (now) => Option.fromUndefinedOr(entryOf(id, undefined, now)?.owner)),
    promote,
    cancel,
    finish,
    drop,
    pages: (id, { after, change, limit, outcome }) =>
      Effect.sync(() => {
        const pages = jobs.get(id)?.pages ?? []
        if (outcome === undefined && change === undefined) return slice(pages, after, limit)
        return filteredSlice(
          pages,
          after,
          limit,
          (page) => page.outcome === (outcome ?? page.outcome) && page.change === (change ?? page.change)
        )
      }),
    documents: (id, from = 0, to) =>
      Stream.suspend(() =>
        Stream.range(from, (to ?? jobs.get(id)?.documents.length ?? from + 1) - 1).pipe(
          Stream.mapEffect((index) => documentAt(id, index))
        )
      ),
    release: (id, before) =>
      Effect.sync(() => {
        const entry = jobs.get(id)
        if (entry === undefined) return
        budget.add(entry.owner, entry.release(before))
      }),
    counts,
    held: Effect.map(sweep, () => budget.held),
    ready: Effect.void
  })
  const journal = CrawlJournal.of({
    keepsSteps: false,
    write,
    settled: () => Effect.succeed({ places: [], spent: 0 }),
    steps: () => Stream.empty,
    beforeCancel: (id, settleRest) => hooks.add(id, settleRest)
  })
  return Context.make(JobStore, store).pipe(Context.add(CrawlJournal, journal))
}))

const sweepInterval = Duration.seconds(30)
const nothing = Effect.succeedNone

/** An idempotency key has no space in it. */
const keyOf = (owner: string, { key }: Idempotency): string => `${owner} ${key}`
