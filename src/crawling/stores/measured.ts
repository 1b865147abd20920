import { Effect, Layer, Metric, Stream } from "effect"
import { monotonicMillis } from "../../core/kernel/RequestContext.ts"
import { ages } from "../../core/observability/ages.ts"
import { byLabel } from "../../core/observability/by-label.ts"
import { metrics } from "../../core/observability/metrics.ts"
import { DomainLease } from "../../web/politeness/DomainLease.ts"
import { Frontier, type JobFrontier, type Lease } from "../crawl/frontier/Frontier.ts"
import { DocumentStore } from "../jobs/DocumentStore.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { withJobLog } from "./job-log.ts"
import { type StoreWatch, storeWatch } from "./store-watch.ts"

/** Records times, failures, leases and gates of stores as metrics, and logs their jobs. */
export const measured = <A, E, R>(stores: Layer.Layer<A | Frontier | DomainLease | JobStore, E, R>) =>
  Layer.unwrap(Effect.sync(() => {
    const watch = storeWatch()
    const timed = timedBy(watch)
    return Layer.mergeAll(
      Layer.effect(Frontier, Effect.map(Frontier, measuredFrontier(timed))),
      Layer.effect(DomainLease, Effect.tap(Effect.map(DomainLease, measuredGate), () => zeroGates)),
      Layer.effect(JobStore, Effect.map(JobStore, (jobs) => withJobLog(measuredJobs(timed, watch)(jobs))))
    )
  })).pipe(Layer.provideMerge(stores))

/** Records the times of puts and gets. */
export const measuredDocuments = (documents: DocumentStore["Service"]): DocumentStore["Service"] =>
  DocumentStore.of({
    ...documents,
    put: (job, bytes) => timed("put document", documents.put(job, bytes)),
    get: (ref) => timed("get document", documents.get(ref))
  })

const measuredFrontier = (timed: Timed) => (frontier: Frontier["Service"]): Frontier["Service"] =>
  Frontier.of({
    ...frontier,
    open: (task) => Effect.flatMap(frontier.open(task), (job) => measuredJob(timed, job))
  })

/** Leases that are open when the scope closes end with it. */
const measuredJob = Effect.fnUntraced(function*(timed: Timed, job: JobFrontier) {
  const open = new Map<number, Lease>()
  let firstEnd: number | undefined
  const closed = ({ seq }: Lease) =>
    Effect.suspend(() => {
      const known = open.get(seq)
      if (known === undefined) return Effect.void
      open.delete(seq)
      return Effect.andThen(ages.leases.end(known), Metric.modify(metrics.leases, -1))
    })
  yield* ages.crawls.begin(job)
  yield* Effect.addFinalizer(() =>
    Effect.all([
      ages.crawls.end(job),
      Effect.forEach(open.values(), (lease) => ages.leases.end(lease), { discard: true }),
      Metric.modify(metrics.leases, -open.size)
    ], { discard: true })
  )

  const measuredJob: JobFrontier = {
    ...job,
    lease: (count) =>
      Effect.tap(timed("lease", job.lease(count)), (leases) => {
        for (const lease of leases) open.set(lease.seq, lease)
        const begin = Effect.forEach(leases, (lease) => ages.leases.begin(lease), { discard: true })
        return Effect.andThen(begin, Metric.modify(metrics.leases, leases.length))
      }),
    end: (lease, visit) =>
      Effect.tap(
        timed("end", job.end(lease, visit)),
        Effect.fnUntraced(function*(outcome) {
          yield* closed(lease)
          if (outcome === "lost") return
          firstEnd ??= yield* monotonicMillis
          yield* Metric.update(metrics.endedVisits, 1)
        })
      ),
    settle: Effect.tap(
      timed("settle", job.settle),
      Effect.fnUntraced(function*(settled) {
        if (settled === 0) return
        yield* ages.crawls.begin(job)
        if (firstEnd !== undefined) {
          yield* Metric.update(metrics.settleLag, ((yield* monotonicMillis) - firstEnd) / 1000)
        }
        firstEnd = undefined
        yield* Metric.update(metrics.settledVisits, settled)
      })
    ),
    giveBack: (lease) => Effect.andThen(closed(lease), job.giveBack(lease))
  }
  return measuredJob
})

const waiting = Metric.withAttributes(metrics.gates, { state: "waiting" })
const held = Metric.withAttributes(metrics.gates, { state: "held" })

const zeroGates = Effect.andThen(Metric.modify(waiting, 0), Metric.modify(held, 0))

const measuredGate = (gate: DomainLease["Service"]): DomainLease["Service"] =>
  DomainLease.of({
    ...gate,
    acquire: (domain, delay, isContinuation) => {
      const turn = {}
      return Metric.modify(waiting, 1).pipe(
        Effect.andThen(
          Effect.ensuring(
            ages.waitingGates.during(gate.acquire(domain, delay, isContinuation)),
            Metric.modify(waiting, -1)
          )
        ),
        Effect.tap(() => Effect.andThen(ages.heldGates.begin(turn), Metric.modify(held, 1))),
        Effect.map((release) =>
          Effect.ensuring(release, Effect.andThen(ages.heldGates.end(turn), Metric.modify(held, -1)))
        )
      )
    }
  })

const measuredJobs = (timed: Timed, watch: StoreWatch) => (jobs: JobStore["Service"]): JobStore["Service"] =>
  JobStore.of({
    ...jobs,
    ready: timed("ready", jobs.ready),
    promote: (limit) => timed("promote", jobs.promote(limit)),
    get: (owner, id) => timed("read", jobs.get(owner, id)),
    list: (owner, range) => timed("read", jobs.list(owner, range)),
    ledger: (id, range) => timed("read", jobs.ledger(id, range)),
    fingerprints: (id, from, to) => timed("read", jobs.fingerprints(id, from, to)),
    // Not timed: its duration depends on the reader.
    documents: (id, from, to) =>
      Stream.tapError(jobs.documents(id, from, to), (failure) => report(watch, "read", failure)),
    picture: (id, index) => timed("read", jobs.picture(id, index)),
    create: (owner, url, options, key) => timed("write", jobs.create(owner, url, options, key)),
    cancel: (owner, id) => timed("write", jobs.cancel(owner, id)),
    drop: (owner, id) => timed("write", jobs.drop(owner, id)),
    unpin: (id) => timed("write", jobs.unpin(id))
  })

type Operation = "lease" | "end" | "settle" | "read" | "write" | "ready" | "promote" | "put document" | "get document"

type Timed = <A, E extends Failure>(operation: Operation, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

interface Failure {
  readonly _tag: string
  readonly reason?: unknown
  readonly isDamaged?: unknown
}

/** Counts and logs a fault of the store. */
const report = (watch: StoreWatch | undefined, operation: Operation, { _tag, isDamaged, reason }: Failure) => {
  if (_tag !== "StoreUnavailable") return Effect.void
  const log = isDamaged === true ? watch?.damaged(String(reason)) : watch?.failed(operation, String(reason))
  return Effect.andThen(Metric.update(metrics.storeFailures, 1), log ?? Effect.void)
}

const storeTime = byLabel(metrics.storeTime, "operation")

const timedBy = (watch: StoreWatch | undefined): Timed => (operation, effect) =>
  Effect.flatMap(monotonicMillis, (before) =>
    effect.pipe(
      Effect.tap(() => watch?.worked(operation) ?? Effect.void),
      Effect.tapError((failure) => report(watch, operation, failure)),
      Effect.ensuring(
        Effect.flatMap(
          monotonicMillis,
          (after) => Metric.update(storeTime(operation), (after - before) / 1000)
        )
      )
    ))

/** For documents outside the job store. */
const timed = timedBy(undefined)
