import { Clock, Effect, Option, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Api } from "../../../contract/api/Api.ts"
import { Caller } from "../../../contract/api/Caller.ts"
import { maxDomains } from "../../../contract/api/System.ts"
import { version } from "../../../core/kernel/version.ts"
import { withFormerNames } from "../../../core/observability/former-names.ts"
import { isEndpoint } from "../../../core/settings/browser-place.ts"
import { limitsOf, Settings } from "../../../core/settings/Settings.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { DomainRateLimiter } from "../../../web/politeness/DomainRateLimiter.ts"
import type { DomainView } from "../../../web/politeness/DomainView.ts"
import { Renderer } from "../../../web/render/Renderer.ts"
import { ApiKeys } from "../auth/ApiKeys.ts"
import { Gauges } from "../Gauges.ts"
import { LimitUsage } from "../limits/LimitUsage.ts"
import { overStore } from "../problems/store-problems.ts"

export const systemHandlers = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function*(handlers) {
    const settings = yield* Settings
    const renderer = yield* Renderer
    const extractor = yield* Extractor
    const gauges = yield* Gauges
    const keys = yield* ApiKeys
    const limiter = yield* DomainRateLimiter
    const usage = yield* LimitUsage
    const started = yield* Clock.currentTimeMillis
    const limits = limitsOf(settings)
    // The log then says at the start whether a browser elsewhere can be used.
    if (Option.exists(settings.browser, isEndpoint)) yield* Effect.forkScoped(renderer.starts)
    return handlers.handleAll({
      metrics: () => Effect.andThen(gauges.update, Effect.map(PrometheusMetrics.format(), withFormerNames)),
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
          capabilities: {
            rendering: yield* renderer.starts,
            parsers: extractor.parsers,
            ocr: yield* extractor.languages
          },
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

/** A domain as an answer has it: lengths in seconds, moments in seconds since the epoch. */
const domainState = (view: DomainView, now: number) => ({
  domain: view.domain,
  delay_seconds: view.delay / 1000,
  crawl_delay_seconds: view.crawlDelay / 1000,
  back_off_seconds: view.backOff / 1000,
  in_flight: view.active,
  waiting: view.waiting,
  waiting_others: view.others,
  reason: view.holdUp,
  next_turn_at: at(now, view.nextAt),
  last_turn_at: at(now, view.lastTurn)
})

const at = (now: number, millis: number | undefined): number | null =>
  millis === undefined ? null : Math.round(now * 1000 + millis) / 1000
