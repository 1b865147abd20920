import { Effect, Layer, Metric, Stream } from "effect"
import { monotonicMillis } from "../../core/kernel/RequestContext.ts"
import { ages } from "../../core/observability/ages.ts"
import { byLabel } from "../../core/observability/by-label.ts"
import { metrics } from "../../core/observability/metrics.ts"
import { DomainLease } from "../../web/politeness/DomainLease.ts"
import { Frontier, type JobFrontier, type Lease } from "../crawl/model/Frontier.ts"
import { DocumentStore } from "../jobs/DocumentStore.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { withJobLog } from "./job-log.ts"
import { type StoreWatch, storeWatch } from "./store-watch.ts"

/** Records times, failures, leases of stores as metrics, and logs their jobs. */
export const measured = <A, E, R>(stores: Layer.Layer<A | Frontier | DomainLease | JobStore, E, R>) =>
  Layer.unwrap(Effect.sync(() => {
    const watch = storeWatch()
    const timed = timedBy(watch)
    return Layer.mergeAll(
      Layer.effect(Frontier, Effect.map(Frontier, measuredFrontier(timed))),
      Layer.effect(DomainLease, Effect.tap(Effect.map(DomainLease, measuredLease), () => zeroLeases)),
      Layer.effect(
        JobStore,
        Effect.map(JobStore, (jobs) => withJobLog(JobStore.of(withTimes(jobs, jobOperations, timed))))
      )
    )
  })).pipe(Layer.provideMerge(stores))

/** Records times and failures of documents that are stored outside the job store. */
export const measuredDocuments = (documents: DocumentStore["Service"]): DocumentStore["Service"] =>
  DocumentStore.of(withTimes(documents, documentOperations, timedBy(undefined)))

const measuredFrontier = (timed: Timed) => (frontier: Frontier["Service"]): Frontier["Service"] => {
  const measured = withTimes(frontier, frontierOperations, timed)
  return Frontier.of({
    ...measured,
    open: (task) => Effect.flatMap(measured.open(task), (job) => measuredJob(withTimes(job, leaseOperations, timed)))
  })
}

/** Leases that are open when the scope closes end with it. */
const measuredJob = Effect.fnUntraced(function*(job: JobFrontier) {
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
      Effect.tap(job.lease(count), (leases) => {
        for (const lease of leases) open.set(lease.seq, lease)
        const begin = Effect.forEach(leases, (lease) => ages.leases.begin(lease), { discard: true })
        return Effect.andThen(begin, Metric.modify(metrics.leases, leases.length))
      }),
    end: (lease, visit) =>
      Effect.tap(
        job.end(lease, visit),
        Effect.fnUntraced(function*(outcome) {
          yield* closed(lease)
          if (outcome === "lost") return
          firstEnd ??= yield* monotonicMillis
          yield* Metric.update(metrics.endedVisits, 1)
        })
      ),
    settle: Effect.tap(
      job.settle,
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

const waiting = Metric.withAttributes(metrics.domainLeases, { state: "waiting" })
const held = Metric.withAttributes(metrics.domainLeases, { state: "held" })

const zeroLeases = Effect.andThen(Metric.modify(waiting, 0), Metric.modify(held, 0))

const measuredLease = (domains: DomainLease["Service"]): DomainLease["Service"] =>
  DomainLease.of({
    ...domains,
    acquire: (domain, delay, isContinuation) => {
      const turn = {}
      return Metric.modify(waiting, 1).pipe(
        Effect.andThen(
          Effect.ensuring(
            ages.waitingTurns.during(domains.acquire(domain, delay, isContinuation)),
            Metric.modify(waiting, -1)
          )
        ),
        Effect.tap(() => Effect.andThen(ages.heldTurns.begin(turn), Metric.modify(held, 1))),
        Effect.map((release) =>
          Effect.ensuring(release, Effect.andThen(ages.heldTurns.end(turn), Metric.modify(held, -1)))
        )
      )
    }
  })

type Operation = "lease" | "end" | "settle" | "read" | "write" | "ready" | "promote" | "put document" | "get document"

/** An operation whose duration depends on its caller or on other jobs: its failures count, its time does not. */
type Untimed = "read, untimed"

/** A label for each operation of a service; the compiler asks for that of a new one. */
type Operations<S> = {
  readonly [Name in keyof S as S[Name] extends boolean ? never : Name]: Operation | Untimed
}

const jobOperations: Operations<JobStore["Service"]> = {
  create: "write",
  get: "read",
  changed: "read, untimed",
  list: "read",
  listAll: "read",
  ownerOf: "read",
  promote: "promote",
  cancel: "write",
  finish: "write",
  drop: "write",
  unpin: "write",
  unpinAll: "write",
  ledger: "read",
  documents: "read, untimed",
  picture: "read",
  archive: "read",
  fingerprints: "read",
  search: "read",
  release: "write",
  counts: "read",
  activeOf: "read",
  stored: "read",
  ready: "ready"
}

const frontierOperations: Operations<Frontier["Service"]> = {
  open: "read",
  released: "read, untimed",
  domains: "read"
}

const leaseOperations: Operations<JobFrontier> = {
  lease: "lease",
  knows: "read",
  rules: "read",
  end: "end",
  settle: "settle",
  giveBack: "write",
  next: "read, untimed"
}

const documentOperations: Operations<DocumentStore["Service"]> = {
  put: "put document",
  get: "get document",
  drop: "write"
}

/** The service with its operations measured: effects, streams and functions that return them. */
const withTimes = <S extends object>(service: S, operations: Operations<S>, timed: Timed): S => {
  const measured = Object.entries<Operation | Untimed>(operations).map(([name, operation]) => {
    const member: unknown = Reflect.get(service, name)
    return [
      name,
      typeof member === "function"
        ? (...args: ReadonlyArray<unknown>) => timed(operation, Reflect.apply(member, service, args))
        : timed(operation, member)
    ]
  })
  return { ...service, ...Object.fromEntries(measured) }
}

type Timed = (operation: Operation | Untimed, work: unknown) => unknown

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

const timedBy = (watch: StoreWatch | undefined): Timed => (operation, work) => {
  const label = operation === "read, untimed" ? "read" : operation
  const failed = (failure: unknown) => report(watch, label, failure as Failure)
  if (Stream.isStream(work)) return Stream.tapError(work, failed)
  if (!Effect.isEffect(work)) return work
  const reported = Effect.tapError(work, failed)
  if (operation === "read, untimed") return reported
  return Effect.flatMap(monotonicMillis, (before) =>
    reported.pipe(
      Effect.tap(() => watch?.worked(operation) ?? Effect.void),
      Effect.ensuring(
        Effect.flatMap(monotonicMillis, (after) => Metric.update(storeTime(operation), (after - before) / 1000))
      )
    ))
}
