import { Effect, Metric } from "effect"
import { metrics } from "./metrics.ts"

/** The kinds of resources seen so far. A kind that is gone counts 0 from then on. */
const kinds = new Set<string>()

/** Seconds of the processor that the counter has. */
let counted = 0

/** Updates the gauges of this process. It happens only when somebody asks, because measuring costs time. */
export const updateProcessGauges: Effect.Effect<void> = Effect.suspend(() => {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) {
    kinds.add(kind)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const { system, user } = process.cpuUsage()
  const used = (system + user) / 1e6
  const more = used - counted
  counted = used
  const { arrayBuffers, heapUsed, rss } = process.memoryUsage()
  return Effect.all([
    Metric.update(metrics.processorTime, more),
    ...Array.from(
      kinds,
      (kind) => Metric.update(Metric.withAttributes(metrics.resources, { kind }), counts.get(kind) ?? 0)
    ),
    ...Object.entries({ rss, heap: heapUsed, buffers: arrayBuffers }).map(([kind, bytes]) =>
      Metric.update(Metric.withAttributes(metrics.memory, { kind }), bytes)
    )
  ], { discard: true })
})
