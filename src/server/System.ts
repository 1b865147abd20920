import { Clock, Duration, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { Api } from "../api/Api.ts"
import type { Limits } from "../domain/Limits.ts"
import { version } from "../domain/version.ts"
import { Extractor } from "../extract/Extractor.ts"
import { Renderer } from "../render/Renderer.ts"
import { Settings } from "../Settings.ts"
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
      metrics: () => Effect.andThen(gauges.update, PrometheusMetrics.format()),
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

const limitsOf = (settings: Settings["Service"]): Limits => ({
  max_pages: settings.maxPages,
  max_depth: settings.maxDepth,
  max_running_crawls: settings.maxRunningCrawls,
  max_crawls: settings.maxCrawls,
  max_crawls_per_key: Math.min(settings.maxCrawls, settings.maxCrawlsPerKey),
  frontier_urls: settings.frontierUrls,
  crawl_hold_bytes: settings.crawlHold,
  sitemap_files: settings.sitemapFiles,
  requests_per_minute: settings.rateLimit,
  max_body_bytes: settings.maxBody,
  max_request_body_bytes: settings.maxRequestBody,
  fetch_timeout_seconds: Duration.toSeconds(settings.fetchTimeout),
  request_timeout_seconds: Duration.toSeconds(settings.requestTimeout),
  max_redirects: settings.maxRedirects,
  domain_delay_seconds: Duration.toSeconds(settings.domainDelay),
  job_retention_seconds: Duration.toSeconds(settings.jobRetention),
  store_bytes: settings.storeBytes,
  ledger_pages: settings.ledgerPages,
  max_streams: settings.maxStreams,
  cache_bytes: settings.cacheBytes,
  cache_directory_bytes: Option.isSome(settings.cacheDirectory) ? settings.cacheDirectoryBytes : 0,
  render_concurrency: settings.renderConcurrency,
  workers: settings.workers,
  worker_memory_bytes: settings.workerMemory,
  extract_timeout_seconds: Duration.toSeconds(settings.extractTimeout),
  max_scrapes: settings.maxScrapes,
  max_loop_delay_seconds: Duration.toSeconds(settings.maxLoopDelay),
  max_memory_percent: settings.maxMemoryPercent
})
