import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { fiberMetrics } from "./core/observability/fiber-metrics.ts"
import { logging } from "./core/observability/logging.ts"
import { telemetry } from "./core/observability/telemetry.ts"
import { Settings } from "./core/settings/Settings.ts"
import { CrawlPlanner } from "./crawling/crawl/plan/CrawlPlanner.ts"
import { Sitemaps } from "./crawling/crawl/plan/Sitemaps.ts"
import { CrawlRunner } from "./crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "./crawling/crawl/supervise/CrawlSupervisor.ts"
import { Repeats } from "./crawling/jobs/Repeats.ts"
import { Mailer } from "./crawling/notify/Mailer.ts"
import { Profiles } from "./crawling/profiles/Profiles.ts"
import { Secrets } from "./crawling/profiles/Secrets.ts"
import { ScheduleRunner } from "./crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "./crawling/schedules/Schedules.ts"
import { SearchEngine } from "./crawling/search/SearchEngine.ts"
import { WebSearch } from "./crawling/search/WebSearch.ts"
import { configuredStores, type Stores } from "./crawling/stores/configured-stores.ts"
import { memoryStore } from "./crawling/stores/memory/memory-stores.ts"
import { WebhookClient } from "./crawling/webhooks/WebhookClient.ts"
import { Webhooks } from "./crawling/webhooks/Webhooks.ts"
import { WebhookSecrets } from "./crawling/webhooks/WebhookSecrets.ts"
import { Model } from "./crawling/wrappers/model/Model.ts"
import { WrapperLearner } from "./crawling/wrappers/WrapperLearner.ts"
import { Wrappers } from "./crawling/wrappers/Wrappers.ts"
import { Extractor } from "./extract/Extractor.ts"
import { Discoverer } from "./page/Discoverer.ts"
import { PageReader } from "./page/PageReader.ts"
import { Pictures } from "./page/Pictures.ts"
import { RenderMemory } from "./page/RenderMemory.ts"
import { ShellRenderer } from "./page/ShellRenderer.ts"
import { ApiKeys } from "./serving/server/auth/ApiKeys.ts"
import { localServer, serverWith } from "./serving/server/Server.ts"
import { HttpCache } from "./web/fetch/cache/HttpCache.ts"
import { Fetcher } from "./web/fetch/Fetcher.ts"
import { HttpTransport } from "./web/net/HttpTransport.ts"
import { DomainRateLimiter } from "./web/politeness/DomainRateLimiter.ts"
import { Camera } from "./web/render/Camera.ts"
import { Renderer } from "./web/render/Renderer.ts"
import { RobotsCache } from "./web/robots/RobotsCache.ts"
import { Visits } from "./web/visits/Visits.ts"

/** Fetching. Needs an `HttpClient`, which tests replace by a fake web. */
const acquisition = Fetcher.layerNoDeps.pipe(
  Layer.provide(HttpCache.layer),
  Layer.provideMerge(Visits.layerNoDeps),
  Layer.provideMerge(Layer.mergeAll(RobotsCache.layer, DomainRateLimiter.layerNoDeps))
)

/** Single pages over any `HttpClient`, `Renderer` and `Extractor`. */
const pages = Discoverer.layerNoDeps.pipe(
  Layer.provideMerge(PageReader.layerNoDeps),
  Layer.provide(ShellRenderer.layerNoDeps.pipe(Layer.provide(RenderMemory.layer))),
  Layer.provideMerge(Pictures.layerNoDeps),
  Layer.provideMerge(acquisition)
)

/** Everything but sockets, settings and the server, over these stores. */
const gleanerOver = <A, E, R, ModelE = never>(
  stores: Layer.Layer<A | Stores, E, R>,
  model: Layer.Layer<Model, ModelE, Settings> = Model.layerNone
) =>
  Layer.mergeAll(
    Schedules.layerNoDeps.pipe(
      Layer.provideMerge(CrawlSupervisor.layerNoDeps.pipe(Layer.provide(CrawlRunner.layerNoDeps)))
    ),
    CrawlPlanner.layerNoDeps,
    Wrappers.layerNoDeps.pipe(Layer.provideMerge(WrapperLearner.layerNoDeps))
  ).pipe(
    Layer.provideMerge(Profiles.layerNoDeps.pipe(Layer.provide(Secrets.layer))),
    Layer.provideMerge(model),
    Layer.provideMerge(Sitemaps.layerNoDeps),
    Layer.provideMerge(pages),
    Layer.provideMerge(Repeats.layer),
    Layer.provideMerge(stores)
  )

/** The same with jobs in memory: what the command line and the tests build upon. */
export const GleanerNoDeps = gleanerOver(memoryStore)

const servicesOver = <A, E, R>(stores: Layer.Layer<A | Stores, E, R>, extractor: typeof Extractor.layer) =>
  WebSearch.layerNoDeps.pipe(
    Layer.provide(SearchEngine.layer),
    Layer.provideMerge(gleanerOver(stores, Model.layer)),
    Layer.provideMerge(
      Layer.mergeAll(Renderer.layer, Camera.layer, extractor).pipe(
        Layer.provideMerge(HttpTransport.layer)
      )
    )
  )

/** The services over the real network, with pages read by this extractor and jobs in memory. */
export const servicesWith = (extractor: typeof Extractor.layer) => servicesOver(memoryStore, extractor)

/** The same over stores of a command. */
export const servicesWithStores = <A, E, R>(stores: Layer.Layer<A | Stores, E, R>) =>
  servicesOver(stores, Extractor.layer)

/** Webhooks are signed with what the server derives from the callers' keys. A schedule runs as long as it has a key. */
const background = Layer.mergeAll(Webhooks.layerNoDeps, ScheduleRunner.layer, WrapperLearner.layerLoop).pipe(
  Layer.provide(Mailer.layer),
  Layer.provide(Layer.effect(WebhookSecrets, Effect.map(ApiKeys, ({ webhookSecret }) => ({ of: webhookSecret }))))
)

/** In front of the API. No command but `serve` loads them. */
const otherProtocols = Layer.unwrap(Effect.promise(async () => {
  const [{ mcpRoute }, { firecrawlRoutes }] = await Promise.all([
    import("./serving/mcp/McpRoute.ts"),
    import("./serving/firecrawl/FirecrawlRoutes.ts")
  ])
  return Layer.mergeAll(mcpRoute, firecrawlRoutes)
}))

/** The service on its port. */
export const Service = background.pipe(
  Layer.provideMerge(serverWith(otherProtocols)),
  Layer.provideMerge(WebhookClient.layer),
  Layer.provideMerge(servicesOver(configuredStores, Extractor.layer)),
  // Its logger is added to the logger of the process, so it comes second.
  Layer.provideMerge(telemetry),
  Layer.provideMerge(Layer.unwrap(Effect.map(Settings, ({ logLevel }) => logging(logLevel)))),
  Layer.provideMerge(fiberMetrics),
  Layer.provideMerge(NodeServices.layer)
)

/** The same without a port, and with jobs in memory: `LocalFetch` asks it. */
export const ServiceWithoutPort = background.pipe(
  Layer.provideMerge(localServer),
  Layer.provideMerge(WebhookClient.layer),
  Layer.provideMerge(servicesWith(Extractor.layer))
)
