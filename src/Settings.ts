import { Config, ConfigProvider, Context, Duration, Effect, Layer, type LogLevel, Schema } from "effect"
import { crawlSettings } from "./settings/crawl-settings.ts"
import { loadSettings } from "./settings/load-settings.ts"
import { renderSettings } from "./settings/render-settings.ts"
import { serviceSettings } from "./settings/service-settings.ts"
import { apiKeys, bytes, cidrs, faultOf, int, mebibyte, or, setting } from "./settings/setting.ts"
/** A setting that does not parse stops the start with this one line: the variable, what is wrong with it, an example. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  variable: Schema.String,
  fault: Schema.String,
  example: Schema.String
}) {
  override get message(): string {
    return `${this.variable}: ${this.fault}; for example ${this.variable}=${this.example}`
  }
}

/** Every setting once, in the order in which `gleaner serve --help` and the README list them. */
export const settings = {
  host: setting(
    "GLEANER_HOST",
    "Address to listen on.",
    "127.0.0.1",
    "0.0.0.0",
    or(Config.NonEmptyString, "127.0.0.1")
  ),
  port: setting(
    "GLEANER_PORT",
    "Port to listen on; 0 picks a free one and the start line names it.",
    "8080",
    "8080",
    or(int(0, 65_535), 8080)
  ),
  apiKeys: setting(
    "GLEANER_API_KEYS",
    "Callers' keys as name:secret, comma-separated, secrets of at least 24 characters. Without any, one is made and printed at start.",
    "(one made at start)",
    "search:3f9a0c1d5e7b8a6f4c2d1e0f",
    or(apiKeys, [])
  ),
  allowAddresses: setting(
    "GLEANER_ALLOW_ADDRESSES",
    "Address blocks exempt from the address policy, in CIDR notation.",
    "(none)",
    "127.0.0.0/8",
    or(cidrs, [])
  ),
  denyAddresses: setting(
    "GLEANER_DENY_ADDRESSES",
    "Address blocks never dialled, beside the special-purpose ones; wins over the allow-list.",
    "(none)",
    "203.0.113.0/24",
    or(cidrs, [])
  ),
  userAgent: setting(
    "GLEANER_USER_AGENT",
    "User-Agent sent to sites; its product token is what robots.txt rules are matched with. Add a page about your crawler.",
    "gleaner/0.1",
    "acme-gleaner/1.0 (+https://acme.example/bot)",
    or(Config.NonEmptyString, "gleaner/0.1")
  ),
  domainDelay: setting(
    "GLEANER_DOMAIN_DELAY",
    "Least time between two requests to one registrable domain.",
    "1 second",
    "500 millis",
    or(Config.Duration, Duration.seconds(1))
  ),
  crawlDelayCap: setting(
    "GLEANER_CRAWL_DELAY_CAP",
    "Longest Crawl-delay of a robots.txt that is obeyed in full.",
    "60 seconds",
    "30 seconds",
    or(Config.Duration, Duration.seconds(60))
  ),
  domainConcurrency: setting(
    "GLEANER_DOMAIN_CONCURRENCY",
    "Requests at the same time to one registrable domain where the delay is zero; with a delay it is one.",
    "6",
    "2",
    or(int(1, 1000), 6)
  ),
  backOffCap: setting(
    "GLEANER_BACK_OFF_CAP",
    "Longest delay of a domain that answers 429 or 503, unless its Retry-After says more.",
    "2 minutes",
    "10 minutes",
    or(Config.Duration, Duration.minutes(2))
  ),
  robotsTtl: setting(
    "GLEANER_ROBOTS_TTL",
    "Longest time a robots.txt is used without asking again (RFC 9309: at most 24 hours).",
    "24 hours",
    "1 hour",
    or(Config.Duration, Duration.hours(24))
  ),
  // On: it spares a site the second visit, and its campaign statistics ours; what a caller asks for or is shown stays whole.
  dropTrackingParameters: setting(
    "GLEANER_DROP_TRACKING_PARAMETERS",
    "Whether a crawl leaves tracking parameters (utm_*, gclid, ...) out of the URLs that it follows.",
    "true",
    "false",
    or(Config.Boolean, true)
  ),
  rateLimit: setting(
    "GLEANER_RATE_LIMIT",
    "API requests a minute for each key.",
    "120",
    "600",
    or(int(1, 1_000_000), 120)
  ),
  ...crawlSettings,
  maxBody: setting(
    "GLEANER_MAX_BODY",
    "Largest decoded body of a page.",
    "10 MiB",
    "20 MiB",
    or(bytes(1), 10 * mebibyte)
  ),
  maxRequestBody: setting(
    "GLEANER_MAX_REQUEST_BODY",
    "Largest body of an API request.",
    "64 KiB",
    "1 MiB",
    or(bytes(1), 64 * 1024)
  ),
  ...serviceSettings,
  connectTimeout: setting(
    "GLEANER_CONNECT_TIMEOUT",
    "Longest wait for a connection (TLS included).",
    "10 seconds",
    "5 seconds",
    or(Config.Duration, Duration.seconds(10))
  ),
  firstByteTimeout: setting(
    "GLEANER_FIRST_BYTE_TIMEOUT",
    "Longest wait for the header of an answer, connection included.",
    "20 seconds",
    "10 seconds",
    or(Config.Duration, Duration.seconds(20))
  ),
  fetchTimeout: setting(
    "GLEANER_FETCH_TIMEOUT",
    "Longest time for one fetch, body included.",
    "30 seconds",
    "10 seconds",
    or(Config.Duration, Duration.seconds(30))
  ),
  requestTimeout: setting(
    "GLEANER_REQUEST_TIMEOUT",
    "Longest time for one scrape or discover, waiting for the domain's turn included.",
    "60 seconds",
    "20 seconds",
    or(Config.Duration, Duration.seconds(60))
  ),
  maxRedirects: setting("GLEANER_MAX_REDIRECTS", "Redirects followed for one page.", "10", "5", or(int(0, 20), 10)),
  retries: setting(
    "GLEANER_RETRIES",
    "Retries after a connection failure or a 429, 502, 503, 504.",
    "2",
    "0",
    or(int(0, 10), 2)
  ),
  storeBytes: setting(
    "GLEANER_STORE_BYTES",
    "Bytes of documents, ledgers and errors kept over all jobs.",
    "512 MiB",
    "2 GiB",
    or(bytes(1), 512 * mebibyte)
  ),
  cacheBytes: setting(
    "GLEANER_CACHE_BYTES",
    "Bytes of responses in the HTTP cache; 0 switches it off.",
    "128 MiB",
    "1 GiB",
    or(bytes(0), 128 * mebibyte)
  ),
  cacheDirectory: setting(
    "GLEANER_CACHE_DIRECTORY",
    "Folder in which cached responses survive a restart.",
    "(memory only)",
    "/var/cache/gleaner",
    (name) => Config.option(Config.NonEmptyString(name))
  ),
  cacheDirectoryBytes: setting(
    "GLEANER_CACHE_DIRECTORY_BYTES",
    "Bytes of responses in that folder.",
    "1 GiB",
    "10 GiB",
    or(bytes(0), 1024 * mebibyte)
  ),
  ...renderSettings,
  ...loadSettings,
  logLevel: setting<LogLevel.LogLevel>(
    "GLEANER_LOG_LEVEL",
    "Least severe level that is logged.",
    "Info",
    "Debug",
    or(Config.LogLevel, "Info")
  )
} as const

type Values = { readonly [K in keyof typeof settings]: Config.Success<(typeof settings)[K]["config"]> }

/** The process's settings, each read once from the environment (`Config`). Sizes are in bytes. */
export class Settings extends Context.Service<Settings, Values>()("gleaner/Settings") {
  /** From the environment, or whatever `ConfigProvider` is in force. */
  static readonly layer = Layer.effect(Settings, Effect.suspend(() => load))

  /** The standard values with some replaced, untouched by the environment. */
  static readonly layerWith = (overrides: Partial<Values> = {}): Layer.Layer<Settings> =>
    Layer.effect(
      Settings,
      load.pipe(
        Effect.map((values) => ({ ...values, ...overrides })),
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
        Effect.orDie
      )
    )
}

const load: Effect.Effect<Values, SettingError> = Effect.gen(function*() {
  const values: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(settings)) {
    values[key] = yield* Effect.mapError(
      entry.config as Config.Config<unknown>,
      (error) => new SettingError({ variable: entry.variable, fault: faultOf(error), example: entry.example })
    )
  }
  return values as Values
})
