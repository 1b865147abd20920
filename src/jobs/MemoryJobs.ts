import { Clock, Context, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import { isFinal, type Job, type JobError, type JobId } from "../domain/Job.ts"
import { Settings } from "../Settings.ts"
import { rowBytes } from "./accounting.ts"
import { IdempotencyKeyReused, limitExceeded, type TooManyCrawls } from "./crawl-limits.ts"
import { CancelHooks, CrawlJournal, type Settled } from "./CrawlJournal.ts"
import type { Idempotency } from "./Idempotency.ts"
import type { JobEntry } from "./JobEntry.ts"
import { JobEvicted } from "./JobEvicted.ts"
import type { JobRange, RunningJob, Slice } from "./Jobs.ts"
import { JobStore } from "./JobStore.ts"
import { keptDocuments } from "./KeptDocuments.ts"
import { MemoryEntries } from "./MemoryEntries.ts"
import { newJob } from "./new-job.ts"
import { nextToRun } from "./next-to-run.ts"
import { withoutDocument } from "./PageEnd.ts"
import { filteredSlice, slice } from "./slices.ts"
import { StoreBudget } from "./StoreBudget.ts"

/** Keeps jobs in the memory of this process. A restart loses them. */
export const memoryJobs = Layer.effectContext(Effect.gen(function*() {
  const { jobRetention, ledgerPages, maxCrawls, maxCrawlsPerKey, storeBytes } = yield* Settings
  const documents = yield* keptDocuments
  const retention = Duration.toMillis(jobRetention)
  const budget = new StoreBudget(storeBytes)
  const entries = new MemoryEntries(budget, retention)
  const { active, watchers } = entries
  const hooks = new CancelHooks()
  /** The number of each owner's last start. */
  const lastStarts = new Map<string, number>()
  let starts = 0

  /** Documents that are elsewhere go first; where they cannot, the next round tries again. */
  const sweep = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.forEach(
      entries.expired(now),
      (entry) => Effect.ignore(Effect.andThen(documents.drop(entry.id), Effect.sync(() => entries.evict(entry)))),
      { discard: true }
    ))
  yield* sweep.pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

  const create = (owner: string, url: string, options: Job["options"], idempotency?: Idempotency) =>
    Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Job, TooManyCrawls | IdempotencyKeyReused> => {
      const earlier = idempotency === undefined ? undefined : entries.madeBy(owner, idempotency, now)
      if (earlier !== undefined) {
        return earlier.idempotency?.asked === idempotency?.asked
          ? Effect.succeed(earlier.job)
          : Effect.fail(new IdempotencyKeyReused())
      }
      const own = active.values().filter((entry) => entry.owner === owner).toArray().length
      const exceeded = limitExceeded({ maxCrawls, maxCrawlsPerKey }, active.size, own)
      if (exceeded !== undefined) return Effect.fail(exceeded)
      const job = newJob(url, options, now)
      entries.add(owner, job, idempotency)
      return Effect.succeed(job)
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
        entries.change(next, () => next.setStatus("running", now))
      }
      return [...running].map(({ id, job, owner }) => ({ id, owner, url: job.url, options: job.options }))
    })

  const list = <A>({ after = Infinity, limit }: JobRange, owner: string | undefined, pick: (entry: JobEntry) => A) =>
    Effect.map(Clock.currentTimeMillis, (now): Slice<A> => {
      const own = entries.all(owner, now)
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
      const entry = entries.get(id)
      if (entry === undefined || isFinal(entry.job.status)) return
      entries.change(entry, () => {
        if (error !== undefined) entry.addError(error, now)
        entry.setStatus(status, now)
      })
    })

  const cancel = Effect.fnUntraced(function*(owner: string, id: JobId) {
    const entry = entries.find(id, owner, yield* Clock.currentTimeMillis)
    if (entry === undefined) return Option.none<Job>()
    yield* hooks.run(id)
    yield* finish(id, "cancelled")
    return Option.some(entry.job)
  }, Effect.uninterruptible)

  const drop = Effect.fnUntraced(function*(owner: string, id: JobId) {
    const entry = entries.find(id, owner, yield* Clock.currentTimeMillis)
    if (entry === undefined || !isFinal(entry.job.status)) return false
    yield* documents.drop(id)
    entries.evict(entry)
    return true
  })

  /** A crawl in memory cannot be made again from what was settled, so a place that is away costs the document alone. */
  const kept = (id: JobId, document: Uint8Array) =>
    Effect.catch(
      documents.keep(id, document),
      ({ reason }) => Effect.as(Effect.logWarning(`a document was not kept: ${reason}`), Option.none())
    )

  const write = Effect.fnUntraced(function*(id: JobId, settled: ReadonlyArray<Settled>) {
    const all = yield* Effect.forEach(
      settled,
      ({ end }) => end.document === undefined ? nothing : kept(id, end.document),
      { concurrency: "unbounded" }
    )
    const now = yield* Clock.currentTimeMillis
    const entry = entries.get(id)
    if (entry === undefined || isFinal(entry.job.status)) return
    for (const [index, { end }] of settled.entries()) {
      entries.change(entry, () => {
        const isRowKept = entry.pages.length < ledgerPages && budget.hasRoomForRow(rowBytes(end.row))
        const document = Option.getOrUndefined(all[index] ?? Option.none())
        const fits = document !== undefined && budget.hasRoomForDocument(entry.owner, document.length)
        if (end.document === undefined || fits) entry.commit(end, document, isRowKept, now)
        else entry.commit(withoutDocument(end, storeBytes), undefined, isRowKept, now)
      })
    }
  })

  const documentAt = Effect.fnUntraced(function*(id: JobId, index: number) {
    const kept = entries.get(id)?.documents[index]
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
        (now) =>
          Option.map(Option.fromUndefinedOr(entries.find(id, owner, now)), ({ job, revision }) => ({ job, revision }))
      ),
    changed: (id, revision) =>
      Effect.suspend(() => entries.get(id)?.revision === revision ? watchers.next(id) : Effect.void),
    list: (owner, range) => list(range, owner, ({ job }) => job),
    listAll: (range) => list(range, undefined, ({ job, owner }) => ({ owner, job })),
    ownerOf: (id) =>
      Effect.map(Clock.currentTimeMillis, (now) => Option.fromUndefinedOr(entries.find(id, undefined, now)?.owner)),
    promote,
    cancel,
    finish,
    drop,
    pages: (id, { after, change, limit, outcome }) =>
      Effect.sync(() => {
        const pages = entries.get(id)?.pages ?? []
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
        Stream.range(from, (to ?? entries.get(id)?.documents.length ?? from + 1) - 1).pipe(
          Stream.mapEffect((index) => documentAt(id, index))
        )
      ),
    release: (id, before) =>
      Effect.sync(() => {
        const entry = entries.get(id)
        if (entry === undefined) return
        budget.add(entry.owner, entry.release(before))
      }),
    counts,
    activeOf: (owner) => Effect.sync(() => active.values().filter((entry) => entry.owner === owner).toArray().length),
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
