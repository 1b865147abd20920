import { Context, Duration, Effect, Layer, Schedule } from "effect"
import * as os from "node:os"
import { monitorEventLoopDelay } from "node:perf_hooks"
import * as v8 from "node:v8"

export interface Load {
  /** How late the event loop was: the mean of the last second. */
  readonly loopDelay: Duration.Duration
  /** How full memory is, from 0 to 1: the heap or the whole process, whichever is fuller. */
  readonly memory: number
}

/** How busy this process is. */
export class LoadMeter extends Context.Service<LoadMeter, {
  readonly load: Effect.Effect<Load>
}>()("gleaner/serving/server/limits/LoadMeter") {
  static readonly layer = Layer.effect(
    LoadMeter,
    Effect.gen(function*() {
      const delays = yield* Effect.acquireRelease(
        Effect.sync(() => {
          const histogram = monitorEventLoopDelay({ resolution: resolutionMillis })
          histogram.enable()
          return histogram
        }),
        (histogram) => Effect.sync(() => histogram.disable())
      )
      let load: Load = { loopDelay: Duration.zero, memory: 0 }
      yield* Effect.sync(() => {
        // The histogram contains the intervals of a timer with that resolution. While it is empty, it gives NaN.
        const late = delays.mean / nanosecondsInMilli - resolutionMillis
        load = { loopDelay: Duration.millis(late > 0 ? late : 0), memory: memoryShare() }
        delays.reset()
      }).pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)
      return LoadMeter.of({ load: Effect.sync(() => load) })
    })
  )
}

const resolutionMillis = 20
const nanosecondsInMilli = 1e6

/** The heap or the whole process, whichever is fuller. Bodies and answers are not in the heap. */
const memoryShare = (): number => {
  const heap = v8.getHeapStatistics()
  const used = process.memoryUsage.rss()
  return Math.max(
    heap.used_heap_size / heap.heap_size_limit,
    used / memoryFor(process.constrainedMemory(), os.totalmem())
  )
}

/**
 * The limit of the container, else the memory of the machine. Without a limit, Node gives 0 or a number larger than any
 * memory.
 */
export const memoryFor = (constrained: number, machine: number): number =>
  constrained > 0 && constrained < machine ? constrained : machine
