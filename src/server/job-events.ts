import { type Duration, Effect, Option, Schema, Stream } from "effect"
import { Sse } from "effect/encoding"
import { isFinal, type Job, type JobId } from "../domain/Job.ts"
import { endOfEvents, JobEvent } from "../domain/JobEvent.ts"
import type { JobStore } from "../jobs/JobStore.ts"

interface Told {
  /** Rows of the ledger that have been told: the id of the last of them. */
  readonly pages: number
  readonly job: Job | undefined
}

/**
 * A job's events as text/event-stream, from behind the given row of its ledger. All is read from the store when the reader is
 * ready for more: a slow reader costs no memory, and what it misses of `stats` it does not need.
 */
export const jobEvents = (
  store: JobStore["Service"],
  owner: string,
  id: JobId,
  after: number,
  heartbeat: Duration.Duration
): Stream.Stream<Uint8Array> => {
  const next = Effect.fnUntraced(function*(told: Told) {
    const job = Option.getOrUndefined(yield* store.get(owner, id))
    if (job === undefined) return [[], Option.none<Told>()] as const
    const { items, more, next } = yield* store.pages(id, { after: told.pages, limit: bundle })
    const isOver = isFinal(job.status) && !more
    const events: ReadonlyArray<JobEvent> = [
      ...(job.status === told.job?.status || isFinal(job.status) ? [] : [status(job)]),
      ...items.map((page, index): JobEvent => ({ id: String(told.pages + index + 1), event: "page", data: page })),
      ...(job.stats === told.job?.stats || more ? [] : [{ event: "stats" as const, data: job.stats }]),
      ...(isOver ? [{ ...status(job), id: endOfEvents }] : [])
    ]
    // While rows are left the counters are not told, so neither is the job that they belong to.
    const state = more ? { pages: next, job: told.job && { ...told.job, status: job.status } } : { pages: next, job }
    if (events.length > 0) return [events.map(render), isOver ? Option.none<Told>() : Option.some(state)] as const
    const isChanged = Option.isSome(yield* Effect.timeoutOption(store.changed(job), heartbeat))
    if (isChanged) yield* Effect.sleep(gathering)
    return [isChanged ? [] : [comment], Option.some(state)] as const
  })
  return Stream.paginate({ pages: after, job: undefined } as Told, next).pipe(Stream.encodeText)
}

/** Rows that are read at a time. */
const bundle = 100
/** What follows a change closely is told with it. */
const gathering = "100 millis"

const comment = ": nothing new\n\n"

const status = ({ finished_at, status }: Job): JobEvent => ({ event: "status", data: { status, finished_at } })

const encode = Schema.encodeSync(JobEvent)

const render = (event: JobEvent): string => {
  const { data, event: name, id } = encode(event)
  return Sse.encoder.write({ _tag: "Event", event: name, id, data })
}
