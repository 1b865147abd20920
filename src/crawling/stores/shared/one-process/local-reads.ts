import { Clock, Effect, Option, Stream } from "effect"
import type { JobId } from "../../../../core/domain/job/Job.ts"
import type { StoredPage } from "../../../../core/domain/job/LedgerRow.ts"
import { JobEvicted } from "../../../jobs/JobEvicted.ts"
import type { JobRange, JobReads, Slice } from "../../../jobs/JobStore.ts"
import { countJobs } from "../count-jobs.ts"
import type { KeptDocuments } from "../KeptDocuments.ts"
import { foundPages, nothingFound } from "../terms/found-pages.ts"
import type { JobFinder } from "./find-job.ts"
import { type LiveJob, type LiveJobs, liveOf } from "./LiveJobs.ts"
import type { LocalStore } from "./LocalStore.ts"

/** Reads of the jobs in the store. */
export const localReads = (
  local: LocalStore["Service"],
  live: LiveJobs,
  documents: KeptDocuments,
  { expiry, find, findOwn }: JobFinder
): JobReads => {
  const list = Effect.fnUntraced(function*<A>(
    { after = Number.MAX_SAFE_INTEGER, limit }: JobRange,
    owner: string | undefined,
    pick: (job: LiveJob) => A
  ) {
    const { jobs, more, total } = yield* local.call("list", { owner, before: after, limit, expired: yield* expiry })
    const slice: Slice<A> = { items: jobs.map(liveOf).map(pick), next: jobs.at(-1)?.job ?? 0, more, total }
    return slice
  })
  const bodyAt = Effect.fnUntraced(function*(id: JobId, index: number) {
    const job = yield* find(id)
    const found = job === undefined ? [] : yield* Stream.runCollect(bodies(local, id, job.job, index, index + 1))
    const [stored] = found
    return stored === undefined ? yield* new JobEvicted({ id }) : stored
  })

  return {
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
    ledger: Effect.fnUntraced(function*(id, { after, change, limit, outcome }) {
      const job = yield* find(id)
      if (job === undefined) return { items: [], next: 0, more: false, total: 0 }
      const { rows, ...slice } = yield* local.call("ledger", { job: job.job, after, change, limit, outcome })
      return { ...slice, items: rows.map((row) => JSON.parse(row) as StoredPage) } // written by us
    }),
    documents: (id, from = 0, to) =>
      Stream.unwrap(Effect.map(find(id), (job) => {
        if (job === undefined) return to === from ? Stream.empty : Stream.fail(new JobEvicted({ id }))
        return bodies(local, id, job.job, from, to ?? job.shown.document_count).pipe(
          Stream.zipWithIndex,
          Stream.mapEffect(([stored, place]) => documents.read(id, stored, from + place))
        )
      })),
    picture: (id, index) => Effect.flatMap(bodyAt(id, index), (stored) => documents.picture(id, stored)),
    archive: (id, index) => Effect.flatMap(bodyAt(id, index), (stored) => documents.archive(id, stored)),
    fingerprints: Effect.fnUntraced(function*(id, from, to) {
      const job = yield* find(id)
      return job === undefined ? [] : yield* local.call("fingerprints", { job: job.job, from, to })
    }),
    search: Effect.fnUntraced(function*(id, terms, limit) {
      const job = yield* find(id)
      if (job === undefined) return nothingFound(terms)
      return foundPages(id, yield* local.call("search", { job: job.job, terms, limit }))
    }),
    counts: Effect.map(Clock.currentTimeMillis, (now) => countJobs(live.all().map(({ shown }) => shown), now)),
    activeOf: (owner) => Effect.sync(() => live.all().filter((job) => job.owner === owner).length)
  }
}

export const isRunning = ({ shown }: LiveJob): boolean => shown.status === "running"

/** Streams the bodies of the documents in [from, end). */
const bodies = ({ call }: LocalStore["Service"], id: JobId, job: number, from: number, end: number) =>
  Stream.paginate(
    from,
    Effect.fnUntraced(function*(next) {
      if (next >= end) return [[], Option.none<number>()] as const
      const { bodies } = yield* call("documents", { job, from: next, to: end })
      if (bodies.length === 0) return yield* new JobEvicted({ id })
      return [bodies, Option.some(next + bodies.length)] as const
    })
  )
