import { Duration, type LogLevel } from "effect"
import { apiKeys } from "./api-keys.ts"
import { duration, int, logLevel, onOff, origins, text } from "./kinds.ts"
import { setting } from "./setting.ts"

/** Where the service listens, who may call it, and how much it takes on. */
export const serviceSettings = {
  host: setting("GLEANER_HOST", "Address to listen on.", text, { default: "127.0.0.1", example: "0.0.0.0" }),
  port: setting(
    "GLEANER_PORT",
    "Port to listen on. 0 picks a free port; the start line names it.",
    int(0, 65_535),
    { default: 8080, example: "8080" }
  ),
  apiKeys: setting(
    "GLEANER_API_KEYS",
    "Callers' keys as name:secret, separated by commas, or `file:PATH` of a file with one on each line. A secret has at least 24 characters. Without keys, the service makes one and prints it.",
    apiKeys,
    { default: [], example: "search:3f9a0c1d5e7b8a6f4c2d1e0f" }
  ),
  corsOrigins: setting(
    "GLEANER_CORS_ORIGINS",
    "Origins whose web pages may call the API from a browser, separated by commas.",
    origins,
    { default: [], example: "https://app.example.com" }
  ),
  rateLimit: setting("GLEANER_RATE_LIMIT", "API requests per minute for each key.", int(1, 1_000_000), {
    default: 120,
    example: "600",
    limit: "requests_per_minute"
  }),
  maxScrapes: setting(
    "GLEANER_MAX_SCRAPES",
    "Scrapes and discovers at the same time. One more gets a 503. One key may have all; the share of others stays free.",
    int(1, 100_000),
    { default: 64, example: "200", limit: "max_scrapes" }
  ),
  requestTimeout: setting(
    "GLEANER_REQUEST_TIMEOUT",
    "Longest time for one scrape or discover, including the wait for the domain's turn.",
    duration,
    { default: Duration.seconds(60), example: "20 seconds", limit: "request_timeout_seconds" }
  ),
  shutdownDelay: setting(
    "GLEANER_SHUTDOWN_DELAY",
    "How long a stopping service still answers while `/readyz` is 503, so that a load balancer sends its requests elsewhere. Only after readiness probes, at least two of them in the last two minutes.",
    duration,
    { default: Duration.seconds(5), example: "10 seconds" }
  ),
  firecrawlApi: setting(
    "GLEANER_FIRECRAWL_API",
    "on: answer the clients of Firecrawl too, at /v2/scrape, /v2/crawl, /v2/map and /v2/batch/scrape.",
    onOff,
    { default: false, example: "on" }
  ),
  logLevel: setting<LogLevel.LogLevel>("GLEANER_LOG_LEVEL", "Lowest level that is logged.", logLevel, {
    default: "Info",
    example: "Debug"
  })
} as const
