import { Clock, Context, Duration, Effect, Layer, Option, Schedule, Schema, Stream } from "effect"
import { randomBytes } from "node:crypto"
import {
  type CrawlOptions,
  isFinal,
  type Job,
  type JobError,
  JobId,
  type JobStats,
  type JobStatus,
  noStats
} from "../domain/Job.ts"
import { Settings } from "../Settings.ts"
import { compress, decompress } from "./compress.ts"

/** The byte budget over all jobs is used up: the document was not kept, the job goes on. */
export class StoreFull extends Schema.TaggedError<StoreFull>()("StoreFull", { limit: Schema.Int }) {
  override get message(): string {
    return `the document store holds its limit of ${this.limit} bytes; the document was not kept`
  }
}

/** Remembers jobs and their documents until `jobRetention` after their end. A job is visible only to the key that made it. */
export class JobStore extends Context.Service<JobStore, {
  create(owner: string, url: string, options: CrawlOptions): Effect.Effect<Job>
  /** None where the id is unknown, evicted, or another owner's. O(1), whatever the job has collected. */
  get(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  /** A final status stays: later calls change nothing. */
  setStatus(id: JobId, status: JobStatus): Effect.Effect<void>
  updateStats(id: JobId, update: (stats: JobStats) => JobStats): Effect.Effect<void>
  addError(id: JobId, error: Omit<JobError, "at">): Effect.Effect<void>
  /** `json` is one encoded Document. */
  addDocument(id: JobId, json: Uint8Array): Effect.Effect<void, StoreFull>
  /** The documents' encoded bytes in the order they were added. */
  documents(id: JobId): Stream.Stream<Uint8Array>
}>()("gleaner/jobs/JobStore") {
  static readonly layerMemory = Layer.effect(
    JobStore,
    Effect.gen(function*() {
      const { jobRetention, storeBytes } = yield* Settings
      const retention = Duration.toMillis(jobRetention)
      const jobs = new Map<string, Entry>()
      let held = 0

      const isExpired = (entry: Entry, now: number) =>
        entry.job.finished_at !== null && entry.job.finished_at * 1000 + retention <= now

      const evict = (entry: Entry) => {
        if (jobs.delete(entry.job.id)) held -= entry.bytes
      }

      const sweep = Effect.map(Clock.currentTimeMillis, (now) => {
        for (const entry of jobs.values()) if (isExpired(entry, now)) evict(entry)
      })
      yield* sweep.pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

      const update = (id: JobId, change: (entry: Entry) => void) =>
        Effect.sync(() => {
          const entry = jobs.get(id)
          if (entry !== undefined) change(entry)
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
          jobs.set(job.id, { owner, job, documents: [], bytes: 0 })
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
        setStatus: (id, status) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            update(id, (entry) => {
              if (isFinal(entry.job.status)) return
              const finished = isFinal(status)
              entry.job = {
                ...entry.job,
                status,
                finished_at: finished ? now / 1000 : null,
                stats: finished ? { ...entry.job.stats, pending: 0 } : entry.job.stats
              }
            })),
        updateStats: (id, change) =>
          update(id, (entry) => {
            entry.job = { ...entry.job, stats: change(entry.job.stats) }
          }),
        addError: (id, error) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            update(id, (entry) => {
              const errors = [...entry.job.errors, { ...error, at: now / 1000 }].slice(-keptErrors)
              entry.job = { ...entry.job, errors }
            })),
        addDocument: Effect.fnUntraced(function*(id, json) {
          const bytes = yield* compress(json)
          if (held + bytes.length > storeBytes) return yield* new StoreFull({ limit: storeBytes })
          yield* update(id, (entry) => {
            held += bytes.length
            entry.bytes += bytes.length
            entry.documents.push(bytes)
            entry.job = { ...entry.job, document_count: entry.documents.length }
          })
        }),
        documents: (id) =>
          Stream.suspend(() => Stream.fromIterable(jobs.get(id)?.documents.slice() ?? [])).pipe(
            Stream.mapEffect((bytes) => decompress(bytes))
          )
      })
    })
  )
}

interface Entry {
  readonly owner: string
  job: Job
  readonly documents: Array<Uint8Array>
  bytes: number
}

const keptErrors = 100
const sweepInterval = Duration.seconds(30)

/** Not to be guessed, so not from `Random`, which a seed could repeat. */
const newJobId = Effect.sync(() => JobId.make(randomBytes(16).toString("hex")))
