import { Clock, Context, Duration, Effect, Layer, Option, Schedule } from "effect"
import { isFinal, type Job, type JobError, JobId } from "../../../core/domain/job/Job.ts"
import { NewId } from "../../../core/kernel/NewId.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { IdempotencyKeyReused, tooManyCrawls } from "../../jobs/crawl-limits.ts"
import { CancelHooks, CrawlJournal } from "../../jobs/CrawlJournal.ts"
import { JobStore } from "../../jobs/JobStore.ts"
import { StoreBudget } from "../../jobs/StoreBudget.ts"
import { type CrawlLimits, exceededLimit } from "../shared/exceeded-limit.ts"
import { type KeptDocuments, keptDocuments } from "../shared/KeptDocuments.ts"
import { LocalSlots } from "../shared/LocalSlots.ts"
import { newJob } from "../shared/new-job.ts"
import type { JobEntry } from "./JobEntry.ts"
import { memoryIndex } from "./memory-index.ts"
import { memoryJournal } from "./memory-journal.ts"
import { memoryReads } from "./memory-reads.ts"
import { MemoryEntries } from "./MemoryEntries.ts"

/** Stores jobs in the memory of this process. A restart loses them. */
export const memoryJobs = Layer.effectContext(Effect.gen(function*() {
  const settings = yield* Settings
  const documents = yield* keptDocuments
  const budget = new StoreBudget(settings.storeBytes)
  const entries = new MemoryEntries(budget, Duration.toMillis(settings.jobRetention))
  const hooks = new CancelHooks()
  const sweep = sweepOf(entries, documents)
  yield* sweep.pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

  const store = JobStore.of({
    isDurable: false,
    ...memoryReads(entries, documents),
    create: createOf(entries, settings),
    promote: promoteOf(entries, settings),
    cancel: Effect.fnUntraced(function*(owner, id) {
      const entry = entries.find(id, owner, yield* Clock.currentTimeMillis)
      if (entry === undefined) return Option.none<Job>()
      yield* hooks.run(id)
      yield* end(entries, id, "cancelled")
      return Option.some(entry.job)
    }, Effect.uninterruptible),
    finish: (id, status, ...errors) => end(entries, id, status, errors),
    drop: Effect.fnUntraced(function*(owner, id) {
      const entry = entries.find(id, owner, yield* Clock.currentTimeMillis)
      if (entry === undefined || !isFinal(entry.job.status)) return false
      yield* documents.drop(id)
      entries.evict(entry)
      return true
    }),
    unpin: (id) =>
      Effect.sync(() => {
        const entry = entries.get(id)
        if (entry !== undefined) entry.isPinned = false
      }),
    unpinAll: (schedule) =>
      Effect.sync(() => {
        const own = entries.ofSchedule(schedule)
        for (const entry of own) entry.isPinned = false
        return own.flatMap(({ id, job }) => isFinal(job.status) ? [] : [id])
      }),
    release: (id, before) =>
      Effect.sync(() => {
        const entry = entries.get(id)
        if (entry !== undefined) budget.add(entry.owner, entry.release(before))
      }),
    stored: Effect.map(sweep, () => ({ bytes: budget.held, jobs: entries.size })),
    ready: Effect.void
  })
  const journal = memoryJournal(entries, budget, documents, hooks, settings, yield* memoryIndex)
  return Context.make(JobStore, store).pipe(Context.add(CrawlJournal, journal))
}))

/** Deletes the documents of another store first. If that fails, the next sweep retries. */
const sweepOf = (entries: MemoryEntries, documents: KeptDocuments) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.forEach(
      entries.expired(now),
      (entry) => Effect.ignore(Effect.andThen(documents.drop(entry.id), Effect.sync(() => entries.evict(entry)))),
      { discard: true }
    ))

const createOf = (entries: MemoryEntries, limits: CrawlLimits): JobStore["Service"]["create"] =>
  Effect.fnUntraced(function*(owner, url, options, idempotency) {
    const now = yield* Clock.currentTimeMillis
    const earlier = idempotency === undefined ? undefined : entries.madeBy(owner, idempotency, now)
    if (earlier !== undefined) {
      if (earlier.idempotency?.asked !== idempotency?.asked) return yield* new IdempotencyKeyReused()
      return earlier.job
    }
    const exceeded = exceededLimit(limits, entries.activeFor(owner))
    if (exceeded !== undefined) return yield* tooManyCrawls(exceeded)
    const job = newJob(JobId.make((yield* NewId)()), url, options, now)
    entries.add(owner, job, idempotency)
    return job
  })

const promoteOf = (entries: MemoryEntries, { crawlSlice }: Settings["Service"]): JobStore["Service"]["promote"] => {
  const slots = new LocalSlots<JobEntry>(Duration.toMillis(crawlSlice))
  return (limit) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const [next] of slots.share([...entries.active], limit, now)) {
        if (next.job.status === "queued") entries.change(next, () => next.setStatus("running", now))
      }
      return entries.activeWhere(({ job }) => job.status === "running").map((entry) => slots.running(entry, entry.job))
    })
}

const end = (
  entries: MemoryEntries,
  id: JobId,
  status: "done" | "failed" | "cancelled",
  errors: ReadonlyArray<Omit<JobError, "at">> = []
) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const entry = entries.get(id)
    if (entry === undefined || isFinal(entry.job.status)) return
    entries.change(entry, () => {
      for (const error of errors) entry.addError(error, now)
      entry.setStatus(status, now)
    })
  })

const sweepInterval = Duration.seconds(30)
