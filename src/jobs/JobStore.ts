import { Clock, Context, Deferred, Duration, Effect, Layer, Option, Schedule, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { type CrawlOptions, isFinal, type Job, type JobError, JobId, type JobStatus, noStats } from "../domain/Job.ts"
import type { JobPage, PageOutcome } from "../domain/JobPage.ts"
import { Settings } from "../Settings.ts"
import { compress, decompress } from "./compress.ts"
import { JobEntry, type PageEnd, rowBytes } from "./JobEntry.ts"
import { JobEvicted } from "./JobEvicted.ts"
import type { Slice } from "./Jobs.ts"
import { StoreBudget } from "./StoreBudget.ts"

/**
 * Keeps jobs and their documents until `jobRetention` after their end. A job is visible only to the key that made it.
 */
export class JobStore extends Context.Service<JobStore, {
  /** Stores the job with its `idempotencyKey`, for `byKey`. */
  create(owner: string, url: string, options: CrawlOptions, idempotencyKey?: string): Effect.Effect<Job>
  /** None if the id is unknown, evicted, or another owner's. O(1), however much the job has collected. */
  get(owner: string, id: JobId): Effect.Effect<Option.Option<Job>>
  /** The owner's job that was made with this idempotency key, as long as the job is kept. */
  byKey(owner: string, idempotencyKey: string): Effect.Effect<Option.Option<Job>>
  /** The owner's jobs, newest first. `after` is the `next` of another slice. */
  list(owner: string, range: { readonly after?: number; readonly limit: number }): Effect.Effect<Slice<Job>>
  /** A final status never changes. */
  setStatus(id: JobId, status: JobStatus): Effect.Effect<void>
  setPending(id: JobId, pending: number): Effect.Effect<void>
  /** Adds an error of the job itself. The error of a page comes with `commitPage`. */
  addError(id: JobId, error: Omit<JobError, "at">): Effect.Effect<void>
  /**
   * The end of a page: counters, ledger row, error and document change together or, when interrupted, not at all.
   * `store_full` means that the byte budget, or the owner's part of it, is used up: the document was not kept, and the
   * store has counted the page as skipped and added an error.
   */
  commitPage(id: JobId, end: PageEnd): Effect.Effect<"kept" | "store_full">
  /** This page links to these URLs, which have failed: their rows of the ledger tell it. */
  addReferrer(id: JobId, page: string, urls: ReadonlyArray<string>): Effect.Effect<void>
  /** Rows of the ledger from index `after` on, in the order in which the pages ended; with `outcome` only those. */
  pages(
    id: JobId,
    range: { readonly after: number; readonly limit: number; readonly outcome?: PageOutcome }
  ): Effect.Effect<Slice<JobPage>>
  /** The encoded documents with an index in [from, to), in order. Only one is in memory at a time. */
  documents(id: JobId, from?: number, to?: number): Stream.Stream<Uint8Array, JobEvicted>
  /** Frees documents before this index; their reader has them. They still count, and cannot be read again. */
  release(id: JobId, before: number): Effect.Effect<void>
  /** Deletes a final job with all that it has, before its retention is over. False if it is not final or not the owner's. */
  drop(owner: string, id: JobId): Effect.Effect<boolean>
  /** Bytes that all jobs hold. The limit is `storeBytes`. */
  readonly held: Effect.Effect<number>
  /** Returns when the job differs from this snapshot, or is gone. */
  changed(seen: Job): Effect.Effect<void>
}>()("gleaner/jobs/JobStore") {
  static readonly layerMemory = Layer.effect(
    JobStore,
    Effect.gen(function*() {
      const { jobRetention, ledgerPages, storeBytes } = yield* Settings
      const retention = Duration.toMillis(jobRetention)
      const budget = new StoreBudget(storeBytes)
      /** Oldest first. */
      const jobs = new Map<string, JobEntry>()
      const keys = new Map<string, string>()
      const watched = new Map<string, Deferred.Deferred<void>>()
      /** Counted for each owner: a cursor tells nothing about other owners. */
      const made = new Map<string, number>()

      const wake = (id: string) => {
        const waiting = watched.get(id)
        if (waiting === undefined) return
        watched.delete(id)
        Deferred.doneUnsafe(waiting, Effect.void)
      }

      const evict = (entry: JobEntry) => {
        if (!jobs.delete(entry.job.id)) return
        budget.add(entry.owner, -entry.bytes)
        if (entry.idempotencyKey !== undefined) keys.delete(keyOf(entry.owner, entry.idempotencyKey))
        wake(entry.job.id)
      }

      /** The entry, if it exists and has not expired. */
      const entryAt = (id: string | undefined, now: number): JobEntry | undefined => {
        const entry = id === undefined ? undefined : jobs.get(id)
        const finished = entry?.job.finished_at ?? null
        if (entry === undefined || finished === null || finished * 1000 + retention > now) return entry
        evict(entry)
        return undefined
      }

      const sweep = Effect.map(Clock.currentTimeMillis, (now) => {
        for (const id of jobs.keys()) entryAt(id, now)
      })
      yield* sweep.pipe(Effect.repeat(Schedule.spaced(sweepInterval)), Effect.forkScoped)

      /** The only way to change an entry. It keeps the sum of bytes right, and tells the watchers. */
      const update = (id: JobId, change: (entry: JobEntry, now: number) => void) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const entry = jobs.get(id)
          if (entry === undefined) return
          const { bytes, job } = entry
          change(entry, now)
          budget.add(entry.owner, entry.bytes - bytes)
          if (entry.job !== job) wake(id)
        })

      const documentAt = Effect.fnUntraced(function*(id: JobId, index: number) {
        const bytes = jobs.get(id)?.documents[index]
        if (bytes === undefined) return yield* new JobEvicted({ id })
        return yield* decompress(bytes)
      })

      return JobStore.of({
        create: (owner, url, options, idempotencyKey) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const job: Job = { ...newJob, id: newJobId(), url, created_at: now / 1000, options }
            const place = made.get(owner) ?? 0
            made.set(owner, place + 1)
            const entry = new JobEntry(owner, place, job, idempotencyKey)
            jobs.set(job.id, entry)
            budget.add(owner, entry.bytes)
            if (idempotencyKey !== undefined) keys.set(keyOf(owner, idempotencyKey), job.id)
            return job
          }),
        get: (owner, id) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            const entry = entryAt(id, now)
            return entry?.owner === owner ? Option.some(entry.job) : Option.none()
          }),
        byKey: (owner, idempotencyKey) =>
          Effect.map(
            Clock.currentTimeMillis,
            (now) => Option.fromNullishOr(entryAt(keys.get(keyOf(owner, idempotencyKey)), now)?.job)
          ),
        list: (owner, { after = Infinity, limit }) =>
          Effect.map(sweep, () => {
            const own = [...jobs.values()].filter((entry) => entry.owner === owner).toReversed()
            const older = own.filter(({ place }) => place < after)
            const items = older.slice(0, limit)
            return {
              items: items.map(({ job }) => job),
              next: items.at(-1)?.place ?? 0,
              more: older.length > limit,
              total: own.length
            }
          }),
        setStatus: (id, status) => update(id, (entry, now) => entry.setStatus(status, now)),
        setPending: (id, pending) => update(id, (entry) => entry.setPending(pending)),
        addError: (id, error) => update(id, (entry, now) => entry.addError(error, now)),
        addReferrer: (id, page, urls) => update(id, (entry) => entry.addReferrer(page, urls)),
        commitPage: Effect.fnUntraced(function*(id, end) {
          const document = end.document === undefined ? undefined : yield* compress(end.document)
          let outcome: "kept" | "store_full" = "kept"
          yield* update(id, (entry, now) => {
            if (isFinal(entry.job.status)) return
            const isRowKept = entry.pages.length < ledgerPages && budget.hasRoomForRow(rowBytes(end.row))
            if (document === undefined || budget.hasRoomForDocument(entry.owner, document.length)) {
              return entry.commit(end, document, isRowKept, now)
            }
            outcome = "store_full"
            entry.commit(withoutDocument(end, storeBytes), undefined, isRowKept, now)
          })
          return outcome
        }),
        pages: (id, { after, limit, outcome }) =>
          Effect.sync(() => {
            const pages = jobs.get(id)?.pages ?? []
            return outcome === undefined
              ? slice(pages, after, limit)
              : filteredSlice(pages, after, limit, (page) => page.outcome === outcome)
          }),
        documents: (id, from = 0, to) =>
          Stream.suspend(() =>
            Stream.range(from, (to ?? jobs.get(id)?.documents.length ?? from + 1) - 1).pipe(
              Stream.mapEffect((index) => documentAt(id, index))
            )
          ),
        release: (id, before) => update(id, (entry) => entry.release(before)),
        drop: (owner, id) =>
          Effect.sync(() => {
            const entry = jobs.get(id)
            if (entry?.owner !== owner || !isFinal(entry.job.status)) return false
            evict(entry)
            return true
          }),
        held: Effect.map(sweep, () => budget.held),
        changed: (seen) =>
          Effect.suspend(() => {
            if (jobs.get(seen.id)?.job !== seen) return Effect.void
            const waiting = watched.get(seen.id) ?? Deferred.makeUnsafe<void>()
            watched.set(seen.id, waiting)
            return Deferred.await(waiting)
          })
      })
    })
  )
}

const sweepInterval = Duration.seconds(30)

const newJob: Omit<Job, "id" | "url" | "created_at" | "options"> = {
  status: "queued",
  finished_at: null,
  stats: noStats,
  errors: [],
  document_count: 0
}

/** 128 bits that nobody can guess. Not from `Random`, which a seed could repeat. */
const newJobId = (): JobId => JobId.make(randomBytes(16).toString("hex"))

/** An idempotency key has no space in it. */
const keyOf = (owner: string, idempotencyKey: string): string => `${owner} ${idempotencyKey}`

const slice = <A>(rows: ReadonlyArray<A>, after: number, limit: number): Slice<A> => {
  const items = rows.slice(after, after + limit)
  const next = Math.min(after, rows.length) + items.length
  return { items, next, more: next < rows.length, total: rows.length }
}

/** One pass over the rows; `ledgerPages` bounds them. */
const filteredSlice = <A>(
  rows: ReadonlyArray<A>,
  after: number,
  limit: number,
  isWanted: (row: A) => boolean
): Slice<A> => {
  const wanted = rows.flatMap((row, index) => isWanted(row) ? [index] : [])
  const rest = wanted.filter((index) => index >= after)
  const chosen = rest.slice(0, limit)
  return {
    items: chosen.flatMap((index) => rows[index] ?? []),
    // When no row is left, continue with rows that come later, not with earlier ones.
    next: rest.length > limit ? (chosen.at(-1) ?? 0) + 1 : rows.length,
    more: rest.length > limit,
    total: wanted.length
  }
}

const withoutDocument = (end: PageEnd, limit: number): PageEnd => {
  const { stored: _, ...change } = end.change
  return {
    row: { ...end.row, outcome: "skipped", code: "store_full" },
    change: { ...change, skipped: (change.skipped ?? 0) + 1 },
    pending: end.pending,
    error: {
      url: end.row.url,
      code: "store_full",
      message:
        `The document was not kept: all jobs together may hold ${limit} bytes, and one key not quite all of that.`
    }
  }
}
