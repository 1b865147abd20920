import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Api } from "../api/Api.ts"
import { version } from "../domain/version.ts"
import { Extractor } from "../extract/Extractor.ts"
import { exposedName } from "../observability/metrics.ts"
import { Renderer } from "../render/Renderer.ts"
import { limitsOf, Settings } from "../Settings.ts"
import { Gauges } from "./Gauges.ts"

export const SystemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function*(handlers) {
    const settings = yield* Settings
    const renderer = yield* Renderer
    const extractor = yield* Extractor
    const gauges = yield* Gauges
    const started = yield* Clock.currentTimeMillis
    const limits = limitsOf(settings)
    return handlers.handleAll({
      metrics: () => Effect.andThen(gauges.update, PrometheusMetrics.format({ metricNameMapper: exposedName })),
      health: Effect.fn(function*() {
        const now = yield* Clock.currentTimeMillis
        return {
          status: "ok" as const,
          version,
          uptime_seconds: (now - started) / 1000,
          capabilities: { rendering: renderer.available, parsers: extractor.parsers },
          limits
        }
      })
    })
  })
)
