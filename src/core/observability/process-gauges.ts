import { Effect, Metric } from "effect"
import { metrics } from "./metrics.ts"

/** All kinds of resources seen so far, so a kind without resources is reported as 0. */
const kinds = new Set<string>()

/** Seconds of processor time in the counter. */
let counted = 0

/** Updates the gauges of this process. Call it only when metrics are read, because measuring costs time. */
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
