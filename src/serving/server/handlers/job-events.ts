import { type Duration, Effect, Equal, Option, Schema, Stream } from "effect"
import { Sse } from "effect/encoding"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type Job, type JobId, type JobStats, type JobStatus } from "../../../core/domain/job/Job.ts"
import { endOfEvents, JobEvent } from "../../../core/domain/job/JobEvent.ts"
import type { JobStore } from "../../../crawling/jobs/JobStore.ts"

interface Sent {
  /** The rows of the ledger that have been sent, by the id of the last one. */
  readonly pages: number
  readonly status: JobStatus | undefined
  readonly stats: JobStats | undefined
}

/**
 * A job's events as text/event-stream, after the given row of its ledger. The store is read when the reader is ready
 * for more, so a slow reader costs no memory. It may miss some `stats`, but never a row.
 */
export const jobEvents = (
  store: JobStore["Service"],
  owner: string,
  id: JobId,
  after: number,
  heartbeat: Duration.Duration
): Stream.Stream<Uint8Array, StoreUnavailable> => {
  const next = Effect.fnUntraced(function*(sent: Sent) {
    const snapshot = Option.getOrUndefined(yield* store.get(owner, id))
    if (snapshot === undefined) return [[], Option.none<Sent>()] as const
    const { job, revision } = snapshot
    const { items, more, next } = yield* store.ledger(id, { after: sent.pages, limit: batchSize })
    const isOver = isFinal(job.status) && !more
    const events: ReadonlyArray<JobEvent> = [
      ...(job.status === sent.status || isFinal(job.status) ? [] : [status(job)]),
      ...items.map((page, index): JobEvent => ({ id: String(sent.pages + index + 1), event: "page", data: page })),
      // The counters belong to the last row, so they wait for it. A store may build a new object for each read.
      ...(more || Equal.equals(job.stats, sent.stats) ? [] : [{ event: "stats" as const, data: job.stats }]),
      ...(isOver ? [{ ...status(job), id: endOfEvents }] : [])
    ]
    const state: Sent = { pages: next, status: job.status, stats: more ? sent.stats : job.stats }
    if (events.length > 0) return [events.map(render), isOver ? Option.none<Sent>() : Option.some(state)] as const
    const isChanged = Option.isSome(yield* Effect.timeoutOption(store.changed(id, revision), heartbeat))
    if (isChanged) yield* Effect.sleep(gathering)
    return [isChanged ? [] : [comment], Option.some(state)] as const
  })
  const start: Sent = { pages: after, status: undefined, stats: undefined }
  return Stream.paginate(start, next).pipe(Stream.encodeText)
}

/** Rows read at a time. */
const batchSize = 100
/** Changes within this time are sent together. */
const gathering = "100 millis"

const comment = ": nothing new\n\n"

const status = ({ finished_at, status }: Job): JobEvent => ({ event: "status", data: { status, finished_at } })

const encode = Schema.encodeSync(JobEvent)

const render = (event: JobEvent): string => {
  const { data, event: name, id } = encode(event)
  return Sse.encoder.write({ _tag: "Event", event: name, id, data })
}
