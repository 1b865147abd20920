import { Exit, Layer, Metric } from "effect"
import { metrics } from "./metrics.ts"

/** Counts fibers under names like those of the other metrics, unlike Effect's own service. */
export const fiberMetrics = Layer.succeed(Metric.FiberRuntimeMetrics, {
  recordFiberStart: (context) => {
    metrics.startedFibers.updateUnsafe(1, context)
    metrics.fibers.modifyUnsafe(1, context)
  },
  recordFiberEnd: (context, exit) => {
    metrics.fibers.modifyUnsafe(-1, context)
    const ended = Exit.isSuccess(exit) ? metrics.succeededFibers : metrics.failedFibers
    ended.updateUnsafe(1, context)
  }
})
