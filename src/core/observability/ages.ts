import { Effect, Metric } from "effect"
import { monotonicMillis } from "../kernel/RequestContext.ts"
import { metrics } from "./metrics.ts"

/** The age of the oldest of several activities, as a gauge. */
class Ages {
  /** The start of each activity, oldest first. Each registry of metrics has its own. */
  private readonly registries = new WeakMap<object, Map<object, number>>()
  private readonly gauge: Metric.Gauge<number>

  constructor(gauge: Metric.Gauge<number>) {
    this.gauge = gauge
  }

  private readonly begun = Effect.map(Effect.service(Metric.MetricRegistry), (registry) => {
    const begun = this.registries.get(registry) ?? new Map<object, number>()
    this.registries.set(registry, begun)
    return begun
  })

  /** Starts the activity, or restarts it. */
  begin(key: object): Effect.Effect<void> {
    return Effect.zipWith(this.begun, monotonicMillis, (begun, now) => {
      begun.delete(key)
      begun.set(key, now)
    })
  }

  end(key: object): Effect.Effect<void> {
    return Effect.map(this.begun, (begun) => void begun.delete(key))
  }

  /** Runs an effect as an activity. */
  during<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const key = {}
      return Effect.andThen(this.begin(key), Effect.ensuring(effect, this.end(key)))
    })
  }

  get update(): Effect.Effect<void> {
    return Effect.gen({ self: this }, function*() {
      const now = yield* monotonicMillis
      const [oldest = now] = (yield* this.begun).values()
      yield* Metric.update(this.gauge, Math.max(0, now - oldest) / 1000)
    })
  }
}

export const ages = {
  waitingTurns: new Ages(Metric.withAttributes(metrics.domainLeaseAge, { state: "waiting" })),
  heldTurns: new Ages(Metric.withAttributes(metrics.domainLeaseAge, { state: "held" })),
  leases: new Ages(metrics.leaseAge),
  /** Crawls, each since it last settled a page. */
  crawls: new Ages(metrics.crawlIdle)
}

export const updateAges: Effect.Effect<void> = Effect.forEach(Object.values(ages), (each) => each.update, {
  discard: true
})
