import { NodeServices } from "@effect/platform-node"
import { type Context, Duration, Effect, Exit, Layer, Logger, Redacted, Scope } from "effect"
import type { HttpServer } from "effect/http"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlPlanner } from "../../../src/crawling/crawl/plan/CrawlPlanner.ts"
import { Sitemaps } from "../../../src/crawling/crawl/plan/Sitemaps.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Nodes } from "../../../src/crawling/jobs/Nodes.ts"
import { Repeats } from "../../../src/crawling/jobs/Repeats.ts"
import { Profiles } from "../../../src/crawling/profiles/Profiles.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { WebSearch } from "../../../src/crawling/search/WebSearch.ts"
import { RequestCounter } from "../../../src/crawling/stores/RequestCounter.ts"
import { WebhookClient } from "../../../src/crawling/webhooks/WebhookClient.ts"
import { Wrappers } from "../../../src/crawling/wrappers/Wrappers.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { Discoverer } from "../../../src/page/Discoverer.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import { Pictures } from "../../../src/page/Pictures.ts"
import { listeningAt, serverWith } from "../../../src/serving/server/Server.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import { keys } from "./service-process.ts"

/** Mocks for services of the server. A call of anything else is a defect. */
export interface Insides {
  readonly reader?: Partial<PageReader["Service"]>
  readonly discoverer?: Partial<Discoverer["Service"]>
  readonly store?: Partial<JobStore["Service"]>
  readonly repeats?: Partial<Repeats["Service"]>
  readonly supervisor?: Partial<CrawlSupervisor["Service"]>
}

/** The real HTTP server on a free port over services of the test's own. */
export const serverOver = async (
  { discoverer = {}, reader = {}, repeats = {}, store = {}, supervisor = {} }: Insides,
  settings: Parameters<typeof Settings.layerWith>[0] = {}
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const scope = Scope.makeUnsafe()
  const insides = Layer.mergeAll(
    Layer.mock(PageReader, reader),
    Layer.mock(Discoverer, discoverer),
    Pictures.layerNone,
    Layer.mock(Sitemaps, {}),
    Layer.mock(CrawlPlanner, {}),
    Layer.mock(CrawlSupervisor, {
      crawls: Effect.succeed({ queued: 0, running: 0, queueAge: 0 }),
      domains: Effect.succeed({ waiting: 0, due: 0 }),
      ...supervisor
    }),
    Layer.mock(JobStore, {
      isDurable: false,
      stored: Effect.succeed({ bytes: 0, jobs: 0 }),
      ready: Effect.void,
      ...store
    }),
    Layer.mock(Repeats, repeats),
    Layer.mock(Profiles, {}),
    Layer.mock(Schedules, {}),
    Layer.mock(WebSearch, {}),
    Layer.mock(Wrappers, { askModel: () => undefined, choose: () => Effect.succeed(undefined) }),
    Layer.mock(WebhookClient, {}),
    Layer.mock(Extractor, { parsers: [], languages: Effect.succeed([]) }),
    Layer.mock(DomainRateLimiter, { domainsOf: () => Effect.succeed([]) }),
    Nodes.layerSingle,
    RequestCounter.layerMemory,
    Renderer.layerDisabled
  )
  const server: Layer.Layer<HttpServer.HttpServer, unknown> = serverWith(Layer.empty).pipe(
    Layer.provide(insides),
    // Do not log errors that tests provoke.
    Layer.provide(Logger.layer([])),
    Layer.provide(NodeServices.layer),
    Layer.provide(Settings.layerWith({
      port: 0,
      rateLimit: 100_000,
      // The machine may be busy with other tests.
      maxLoopDelay: Duration.minutes(1),
      apiKeys: Object.entries(keys).map(([name, secret]) => ({ name, secret: Redacted.make(secret) })),
      ...settings
    }))
  )
  const context: Context.Context<HttpServer.HttpServer> = await Effect.runPromise(Layer.buildWithScope(server, scope))
  const url = await Effect.runPromise(Effect.provideContext(listeningAt, context))
  return { url, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
