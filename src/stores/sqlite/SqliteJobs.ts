import { Clock, Context, Duration, Effect, Layer, Option, Queue, Schedule, Stream } from "effect"
import { isFinal, type Job, type JobError, JobId } from "../../domain/Job.ts"
import type { StoredPage } from "../../domain/LedgerRow.ts"
import { IdempotencyKeyReused, limitExceeded } from "../../jobs/crawl-limits.ts"
import { CancelHooks, CrawlJournal } from "../../jobs/CrawlJournal.ts"
import type { Idempotency } from "../../jobs/Idempotency.ts"
import { JobEvicted } from "../../jobs/JobEvicted.ts"
import type { JobRange, RunningJob, Slice } from "../../jobs/Jobs.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { keptDocuments } from "../../jobs/KeptDocuments.ts"
import { newJob } from "../../jobs/new-job.ts"
import { nextToRun } from "../../jobs/next-to-run.ts"
import { Settings } from "../../Settings.ts"
import { type LiveJob, LiveJobs, liveOf } from "./LiveJobs.ts"
import { sqliteJournal } from "./sqlite-journal.ts"
import { SqliteThread } from "./SqliteThread.ts"

/** Keeps jobs in a SQLite file. Ledgers and documents are read from it; only jobs that are not final are in memory. */
export const SqliteJobs = Layer.effectContext(Effect.gen(function*() {
  const { jobRetention, maxCrawls, maxCrawlsPerKey } = yield* Settings
  const file = yield* SqliteThread
  const documents = yield* keptDocuments
  const live = new LiveJobs(file.left.jobs)
  const hooks = new CancelHooks()
  const seconds = Effect.map(Clock.currentTimeMillis, (now) => now / 1000)
  /** Jobs that ended before have expired. */
  const expiry = Effect.map(seconds, (now) => now - Duration.toSeconds(jobRetention))

  /** A job in memory, else in the file, unless it has expired. */
  const find = Effect.fnUntraced(function*(id: JobId) {
    const known = live.get(id)
    if (known !== undefined) return known
    const stored = yield* file.call("find", { id, expired: yield* expiry })
    return stored === undefined ? undefined : liveOf(stored)
  })
  const findOwn = (owner: string, id: JobId) => Effect.map(find(id), (job) => job?.owner === owner ? job : undefined)

  const { ask: clean } = yield* cleaner(file)

  /** Documents that are elsewhere go first, so that none is left over. */
  const evict = Effect.fnUntraced(function*({ id, job }: Pick<LiveJob, "id" | "job">) {
    yield* documents.drop(id)
    yield* file.call("drop", { job })
    live.watchers.wake(id)
    yield* clean
  })

  const sweep = Effect.gen(function*() {
    for (const { job, shown } of yield* file.call("expired", { before: yield* expiry })) {
      yield* evict({ id: JobId.make(shown.id), job })
    }
  })
  yield* Effect.ignore(sweep).pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

  const create = Effect.fnUntraced(
    function*(owner: string, url: string, options: Job["options"], idempotency?: Idempotency) {
      const shown = newJob(url, options, yield* Clock.currentTimeMillis)
      const made = yield* file.call("create", { owner, idempotency, shown, expired: yield* expiry })
      if (made._tag === "Reused") return yield* new IdempotencyKeyReused()
      if (made._tag === "TooMany") {
        const exceeded = limitExceeded({ maxCrawls, maxCrawlsPerKey }, made.all, made.own)
        return yield* exceeded === undefined ? Effect.die(new Error("a limit was exceeded and is not")) : exceeded
      }
      if (made._tag === "Made") live.add(made.stored)
      return liveOf(made.stored).shown
    },
    Effect.uninterruptible
  )

  const isRunning = ({ shown }: LiveJob) => shown.status === "running"
  let starts = Math.max(0, ...live.all().map(({ started }) => started))
  const lastStarts = new Map(live.all().map(({ owner, started }) => [owner, started]))

  const promote = Effect.fnUntraced(function*(limit: number) {
    for (;;) {
      const running = live.all().filter(isRunning)
      const runningOf = (owner: string) => running.filter((job) => job.owner === owner).length
      const queued = live.all().filter((job) => !isRunning(job))
      const next = running.length < limit
        ? nextToRun(queued, runningOf, (owner) => lastStarts.get(owner) ?? 0)
        : undefined
      if (next === undefined) return running.map(runningJob)
      next.started = ++starts
      lastStarts.set(next.owner, next.started)
      live.changed(next, yield* file.call("start", { job: next.job, started: next.started }))
    }
  }, Effect.uninterruptible)

  const finish = Effect.fnUntraced(
    function*(id: JobId, status: "done" | "failed" | "cancelled", error?: Omit<JobError, "at">) {
      const job = live.get(id)
      if (job === undefined) return
      const changed = yield* file.call("finish", { job: job.job, status, error, now: yield* seconds })
      if (changed !== undefined) live.changed(job, changed)
      yield* clean
    },
    Effect.uninterruptible
  )

  const cancel = Effect.fnUntraced(function*(owner: string, id: JobId) {
    if ((yield* findOwn(owner, id)) === undefined) return Option.none<Job>()
    yield* hooks.run(id)
    yield* finish(id, "cancelled")
    return Option.map(Option.fromUndefinedOr(yield* findOwn(owner, id)), ({ shown }) => shown)
  }, Effect.uninterruptible)

  const drop = Effect.fnUntraced(function*(owner: string, id: JobId) {
    const job = yield* findOwn(owner, id)
    if (job === undefined || !isFinal(job.shown.status)) return false
    yield* evict(job)
    return true
  })

  const list = Effect.fnUntraced(function*<A>(
    { after = Number.MAX_SAFE_INTEGER, limit }: JobRange,
    owner: string | undefined,
    pick: (job: LiveJob) => A
  ) {
    const { jobs, more, total } = yield* file.call("list", { owner, before: after, limit, expired: yield* expiry })
    const slice: Slice<A> = { items: jobs.map(liveOf).map(pick), next: jobs.at(-1)?.job ?? 0, more, total }
    return slice
  })

  const readDocuments = (id: JobId, from = 0, to?: number) =>
    Stream.unwrap(Effect.map(find(id), (job) => {
      if (job === undefined) return to === from ? Stream.empty : Stream.fail(new JobEvicted({ id }))
      const end = to ?? job.shown.document_count
      return Stream.paginate(from, (next) =>
        Effect.gen(function*() {
          if (next >= end) return [[], Option.none<number>()] as const
          const { bodies } = yield* file.call("documents", { job: job.job, from: next, to: end })
          if (bodies.length === 0) return yield* new JobEvicted({ id })
          return [bodies, Option.some(next + bodies.length)] as const
        })).pipe(Stream.mapEffect((kept) => documents.read(id, kept)))
    }))

  const store = JobStore.of({
    isDurable: true,
    create,
    get: (owner, id) =>
      Effect.map(
        findOwn(owner, id),
        (job) => Option.map(Option.fromUndefinedOr(job), ({ revision, shown }) => ({ job: shown, revision }))
      ),
    changed: (id, revision) =>
      Effect.flatMap(find(id), (job) => job?.revision === revision ? live.watchers.next(id) : Effect.void),
    list: (owner, range) => list(range, owner, ({ shown }) => shown),
    listAll: (range) => list(range, undefined, ({ owner, shown }) => ({ owner, job: shown })),
    ownerOf: (id) => Effect.map(find(id), (job) => Option.fromUndefinedOr(job?.owner)),
    promote,
    cancel,
    finish,
    drop,
    pages: Effect.fnUntraced(function*(id, { after, change, limit, outcome }) {
      const job = yield* find(id)
      if (job === undefined) return { items: [], next: 0, more: false, total: 0 }
      const { rows, ...slice } = yield* file.call("ledger", { job: job.job, after, change, limit, outcome })
      return { ...slice, items: rows.map((row) => JSON.parse(row) as StoredPage) } // written by us
    }),
    documents: readDocuments,
    release: Effect.fnUntraced(function*(id, before) {
      const job = yield* find(id)
      if (job !== undefined) yield* file.call("release", { job: job.job, before })
    }),
    counts: Effect.sync(() => {
      const all = live.all()
      const running = all.filter(isRunning).length
      return { queued: all.length - running, running }
    }),
    activeOf: (owner) => Effect.sync(() => live.all().filter((job) => job.owner === owner).length),
    held: Effect.andThen(sweep, file.call("held", {})),
    ready: file.ready
  })
  const journal = sqliteJournal(file, live, documents, hooks)
  return Context.make(JobStore, store).pipe(Context.add(CrawlJournal, journal))
}))

const sweepInterval = Duration.seconds(30)

const runningJob = ({ id, owner, shown }: LiveJob): RunningJob => ({
  id,
  owner,
  url: shown.url,
  options: shown.options
})

/** Rows of jobs that are gone are deleted a few at a time. Gives the effect that asks for it. */
const cleaner = Effect.fnUntraced(function*({ call }: SqliteThread["Service"]) {
  const asked = yield* Queue.sliding<void>(1)
  const all = Effect.ignore(Effect.repeat(call("clean", {}), { while: (more) => more }))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(asked), all)))
  yield* Queue.offer(asked, undefined)
  return { ask: Effect.asVoid(Queue.offer(asked, undefined)) }
})
