import { Clock, Context, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { type CrawlOptions, isFinal, type Job, type JobError, JobId, type JobStatus, noStats } from "../domain/Job.ts"
import { Settings } from "../Settings.ts"
import { compress, decompress } from "./compress.ts"
import { JobEntry, type PageEnd } from "./JobEntry.ts"

/** Remembers jobs and their documents until `jobRetention` after their end. A job is visible only to the key that made it. */
export class JobStore extends Context.Service<JobStore, {
  create(owner: string, url: string, options: CrawlOptions): Effect.Effect<Job>
  /** None where the id is unknown, evicted, or another owner's. O(1), whatever the job has collected. */
  get(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  /** A final status stays: later calls change nothing. */
  setStatus(id: JobId, status: JobStatus): Effect.Effect<void>
  setPending(id: JobId, pending: number): Effect.Effect<void>
  /** An error of the job itself; a page's comes with its `commitPage`. */
  addError(id: JobId, error: Omit<JobError, "at">): Effect.Effect<void>
  /**
   * A page's end: counters, ledger row, error and document change together, or (interrupted) not at all. On `store_full` the
   * byte budget over all jobs is used up: the document was not kept, and the store has counted the page as skipped and said so
   * in `errors`.
   */
  commitPage(id: JobId, end: PageEnd): Effect.Effect<"kept" | "store_full">
  /** The documents' encoded bytes in the order they were added. */
  documents(id: JobId): Stream.Stream<Uint8Array>
}>()("gleaner/jobs/JobStore") {
  static readonly layerMemory = Layer.effect(
    JobStore,
    Effect.gen(function*() {
      const { jobRetention, storeBytes } = yield* Settings
      const retention = Duration.toMillis(jobRetention)
      const documentBytes = storeBytes * documentShare
      const jobs = new Map<string, JobEntry>()
      let held = 0

      const isExpired = ({ job }: JobEntry, now: number) =>
        job.finished_at !== null && job.finished_at * 1000 + retention <= now

      const evict = (entry: JobEntry) => {
        if (jobs.delete(entry.job.id)) held -= entry.bytes
      }

      const sweep = Effect.map(Clock.currentTimeMillis, (now) => {
        for (const entry of jobs.values()) if (isExpired(entry, now)) evict(entry)
      })
      yield* sweep.pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

      /** The one way in which an entry changes, so that what is held is always the sum over the entries. */
      const update = (id: JobId, change: (entry: JobEntry, now: number) => void) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const entry = jobs.get(id)
          if (entry === undefined) return
          const before = entry.bytes
          change(entry, now)
          held += entry.bytes - before
        })

      return JobStore.of({
        create: Effect.fnUntraced(function*(owner, url, options) {
          const now = yield* Clock.currentTimeMillis
          const job: Job = {
            id: yield* newJobId,
            url,
            status: "queued",
            created_at: now / 1000,
            finished_at: null,
            stats: noStats,
            errors: [],
            document_count: 0,
            options
          }
          const entry = new JobEntry(owner, job)
          jobs.set(job.id, entry)
          held += entry.bytes
          return job
        }),
        get: (owner, id) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const entry = jobs.get(id)
            if (entry === undefined || entry.owner !== owner) return Option.none()
            if (!isExpired(entry, now)) return Option.some(entry.job)
            evict(entry)
            return Option.none()
          }),
        setStatus: (id, status) => update(id, (entry, now) => entry.setStatus(status, now)),
        setPending: (id, pending) => update(id, (entry) => entry.setPending(pending)),
        addError: (id, error) => update(id, (entry, now) => entry.addError(error, now)),
        commitPage: Effect.fnUntraced(function*(id, end) {
          const document = end.document === undefined ? undefined : yield* compress(end.document)
          let outcome: "kept" | "store_full" = "kept"
          yield* update(id, (entry, now) => {
            if (isFinal(entry.job.status)) return
            if (document === undefined || held + document.length <= documentBytes) {
              return entry.commit(end, document, now)
            }
            outcome = "store_full"
            entry.commit(withoutDocument(end, storeBytes), undefined, now)
          })
          return outcome
        }),
        documents: (id) =>
          Stream.suspend(() => Stream.fromIterable(jobs.get(id)?.documents.slice() ?? [])).pipe(
            Stream.mapEffect((bytes) => decompress(bytes))
          )
      })
    })
  )
}

/** Documents leave this rest of the budget to the ledgers, which say why a document is missing. */
const documentShare = 15 / 16
const sweepInterval = Duration.seconds(30)

const withoutDocument = (end: PageEnd, limit: number): PageEnd => {
  const { stored: _, ...change } = end.change
  return {
    row: { ...end.row, outcome: "skipped", code: "store_full" },
    change: { ...change, skipped: (change.skipped ?? 0) + 1 },
    pending: end.pending,
    error: {
      url: end.row.url,
      code: "store_full",
      message: `The document store holds its limit of ${limit} bytes; the document was not kept.`
    }
  }
}

/** Not to be guessed, so not from `Random`, which a seed could repeat. */
const newJobId = Effect.sync(() => JobId.make(randomBytes(16).toString("hex")))
