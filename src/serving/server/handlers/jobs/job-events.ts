import { Cache, Duration, Effect, Equal, Exit, Option, Schema, Semaphore, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import { isFinal, type Job, JobId, type JobStats, type JobStatus } from "../../../../core/domain/job/Job.ts"
import { endOfEvents, JobEvent } from "../../../../core/domain/job/JobEvent.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { JobStore } from "../../../../crawling/jobs/JobStore.ts"
import { invalidFields } from "../../http/decode-problems.ts"
import { OpenStreams } from "../../limits/OpenStreams.ts"
import { overStore } from "../../problems/store-problems.ts"
import { Readiness } from "../../Readiness.ts"
import type { OwnJob } from "./job-documents.ts"

/** A job at one moment, with the rows of its ledger after an index. */
interface Reading {
  readonly job: Job
  readonly revision: number
  /** The events of the rows. */
  readonly pages: string
  readonly next: number
  readonly more: boolean
}

/** Reads of a store that the event streams of this node share. */
export interface EventReads {
  readonly changed: JobStore["Service"]["changed"]
  /** None if the job is gone. The answer may be as old as `gathering`. */
  readonly read: (owner: string, id: JobId, after: number) => Effect.Effect<Option.Option<Reading>, StoreUnavailable>
}

/**
 * Streams that are at the same row of a job have one read, and all streams together have a bounded number of reads at a
 * time, so they leave the connections of a database to other requests.
 */
export const eventReads = Effect.fnUntraced(function*(store: JobStore["Service"]): Effect.fn.Return<EventReads> {
  const turns = yield* Semaphore.make(maxReads)
  const readOnce = Effect.fnUntraced(function*(owner: string, id: JobId, after: number) {
    const snapshot = yield* store.get(owner, id)
    if (Option.isNone(snapshot)) return Option.none<Reading>()
    const { items, more, next } = yield* store.ledger(id, { after, limit: batchSize })
    const pages = items.map((page, index) => render({ id: String(after + index + 1), event: "page", data: page }))
    return Option.some({ ...snapshot.value, pages: pages.join(""), next, more })
  })
  // Ids and numbers have no space.
  const keyOf = (owner: string, id: JobId, after: number) => `${after} ${id} ${owner}`
  const readings = yield* Cache.makeWith(
    (key: string) => {
      const [after = "", id = "", ...owner] = key.split(" ")
      return turns.withPermits(1)(readOnce(owner.join(" "), JobId.make(id), Number(after)))
    },
    { capacity: maxReadings, timeToLive: (exit) => Exit.isSuccess(exit) ? gathering : Duration.zero }
  )
  return {
    changed: store.changed,
    read: (owner, id, after) => Cache.get(readings, keyOf(owner, id, after))
  }
})

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
  { changed, read }: EventReads,
  owner: string,
  id: JobId,
  after: number,
  heartbeat: Duration.Duration
): Stream.Stream<Uint8Array, StoreUnavailable> => {
  const next = Effect.fnUntraced(function*(sent: Sent) {
    const reading = Option.getOrUndefined(yield* read(owner, id, sent.pages))
    if (reading === undefined) return [[], Option.none<Sent>()] as const
    const { job, more, next, pages, revision } = reading
    const isOver = isFinal(job.status) && !more
    const events: ReadonlyArray<string> = [
      ...(job.status === sent.status || isFinal(job.status) ? [] : [render(status(job))]),
      ...(pages === "" ? [] : [pages]),
      // The counters belong to the last row, so they wait for it. A store may build a new object for each read.
      ...(more || Equal.equals(job.stats, sent.stats) ? [] : [render({ event: "stats" as const, data: job.stats })]),
      ...(isOver ? [render({ ...status(job), id: endOfEvents })] : [])
    ]
    const state: Sent = { pages: next, status: job.status, stats: more ? sent.stats : job.stats }
    if (events.length > 0) return [[events.join("")], isOver ? Option.none<Sent>() : Option.some(state)] as const
    const isChanged = Option.isSome(yield* Effect.timeoutOption(changed(id, revision), heartbeat))
    if (isChanged) yield* Effect.sleep(gathering)
    return [isChanged ? [] : [comment], Option.some(state)] as const
  })
  const start: Sent = { pages: after, status: undefined, stats: undefined }
  return Stream.paginate(start, next).pipe(Stream.encodeText)
}

/** Rows read at a time. */
const batchSize = 100
/** Changes within this time are sent together: counters at most four times a second. */
const gathering = Duration.millis(250)
/** Concurrent reads of all streams: fewer than a node has connections. */
const maxReads = 2
/** Readings in memory: a batch of rows has about 30 KB of events. */
const maxReadings = 256

const comment = ": nothing new\n\n"

const status = ({ finished_at, status }: Job): JobEvent => ({ event: "status", data: { status, finished_at } })

const encode = Schema.encodeSync(JobEvent)

const render = (event: JobEvent): string => {
  const { data, event: name, id } = encode(event)
  return Sse.encoder.write({ _tag: "Event", event: name, id, data })
}

/** Answers with the events of a job of the caller, after the last one that its reader had. */
export const eventAnswers = Effect.gen(function*() {
  const store = yield* JobStore
  const streams = yield* OpenStreams
  const readiness = yield* Readiness
  const { eventHeartbeat } = yield* Settings
  const reads = yield* eventReads(store)

  return Effect.fnUntraced(function*({ id, owner }: OwnJob, last = "0") {
    if (last === endOfEvents) return HttpServerResponse.empty({ status: 204 })
    const after = Number(last)
    const { next } = yield* overStore(store.ledger(id, { after, limit: 0 }))
    if (after > next) return yield* foreignEvent
    yield* streams.take(owner)
    const events = jobEvents(reads, owner, id, after, eventHeartbeat)
    // The reader resumes at another node or after the restart. Jobs that end with the process send their end.
    const sent = store.isDurable ? Stream.interruptWhen(events, readiness.stopping) : events
    // Some proxies buffer answers that they could cache or compress.
    return HttpServerResponse.stream(sent, {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  })
})

/** The last event that the reader had is of another job. */
const foreignEvent = invalidFields([{
  header: "last-event-id",
  detail: "must be the id of an event of this job; leave it out to get all events"
}])
