import { Context, Duration, Effect, Layer, Metric, Schedule } from "effect"
import { version } from "../../core/kernel/version.ts"
import { updateAges } from "../../core/observability/ages.ts"
import { countFromZero, metrics } from "../../core/observability/metrics.ts"
import { updateProcessGauges } from "../../core/observability/process-gauges.ts"
import { limitsOf, Settings } from "../../core/settings/Settings.ts"
import { CrawlSupervisor } from "../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../crawling/jobs/JobStore.ts"
import { updateDiskGauges } from "../../crawling/stores/free-disk.ts"
import { Admission } from "./limits/Admission.ts"

/** Gauges of every resource with a limit in the answer of /v1/health. */
export class Gauges extends Context.Service<Gauges, {
  /** Updates the gauges. It also happens every ten seconds, for a collector. */
  readonly update: Effect.Effect<void>
}>()("gleaner/serving/server/Gauges") {
  static readonly layerNoDeps = Layer.effect(
    Gauges,
    Effect.gen(function*() {
      const settings = yield* Settings
      const supervisor = yield* CrawlSupervisor
      const store = yield* JobStore
      const admission = yield* Admission
      const ofJobs = Effect.gen(function*() {
        const { queueAge, queued, running } = yield* supervisor.crawls
        yield* Metric.update(Metric.withAttributes(metrics.crawls, { status: "queued" }), queued)
        yield* Metric.update(Metric.withAttributes(metrics.crawls, { status: "running" }), running)
        yield* Metric.update(metrics.queueAge, queueAge)
        const { due, waiting } = yield* supervisor.domains
        yield* Metric.update(Metric.withAttributes(metrics.domains, { state: "waiting" }), waiting)
        yield* Metric.update(Metric.withAttributes(metrics.domains, { state: "due" }), due)
        const { bytes, jobs } = yield* store.stored
        yield* Metric.update(metrics.storeBytes, bytes)
        yield* Metric.update(metrics.keptJobs, jobs)
      })
      const update = Effect.gen(function*() {
        // While the job store is unavailable, they have their last values.
        yield* Effect.ignore(ofJobs)
        yield* Metric.update(metrics.scrapes, yield* admission.inFlight)
        yield* updateAges
        yield* updateDiskGauges(settings)
        yield* updateProcessGauges
      })
      yield* countFromZero
      yield* Metric.update(Metric.withAttributes(metrics.build, { version }), 1)
      for (const [limit, value] of Object.entries<number>({ ...limitsOf(settings) })) {
        yield* Metric.update(Metric.withAttributes(metrics.limits, { limit }), value)
      }
      yield* update.pipe(Effect.repeat(Schedule.spaced(interval)), Effect.forkScoped)
      return Gauges.of({ update })
    })
  )
}

const interval = Duration.seconds(10)
