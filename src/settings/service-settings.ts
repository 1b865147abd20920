import { Duration, type LogLevel } from "effect"
import { apiKeys, duration, int, logLevel, text } from "./kinds.ts"
import { setting } from "./setting.ts"

/** Where the service listens, whom it answers, and how much it takes on. */
export const serviceSettings = {
  host: setting("GLEANER_HOST", "Address to listen on.", text, { standard: "127.0.0.1", example: "0.0.0.0" }),
  port: setting(
    "GLEANER_PORT",
    "Port to listen on; 0 picks a free one and the start line names it.",
    int(0, 65_535),
    { standard: 8080, example: "8080" }
  ),
  apiKeys: setting(
    "GLEANER_API_KEYS",
    "Callers' keys as name:secret, comma-separated, secrets of at least 24 characters. Without any, one is made and printed at start.",
    apiKeys,
    { standard: [], example: "search:3f9a0c1d5e7b8a6f4c2d1e0f" }
  ),
  rateLimit: setting("GLEANER_RATE_LIMIT", "API requests a minute for each key.", int(1, 1_000_000), {
    standard: 120,
    example: "600",
    limit: "requests_per_minute"
  }),
  maxScrapes: setting(
    "GLEANER_MAX_SCRAPES",
    "Scrapes and discovers in flight; one more is answered 503.",
    int(1, 100_000),
    { standard: 64, example: "200", limit: "max_scrapes" }
  ),
  maxStreams: setting(
    "GLEANER_MAX_STREAMS",
    "Streamed answers (documents, events) open at the same time for each key.",
    int(1, 100_000),
    { standard: 32, example: "128", limit: "max_streams" }
  ),
  requestTimeout: setting(
    "GLEANER_REQUEST_TIMEOUT",
    "Longest time for one scrape or discover, waiting for the domain's turn included.",
    duration,
    { standard: Duration.seconds(60), example: "20 seconds", limit: "request_timeout_seconds" }
  ),
  shutdownTimeout: setting(
    "GLEANER_SHUTDOWN_TIMEOUT",
    "Longest wait for answers under way when the service stops.",
    duration,
    { standard: Duration.seconds(5), example: "8 seconds" }
  ),
  logLevel: setting<LogLevel.LogLevel>("GLEANER_LOG_LEVEL", "Least severe level that is logged.", logLevel, {
    standard: "Info",
    example: "Debug"
  })
} as const
