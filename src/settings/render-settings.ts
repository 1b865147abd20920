import { Config, Duration } from "effect"
import { bytes, int, mebibyte, or, setting } from "./setting.ts"

/** The settings of rendering: a part of `settings`. */
export const renderSettings = {
  browser: setting(
    "GLEANER_BROWSER",
    "Path of a Chromium or Chrome, or off.",
    "(found by itself)",
    "/usr/bin/chromium",
    (name) => Config.option(Config.NonEmptyString(name))
  ),
  renderConcurrency: setting(
    "GLEANER_RENDER_CONCURRENCY",
    "Pages rendered at the same time.",
    "2",
    "4",
    or(int(1, 64), 2)
  ),
  renderTimeout: setting(
    "GLEANER_RENDER_TIMEOUT",
    "Longest time for rendering one page; past it the page is returned without its JavaScript.",
    "20 seconds",
    "10 seconds",
    or(Config.Duration, Duration.seconds(20))
  ),
  renderSettle: setting(
    "GLEANER_RENDER_SETTLE",
    "Longest wait for a page to come to rest after it has loaded; then it is taken as it stands.",
    "6 seconds",
    "3 seconds",
    or(Config.Duration, Duration.seconds(6))
  ),
  renderBytes: setting(
    "GLEANER_RENDER_BYTES",
    "Bytes that the scripts and data of one rendered page may transfer.",
    "32 MiB",
    "64 MiB",
    or(bytes(1), 32 * mebibyte)
  ),
  renderRequests: setting(
    "GLEANER_RENDER_REQUESTS",
    "Requests that one rendered page may make.",
    "300",
    "1000",
    or(int(1, 100_000), 300)
  ),
  renderMemory: setting(
    "GLEANER_RENDER_MEMORY",
    "Memory of the browser past which it is replaced.",
    "1 GiB",
    "2 GiB",
    or(bytes(1), 1024 * mebibyte)
  ),
  browserPages: setting(
    "GLEANER_BROWSER_PAGES",
    "Pages after which the browser is replaced by a fresh one.",
    "500",
    "100",
    or(int(1, 1_000_000), 500)
  ),
  browserLife: setting(
    "GLEANER_BROWSER_LIFE",
    "Age at which the browser is replaced by a fresh one.",
    "1 hour",
    "10 minutes",
    or(Config.Duration, Duration.hours(1))
  ),
  browserIdle: setting(
    "GLEANER_BROWSER_IDLE",
    "How long an unused browser is kept warm.",
    "5 minutes",
    "30 seconds",
    or(Config.Duration, Duration.minutes(5))
  )
} as const
