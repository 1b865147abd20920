import { Duration, type LogLevel } from "effect"
import { apiKeys } from "./api-keys.ts"
import { duration, int, logLevel, onOff, origins, text } from "./kinds.ts"
import { setting } from "./setting.ts"

/** Address, callers and capacity of the service. */
export const serviceSettings = {
  host: setting("GLEANER_HOST", "Address to listen on.", text, { default: "127.0.0.1", example: "0.0.0.0" }),
  port: setting(
    "GLEANER_PORT",
    "Port to listen on. 0 picks a free port, which the first log line contains.",
    int(0, 65_535),
    { default: 8080, example: "8080" }
  ),
  apiKeys: setting(
    "GLEANER_API_KEYS",
    "API keys as name:secret, separated by commas, or `file:PATH` of a file with one key per line. A secret has at least 24 characters. Without keys, the service generates one at start and prints it.",
    apiKeys,
    { default: [], example: "search:3f9a0c1d5e7b8a6f4c2d1e0f" }
  ),
  corsOrigins: setting(
    "GLEANER_CORS_ORIGINS",
    "Origins whose web pages may call the API from a browser, separated by commas.",
    origins,
    { default: [], example: "https://app.example.com" }
  ),
  rateLimit: setting("GLEANER_RATE_LIMIT", "Maximum API requests per minute for each key.", int(1, 1_000_000), {
    default: 120,
    example: "600",
    limit: "requests_per_minute"
  }),
  maxScrapes: setting(
    "GLEANER_MAX_SCRAPES",
    "Maximum concurrent scrapes and discovers. Further ones get a 503. One key may use all of them; as many more are reserved for other keys.",
    int(1, 100_000),
    { default: 64, example: "200", limit: "max_scrapes" }
  ),
  requestTimeout: setting(
    "GLEANER_REQUEST_TIMEOUT",
    "Timeout for one scrape or discover, including the wait for the domain's turn.",
    duration,
    { default: Duration.seconds(60), example: "20 seconds", limit: "request_timeout_seconds" }
  ),
  shutdownDelay: setting(
    "GLEANER_SHUTDOWN_DELAY",
    "Time a stopping service goes on answering while `/readyz` is 503, so that a load balancer can redirect its traffic. Applies only if `/readyz` was requested at least twice in the last two minutes.",
    duration,
    { default: Duration.seconds(5), example: "10 seconds" }
  ),
  firecrawlApi: setting(
    "GLEANER_FIRECRAWL_API",
    "`on` serves the API of Firecrawl too, at /v2/scrape, /v2/crawl, /v2/map and /v2/batch/scrape.",
    onOff,
    { default: false, example: "on" }
  ),
  logLevel: setting<LogLevel.LogLevel>("GLEANER_LOG_LEVEL", "Minimum level of log lines.", logLevel, {
    default: "Info",
    example: "Debug"
  })
} as const
