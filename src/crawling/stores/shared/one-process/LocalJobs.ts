import { Clock, Context, Duration, Effect, Layer, Option, Queue } from "effect"
import { isFinal, type Job, type JobError, JobId } from "../../../../core/domain/job/Job.ts"
import { NewId } from "../../../../core/kernel/NewId.ts"
import { repeatedly } from "../../../../core/observability/repeatedly.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { IdempotencyKeyReused, tooManyCrawls } from "../../../jobs/crawl-limits.ts"
import { CancelHooks, CrawlJournal } from "../../../jobs/CrawlJournal.ts"
import { JobStore } from "../../../jobs/JobStore.ts"
import { type KeptDocuments, keptDocuments } from "../KeptDocuments.ts"
import { LocalSlots } from "../LocalSlots.ts"
import { newJob } from "../new-job.ts"
import { type JobFinder, jobFinder } from "./find-job.ts"
import { type LiveJob, LiveJobs, liveOf } from "./LiveJobs.ts"
import { localJournal } from "./local-journal.ts"
import { isRunning, localReads } from "./local-reads.ts"
import { LocalStore } from "./LocalStore.ts"

/** Stores jobs in the `LocalStore`. Only jobs that are not final are also in memory, without ledgers and documents. */
export const localJobs = Layer.effectContext(Effect.gen(function*() {
  const settings = yield* Settings
  const local = yield* LocalStore
  const documents = yield* keptDocuments
  const live = new LiveJobs(local.initial.jobs)
  const hooks = new CancelHooks()
  const finder = jobFinder(local, live, settings.jobRetention)
  const { findOwn } = finder
  const clean = yield* cleaner(local)
  const evict = evictOf(local, live, documents, clean)
  const sweep = sweepOf(local, finder, evict)
  yield* repeatedly("deleting expired jobs", sweep, sweepInterval)
  const end = endOf(local, live, clean)

  const store = JobStore.of({
    isDurable: true,
    ...localReads(local, live, documents, finder),
    create: createOf(local, live, finder),
    promote: promoteOf(local, live, settings),
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
    unpin: (id) => local.call("unpin", { id }),
    unpinAll: (schedule) => local.call("unpinAll", { schedule }),
    release: Effect.fnUntraced(function*(id, before) {
      const job = yield* finder.find(id)
      if (job !== undefined) yield* local.call("release", { job: job.job, before })
    }),
    stored: Effect.andThen(sweep, local.call("stored", {})),
    ready: local.ready
  })
  const journal = localJournal(local, live, documents, hooks)
  return Context.make(JobStore, store).pipe(Context.add(CrawlJournal, journal))
}))

/** Deletes the documents of another store first: after a crash, the row of the job is there for a retry. */
const evictOf = (
  local: LocalStore["Service"],
  live: LiveJobs,
  documents: KeptDocuments,
  clean: Effect.Effect<void>
) =>
  Effect.fnUntraced(function*({ id, job }: Pick<LiveJob, "id" | "job">) {
    yield* documents.drop(id)
    yield* local.call("drop", { job })
    live.watchers.wake(id)
    yield* clean
  })

const sweepOf = (local: LocalStore["Service"], { expiry }: JobFinder, evict: ReturnType<typeof evictOf>) =>
  Effect.gen(function*() {
    for (const { job, shown } of yield* local.call("expired", { before: yield* expiry })) {
      yield* evict({ id: shown.id, job })
    }
  })

const createOf = (
  local: LocalStore["Service"],
  live: LiveJobs,
  { expiry }: JobFinder
): JobStore["Service"]["create"] =>
  Effect.fnUntraced(function*(owner, url, options, idempotency) {
    const shown = newJob(JobId.make((yield* NewId)()), url, options, yield* Clock.currentTimeMillis)
    const made = yield* local.call("create", { owner, idempotency, shown, expired: yield* expiry })
    if (made._tag === "Reused") return yield* new IdempotencyKeyReused()
    if (made._tag === "TooMany") return yield* tooManyCrawls(made.exceeded)
    if (made._tag === "Made") live.add(made.stored)
    return liveOf(made.stored).shown
  }, Effect.uninterruptible)

const promoteOf = (
  local: LocalStore["Service"],
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
      live.changed(job, yield* local.call("start", { job: job.job, started }))
    }
    return live.all().filter(isRunning).map((job) => slots.running(job, job.shown))
  }, Effect.uninterruptible)
}

const endOf = (local: LocalStore["Service"], live: LiveJobs, clean: Effect.Effect<void>) =>
  Effect.fnUntraced(
    function*(id: JobId, status: "done" | "failed" | "cancelled", ...errors: ReadonlyArray<Omit<JobError, "at">>) {
      const job = live.get(id)
      if (job === undefined) return
      const now = (yield* Clock.currentTimeMillis) / 1000
      const changed = yield* local.call("finish", { job: job.job, status, errors, now })
      if (changed !== undefined) live.changed(job, changed)
      yield* clean
    },
    Effect.uninterruptible
  )

/** Deletes rows of deleted jobs in small batches, in the background. Returns the effect that starts it. */
const cleaner = Effect.fnUntraced(function*({ call }: LocalStore["Service"]) {
  const requests = yield* Queue.sliding<void>(1)
  const all = Effect.ignoreCause(Effect.repeat(call("clean", {}), { while: (more) => more }))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(requests), all)))
  const request = Effect.asVoid(Queue.offer(requests, undefined))
  yield* request
  return request
})

const sweepInterval = Duration.seconds(30)
