import { Clock, Effect, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Caller.ts"
import { maxDomains } from "../../api/System.ts"
import { Extractor } from "../../extract/Extractor.ts"
import { version } from "../../kernel/version.ts"
import { DomainRateLimiter } from "../../politeness/DomainRateLimiter.ts"
import { Renderer } from "../../render/Renderer.ts"
import { limitsOf, Settings } from "../../Settings.ts"
import { ApiKeys } from "../auth/ApiKeys.ts"
import { Gauges } from "../Gauges.ts"
import { Usage } from "../limits/Usage.ts"
import { overStore } from "../problems/store-problems.ts"
import { domainState } from "./domain-state.ts"

export const SystemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function*(handlers) {
    const settings = yield* Settings
    const renderer = yield* Renderer
    const extractor = yield* Extractor
    const gauges = yield* Gauges
    const keys = yield* ApiKeys
    const limiter = yield* DomainRateLimiter
    const usage = yield* Usage
    const started = yield* Clock.currentTimeMillis
    const limits = limitsOf(settings)
    return handlers.handleAll({
      metrics: () => Effect.andThen(gauges.update, PrometheusMetrics.format()),
      webhookSecret: Effect.fn(function*() {
        const secret = keys.webhookSecret((yield* Caller).name)
        if (secret === undefined) return yield* Effect.die(new Error("a key that was known has no secret"))
        return HttpServerResponse.jsonUnsafe({ secret: Redacted.value(secret) }, {
          headers: { "cache-control": "no-store" }
        })
      }),
      health: Effect.fn(function*() {
        const now = yield* Clock.currentTimeMillis
        return {
          status: "ok" as const,
          version,
          uptime_seconds: (now - started) / 1000,
          capabilities: { rendering: yield* renderer.starts, parsers: extractor.parsers },
          limits
        }
      }),
      domains: Effect.fn(function*() {
        const { name } = yield* Caller
        const now = (yield* Clock.currentTimeMillis) / 1000
        const seen = yield* limiter.domainsOf(name)
        return { domains: seen.slice(0, maxDomains).map((view) => domainState(view, now)), total: seen.length }
      }),
      usage: Effect.fn(function*() {
        const { name } = yield* Caller
        return yield* overStore(usage.of(name))
      })
    })
  })
)
