import { Effect, Option, Stream } from "effect"
import { DocumentsLost, JobNotFound } from "../../../../contract/api/Problems.ts"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, JobId } from "../../../../core/domain/job/Job.ts"
import type { Answered } from "../../../../crawling/jobs/answered-repeats.ts"
import type { DocumentLost } from "../../../../crawling/jobs/DocumentLost.ts"
import type { JobEvicted } from "../../../../crawling/jobs/JobEvicted.ts"
import type { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { overloaded } from "../../problems/page-problems.ts"
import { overStore } from "../../problems/store-problems.ts"

type Store = JobStore["Service"]

/**
 * Documents of a job from one index up to another. The first one is read here, before anything is sent, so that a
 * status is the reason why there are none. A later fault cuts the answer, and is logged.
 */
export const storedDocuments = Effect.fnUntraced(function*(
  store: Store,
  id: JobId,
  from: number,
  to: number,
  answered: Answered
) {
  const first = yield* inProblems(store, Stream.runCollect(store.documents(id, from, Math.min(from + 1, to))))
  // Chunks may not be made in time.
  const answers = yield* Effect.forEach(first, (json, index) => answered(json, from + index)).pipe(
    Effect.catchTag("PageError", (error) => Effect.fail(overloaded(error))),
    overStore
  )
  const others = answeredFrom(store, id, from + first.length, to, answered)
  return logged(id, Stream.concat(Stream.fromIterable(answers), others))
})

const answeredFrom = (store: Store, id: JobId, from: number, to: number, answered: Answered) =>
  Stream.mapEffect(Stream.zipWithIndex(store.documents(id, from, to)), ([json, index]) => answered(json, from + index))

/** The problem of documents that cannot be read. */
export const inProblems = <A>(
  store: Store,
  reading: Effect.Effect<A, JobEvicted | DocumentLost | StoreUnavailable>
) =>
  reading.pipe(
    Effect.catchTags({ JobEvicted: gone, DocumentLost: (error) => lost(store, error) }),
    overStore
  )

/** A job's documents from an index on, until the job has ended. */
export const documentsToTheEnd = Effect.fnUntraced(function*(
  store: Store,
  owner: string,
  id: JobId,
  after: number,
  answered: Answered
) {
  const next = Effect.fnUntraced(function*(from: number) {
    const snapshot = Option.getOrUndefined(yield* store.get(owner, id))
    if (snapshot === undefined) return [[], Option.none<number>()] as const
    const { job, revision } = snapshot
    const to = job.document_count
    if (to > from) return [[{ from, to }], Option.some(to)] as const
    if (isFinal(job.status)) return [[], Option.none<number>()] as const
    yield* store.changed(id, revision)
    return [[], Option.some(from)] as const
  })
  const snapshot = Option.getOrUndefined(yield* overStore(store.get(owner, id)))
  const now = Math.max(after, snapshot?.job.document_count ?? 0)
  const documents = yield* storedDocuments(store, id, after, now, answered)
  const more = Stream.paginate(now, next).pipe(
    Stream.flatMap(({ from, to }) => answeredFrom(store, id, from, to, answered))
  )
  return Stream.concat(documents, logged(id, more))
})

const logged = <E extends { readonly message: string }>(id: JobId, documents: Stream.Stream<Uint8Array, E>) =>
  Stream.tapError(
    documents,
    ({ message }) =>
      Effect.annotateLogs(Effect.logWarning(`an answer with documents was cut: ${message}`), { "job.id": id })
  )

const gone = ({ id }: Pick<JobEvicted, "id">) =>
  Effect.fail(
    new JobNotFound({
      detail: `The job ${id} has expired, or its documents were released. Start the crawl again.`
    })
  )

/** Documents of a job go before its rows, so the job may just be going. */
const lost = Effect.fnUntraced(function*(store: Store, { id, message }: DocumentLost) {
  if (Option.isNone(yield* store.ownerOf(JobId.make(id)))) return yield* gone({ id })
  yield* Effect.annotateLogs(Effect.logError(message), { "job.id": id })
  return yield* new DocumentsLost({
    detail:
      `Documents of the job ${id} are not where the service keeps documents now. Its ledger can still be read. Start the crawl again, or ask the operator to set GLEANER_DOCUMENTS back or to bring the files back.`
  })
})
