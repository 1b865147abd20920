import { Effect, Metric } from "effect"
import type { StageTiming } from "../core/domain/document/Trace.ts"
import { PageError } from "../core/domain/errors/PageError.ts"
import { byLabel } from "../core/observability/by-label.ts"
import { metrics } from "../core/observability/metrics.ts"

const stageTime = byLabel(metrics.stages, "stage")

export const recordStages = (timings: ReadonlyArray<StageTiming>) =>
  Effect.map(Effect.context<never>(), (context) => {
    for (const { elapsed_ms, name } of timings) stageTime(name).updateUnsafe(elapsed_ms / 1000, context)
  })

const pagesOf = byLabel(metrics.pages, "outcome")

const count = (outcome: string) => Metric.update(pagesOf(outcome), 1)

/** Counts a page by its outcome. */
export const counted = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  page.pipe(
    Effect.tap(() => count("ok")),
    Effect.tapError((error) => error instanceof PageError ? count(error.code) : Effect.void)
  )
