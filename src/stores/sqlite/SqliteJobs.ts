import { Clock, Context, Duration, Effect, Layer, Option, Queue } from "effect"
import { isFinal, type Job, type JobError, type JobId } from "../../domain/job/Job.ts"
import { type CrawlLimits, IdempotencyKeyReused, limitExceeded } from "../../jobs/crawl-limits.ts"
import { CancelHooks, CrawlJournal } from "../../jobs/CrawlJournal.ts"
import { JobStore, type RunningJob } from "../../jobs/JobStore.ts"
import { Settings } from "../../Settings.ts"
import { type KeptDocuments, keptDocuments } from "../memory/KeptDocuments.ts"
import { LocalSlots } from "../memory/LocalSlots.ts"
import { newJob } from "../memory/new-job.ts"
import { repeatedly } from "../repeatedly.ts"
import { type JobFinder, jobFinder } from "./find-job.ts"
import { type LiveJob, LiveJobs, liveOf } from "./LiveJobs.ts"
import { sqliteJournal } from "./sqlite-journal.ts"
import { isRunning, sqliteReads } from "./sqlite-reads.ts"
import { SqliteThread } from "./thread/SqliteThread.ts"

/** Keeps jobs in a SQLite file. Ledgers and documents are read from it; only jobs that are not final are in memory. */
export const SqliteJobs = Layer.effectContext(Effect.gen(function*() {
  const settings = yield* Settings
  const file = yield* SqliteThread
  const documents = yield* keptDocuments
  const live = new LiveJobs(file.left.jobs)
  const hooks = new CancelHooks()
  const finder = jobFinder(file, live, settings.jobRetention)
  const { findOwn } = finder
  const { ask: clean } = yield* cleaner(file)
  const evict = evictOf(file, live, documents, clean)
  const sweep = sweepOf(file, finder, evict)
  yield* repeatedly("deleting expired jobs", sweep, sweepInterval)
  const end = endOf(file, live, clean)

  const store = JobStore.of({
    isDurable: true,
    ...sqliteReads(file, live, documents, finder),
    create: createOf(file, live, finder, settings),
    promote: promoteOf(file, live, settings),
    cancel: Effect.fnUntraced(function*(owner, id) {
      if ((yield* findOwn(owner, id)) === undefined) return Option.none<Job>()
      yield* hooks.run(id)
      yield* end(id, "cancelled")
      return Option.map(Option.fromUndefinedOr(yield* findOwn(owner, id)), ({ shown }) => shown)
    }, Effect.uninterruptible),
    finish: end,
    drop: Effect.fnUntraced(function*(owner, id) {
      const job = yield* findOwn(owner, id)
      if (job === undefined || !isFinal(job.shown.status)) return false
      yield* evict(job)
      return true
    }),
    release: Effect.fnUntraced(function*(id, before) {
      const job = yield* finder.find(id)
      if (job !== undefined) yield* file.call("release", { job: job.job, before })
    }),
    held: Effect.andThen(sweep, file.call("held", {})),
    kept: Effect.andThen(sweep, file.call("kept", {})),
    ready: file.ready
  })
  const journal = sqliteJournal(file, live, documents, hooks)
  return Context.make(JobStore, store).pipe(Context.add(CrawlJournal, journal))
}))

/** Documents that are elsewhere go first, so that none is left over. */
const evictOf = (
  file: SqliteThread["Service"],
  live: LiveJobs,
  documents: KeptDocuments,
  clean: Effect.Effect<void>
) =>
  Effect.fnUntraced(function*({ id, job }: Pick<LiveJob, "id" | "job">) {
    yield* documents.drop(id)
    yield* file.call("drop", { job })
    live.watchers.wake(id)
    yield* clean
  })

const sweepOf = (file: SqliteThread["Service"], { expiry }: JobFinder, evict: ReturnType<typeof evictOf>) =>
  Effect.gen(function*() {
    for (const { job, shown } of yield* file.call("expired", { before: yield* expiry })) {
      yield* evict({ id: shown.id, job })
    }
  })

const createOf = (
  file: SqliteThread["Service"],
  live: LiveJobs,
  { expiry }: JobFinder,
  limits: CrawlLimits
): JobStore["Service"]["create"] =>
  Effect.fnUntraced(function*(owner, url, options, idempotency) {
    const shown = newJob(url, options, yield* Clock.currentTimeMillis)
    const made = yield* file.call("create", { owner, idempotency, shown, expired: yield* expiry })
    if (made._tag === "Reused") return yield* new IdempotencyKeyReused()
    if (made._tag === "TooMany") {
      const exceeded = limitExceeded(limits, made.usage)
      return yield* exceeded === undefined ? Effect.die(new Error("a limit was exceeded and is not")) : exceeded
    }
    if (made._tag === "Made") live.add(made.stored)
    return liveOf(made.stored).shown
  }, Effect.uninterruptible)

const promoteOf = (
  file: SqliteThread["Service"],
  live: LiveJobs,
  { crawlSlice }: Settings["Service"]
): JobStore["Service"]["promote"] => {
  const lastStarts = new Map<string, number>()
  for (const { owner, started } of live.all()) lastStarts.set(owner, Math.max(started, lastStarts.get(owner) ?? 0))
  const slots = new LocalSlots<LiveJob>(Duration.toMillis(crawlSlice), lastStarts)
  let begun = live.all().filter(isRunning)
  return Effect.fnUntraced(function*(limit) {
    const now = yield* Clock.currentTimeMillis
    slots.resume(begun.slice(0, limit), now)
    begun = []
    for (const [job, started] of slots.share(live.all(), limit, now)) {
      if (isRunning(job)) continue
      job.started = started
      live.changed(job, yield* file.call("start", { job: job.job, started }))
    }
    return live.all().filter(isRunning).map((job): RunningJob => ({
      id: job.id,
      owner: job.owner,
      url: job.shown.url,
      options: job.shown.options,
      hasSlot: slots.has(job)
    }))
  }, Effect.uninterruptible)
}

const endOf = (file: SqliteThread["Service"], live: LiveJobs, clean: Effect.Effect<void>) =>
  Effect.fnUntraced(
    function*(id: JobId, status: "done" | "failed" | "cancelled", error?: Omit<JobError, "at">) {
      const job = live.get(id)
      if (job === undefined) return
      const now = (yield* Clock.currentTimeMillis) / 1000
      const changed = yield* file.call("finish", { job: job.job, status, error, now })
      if (changed !== undefined) live.changed(job, changed)
      yield* clean
    },
    Effect.uninterruptible
  )

/** Rows of jobs that are gone are deleted a few at a time. Gives the effect that asks for it. */
const cleaner = Effect.fnUntraced(function*({ call }: SqliteThread["Service"]) {
  const asked = yield* Queue.sliding<void>(1)
  const all = Effect.ignoreCause(Effect.repeat(call("clean", {}), { while: (more) => more }))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(asked), all)))
  yield* Queue.offer(asked, undefined)
  return { ask: Effect.asVoid(Queue.offer(asked, undefined)) }
})

const sweepInterval = Duration.seconds(30)
