import { Config, Duration } from "effect"
import { int, or, setting } from "./setting.ts"

/** The settings of what callers get: places, ledgers, streamed answers, patience with their sockets. */
export const serviceSettings = {
  maxCrawlsPerKey: setting(
    "GLEANER_MAX_CRAWLS_PER_KEY",
    "Crawls queued and running for each key; one more is answered 429.",
    "(no limit of its own)",
    "4",
    or(int(1, 100_000), Infinity)
  ),
  ledgerPages: setting(
    "GLEANER_LEDGER_PAGES",
    "Rows kept in the ledger of one job; further pages are counted and not listed.",
    "100000",
    "1000000",
    or(int(1, 10_000_000), 100_000)
  ),
  maxStreams: setting(
    "GLEANER_MAX_STREAMS",
    "Streamed answers (documents, events) open at the same time for each key.",
    "32",
    "128",
    or(int(1, 100_000), 32)
  ),
  eventHeartbeat: setting(
    "GLEANER_EVENT_HEARTBEAT",
    "Longest silence of an event stream: after it a comment keeps proxies from closing it.",
    "15 seconds",
    "5 seconds",
    or(Config.Duration, Duration.seconds(15))
  ),
  receiveTimeout: setting(
    "GLEANER_RECEIVE_TIMEOUT",
    "Longest time for receiving one API request.",
    "30 seconds",
    "10 seconds",
    or(Config.Duration, Duration.seconds(30))
  ),
  sendTimeout: setting(
    "GLEANER_SEND_TIMEOUT",
    "Longest standstill of an answer that its caller does not read.",
    "2 minutes",
    "30 seconds",
    or(Config.Duration, Duration.minutes(2))
  ),
  shutdownTimeout: setting(
    "GLEANER_SHUTDOWN_TIMEOUT",
    "Longest wait for answers under way when the service stops.",
    "5 seconds",
    "8 seconds",
    or(Config.Duration, Duration.seconds(5))
  )
} as const
