import { Context, Duration, Effect, Layer, Metric } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { Limits } from "../../../core/domain/options/Limits.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import { limitsOf, Settings } from "../../../core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../crawling/jobs/JobStore.ts"
import { Nodes } from "../../../crawling/jobs/Nodes.ts"
import { Proxies } from "../../../web/net/proxies/Proxies.ts"
import { Admission } from "./Admission.ts"
import { LoadMeter } from "./LoadMeter.ts"
import { OpenStreams } from "./OpenStreams.ts"
import { RequestsUsed } from "./RequestLimits.ts"
import { UnreadAnswers } from "./UnreadAnswers.ts"

export interface Bound {
  readonly name: keyof Limits
  readonly used: number
  readonly limit: number
}

/**
 * Usage of every limited resource, by the names of the limits. Crawls per key, requests, streams and unread
 * answers are those of one key.
 */
export class LimitUsage extends Context.Service<LimitUsage, {
  of(
    owner: string
  ): Effect.Effect<
    {
      readonly nodes: number
      readonly bounds: ReadonlyArray<Bound>
      readonly proxies?: { readonly up: number; readonly total: number }
    },
    StoreUnavailable
  >
}>()("gleaner/serving/server/limits/LimitUsage") {
  static readonly layerNoDeps = Layer.effect(
    LimitUsage,
    Effect.gen(function*() {
      const limits = limitsOf(yield* Settings)
      const supervisor = yield* CrawlSupervisor
      const store = yield* JobStore
      const nodes = yield* Nodes
      const admission = yield* Admission
      const meter = yield* LoadMeter
      const streams = yield* OpenStreams
      const unread = yield* UnreadAnswers
      const proxies = yield* Proxies
      const bound = (name: keyof Limits, used: number): Bound => ({ name, used, limit: limits[name] })

      const of = Effect.fnUntraced(function*(owner: string) {
        const { queued, running } = yield* supervisor.crawls
        const { loopDelay, memory } = yield* meter.load
        const states = yield* proxies.states
        return {
          nodes: yield* nodes.alive,
          bounds: [
            bound("max_running_crawls", running),
            bound("max_crawls", queued + running),
            bound("max_crawls_per_key", yield* store.activeOf(owner)),
            bound("requests_per_minute", yield* RequestsUsed),
            bound("max_scrapes", yield* admission.inFlight),
            bound("workers", (yield* Metric.value(metrics.busyReaders)).value),
            bound("render_concurrency", (yield* Metric.value(metrics.rendering)).value),
            bound("cache_bytes", (yield* Metric.value(metrics.cacheBytes)).value),
            bound("store_bytes", (yield* store.stored).bytes),
            bound("max_streams", yield* streams.openOf(owner)),
            bound("unread_bytes", unread.unreadOf(owner)),
            bound("max_memory_percent", Math.round(memory * 1000) / 10),
            bound("max_loop_delay_seconds", Math.round(Duration.toMillis(loopDelay)) / 1000)
          ],
          ...(states.length === 0
            ? {}
            : { proxies: { up: states.filter(({ isUp }) => isUp).length, total: states.length } })
        }
      })
      return LimitUsage.of({ of })
    })
  )
}
