import { Schema } from "effect"
import { DocumentFields } from "../document/DocumentField.ts"
import { ExtractRule } from "../document/ExtractRule.ts"
import { PictureFormat, PictureSide } from "../document/Picture.ts"
import { Selector } from "../document/Selector.ts"
import { Purpose } from "../document/Signals.ts"
import { Scope } from "../job/Scope.ts"
import { UrlPatternText } from "../job/UrlPattern.ts"
import { Webhook } from "../job/Webhook.ts"
import { RequestCookies, RequestHeaders } from "./Credentials.ts"
import { maxEntries } from "./max-entries.ts"
import { type Option, option, optionWith } from "./option.ts"

const maxPatterns = 100
const maxTimeout = 3600
/** As long as the longest Crawl-delay that is obeyed by default. */
const maxDelay = 60_000
const maxSelectors = 50
const maxRules = 20

const patterns = Schema.Array(UrlPatternText).check(maxEntries(maxPatterns))
const selectors = Schema.Array(Selector).check(Schema.isNonEmpty(), maxEntries(maxSelectors))
const extractRules = Schema.Array(ExtractRule).check(Schema.isNonEmpty(), maxEntries(maxRules))
const atLeast = (minimum: number) => Schema.Int.check(Schema.isGreaterThanOrEqualTo(minimum))

/**
 * Every option of every request, once: its schema, its meaning and its default. The routes of the API and the flags of
 * the command line are subsets of these (`optionsOf`), so a name means the same everywhere.
 */
export const requestOptions = {
  use_cache: optionWith(Schema.Boolean, true, "Serve the page from the HTTP cache while it is fresh."),
  include_html: optionWith(Schema.Boolean, false, "Return the raw HTML in the field html."),
  internal_only: optionWith(
    Schema.Boolean,
    false,
    "Return only links within the site. counts still describes the whole page."
  ),
  fields: option(
    DocumentFields,
    "Answer and keep only these keys of a Document. What no key needs is not computed."
  ),
  include_selectors: option(
    selectors,
    "The content comes only from the elements that these CSS selectors match. One that matches nothing is a warning."
  ),
  exclude_selectors: option(
    selectors,
    "The elements that these CSS selectors match are removed before anything is read. One that matches nothing is a warning."
  ),
  extract: option(
    extractRules,
    "Records of your own, described by CSS selectors. URLs are absolute, prices are numbers, dates are YYYY-MM-DD."
  ),
  wait_for: option(
    Selector,
    "An element that you need. A page without it counts as one that needs JavaScript: it is rendered, and the browser waits for the element. If it is still missing, that is a warning."
  ),
  headers: option(
    RequestHeaders,
    "Header fields for the origin of url alone, never for robots.txt or another origin. The page stays out of the shared cache."
  ),
  cookies: option(
    RequestCookies,
    "Cookies for the origin of url alone, by name. The page stays out of the shared cache."
  ),
  timeout_seconds: option(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maxTimeout)),
    "Longest time for the request in seconds, if that is shorter than the time of the deployment (limits.request_timeout_seconds)."
  ),
  max_pages: optionWith(
    atLeast(1),
    100,
    "Page budget. A larger value becomes the maximum of the deployment (limits.max_pages)."
  ),
  max_depth: optionWith(
    atLeast(0),
    3,
    "Link depth from the seed. A larger value becomes the maximum of the deployment (limits.max_depth)."
  ),
  scope: optionWith(
    Scope,
    "domain",
    "Which links are followed. domain: the host of the seed. subdomains: its registrable domain. prefix: under its path. any: every link."
  ),
  dedup: optionWith(
    Schema.Boolean,
    true,
    "Drop pages whose text is the same as that of an earlier page."
  ),
  include: optionWith(
    patterns,
    [],
    "Follow only URLs that match one of these patterns. Empty follows all."
  ),
  exclude: optionWith(
    patterns,
    [],
    "Do not follow URLs that match one of these patterns. It wins over include."
  ),
  sitemaps: optionWith(
    Schema.Boolean,
    false,
    "Use the URLs of the site's sitemaps too: as seeds of a crawl, as links of a discover (at most 50,000; the header field Sitemaps-Gap says where there are more)."
  ),
  max_sitemaps: optionWith(
    atLeast(1),
    100,
    "How many sitemap files are read at most. A larger value becomes the maximum of the deployment (limits.max_sitemaps)."
  ),
  canonical_links: optionWith(
    Schema.Boolean,
    false,
    "Take pages that name the same canonical URL as one page."
  ),
  // Saves the site a second visit and keeps the crawl out of its campaign statistics. The seed and the links of a
  // Document stay whole.
  drop_tracking: optionWith(
    Schema.Boolean,
    true,
    "Leave tracking parameters (utm_*, gclid, ...) out of the URLs that are followed."
  ),
  purpose: option(
    Purpose,
    "What you use the pages for. Pages whose site refuses this use (Content-Signal and the like) are skipped."
  ),
  delay_ms: option(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxDelay })),
    "Shortest time between two requests to one registrable domain, in milliseconds, if that is longer than the delay in force."
  ),
  concurrency: option(
    atLeast(1),
    "How many pages of the crawl are fetched at the same time, if that is fewer than the deployment allows."
  ),
  since: option(
    Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/, { message: "must be the id of a finished job" })),
    "A finished job of yours. Pages are asked whether they have changed since then, the ledger says new, changed, same or removed, and pages that are the same keep no new document."
  ),
  dry_run: optionWith(
    Schema.Boolean,
    false,
    "Answer a plan and crawl nothing: what robots.txt says, how many pages, how long. Only robots.txt, the seed and, with sitemaps, its sitemaps are fetched."
  ),
  webhook: option(
    Webhook,
    "Tells a receiver of yours what happens to the job, signed as Standard Webhooks says. GET /v1/webhook-secret gives the secret."
  ),
  full_page: optionWith(Schema.Boolean, false, "Show the whole page, not only what a window of this size shows."),
  width: optionWith(PictureSide, 1280, "Width of the window in CSS pixels."),
  height: optionWith(PictureSide, 1024, "Height of the window in CSS pixels."),
  format: optionWith(PictureFormat, "png", "Format of the picture. A pdf has sheets of the window's size.")
} as const

export type Options = typeof requestOptions
export type OptionName = keyof Options

/** Options of the reading of a page: the same for one page and for the pages of a job. */
export const readingOptions = [
  "fields",
  "include_selectors",
  "exclude_selectors",
  "extract",
  "wait_for"
] as const satisfies ReadonlyArray<OptionName>

/**
 * The options of each route. The command of the same name takes the same ones. An option that is not listed is refused,
 * never ignored.
 */
export const routeOptions = {
  scrape: [
    "use_cache",
    "include_html",
    ...readingOptions,
    "timeout_seconds",
    "headers",
    "cookies"
  ],
  discover: ["internal_only", "timeout_seconds", "sitemaps", "headers", "cookies"],
  crawl: [
    "max_pages",
    "max_depth",
    "scope",
    "dedup",
    "include",
    "exclude",
    "sitemaps",
    "max_sitemaps",
    "canonical_links",
    "drop_tracking",
    "purpose",
    "delay_ms",
    "concurrency",
    "headers",
    "cookies",
    ...readingOptions,
    "since",
    "webhook",
    "dry_run"
  ],
  batch: [
    "max_pages",
    "purpose",
    "delay_ms",
    "concurrency",
    "headers",
    "cookies",
    ...readingOptions,
    "since",
    "webhook"
  ],
  screenshot: ["full_page", "width", "height", "format"]
} as const satisfies Readonly<Record<string, ReadonlyArray<OptionName>>>

export type Route = keyof typeof routeOptions

/**
 * The options of the command of that name. A command has no earlier jobs to compare with, and its caller waits for its
 * end.
 */
export const commandOptions = (route: Route): ReadonlyArray<OptionName> =>
  routeOptions[route].filter((name) => name !== "since" && name !== "webhook")

/** A batch has its pages already, so its budget is all of them. */
const withoutDefault: Partial<Readonly<Record<Route, ReadonlyArray<OptionName>>>> = { batch: ["max_pages"] }

/** An option as a route has it. */
export const optionOf = (route: Route, name: OptionName): Option<unknown, unknown> & { readonly default?: unknown } => {
  const { default: _, ...rest }: Option<unknown, unknown> & { readonly default?: unknown } = requestOptions[name]
  return withoutDefault[route]?.includes(name) === true ? rest : requestOptions[name]
}

type OptionOf<R extends Route> = (typeof routeOptions)[R][number]

/** The decoded options of a request to the route. */
export type OptionsOf<R extends Route> = { readonly [N in OptionOf<R>]?: Options[N]["schema"]["Type"] }

type OptionFields<R extends Route> = {
  readonly [N in OptionOf<R>]: Schema.optionalKey<Options[N]["schema"]>
}

/** The fields of a schema for the options of a route. Each may be left out. */
export const optionFields = <R extends Route>(route: R): OptionFields<R> =>
  Object.fromEntries(
    routeOptions[route].map((name) => {
      const { about, schema, ...rest } = optionOf(route, name)
      return [name, Schema.optionalKey(schema.annotate({ description: about, ...rest }))]
    })
    // One key for each name of the list.
  ) as unknown as OptionFields<R>

type Defaults<R extends Route> = {
  readonly [N in OptionOf<R> as Options[N] extends { readonly default: unknown } ? N : never]:
    Options[N]["schema"]["Type"]
}

/** The given options, and the defaults of the others that have one. */
export const withDefaults = <R extends Route, G extends object>(
  route: R,
  given: G
): Defaults<R> & Omit<G, keyof Defaults<R>> =>
  ({ ...defaultsOf(route), ...given }) as Defaults<R> & Omit<G, keyof Defaults<R>> // the keys of both

const defaultsOf = (route: Route): object =>
  Object.fromEntries(routeOptions[route].flatMap((name) => {
    const found = optionOf(route, name)
    return "default" in found ? [[name, found.default]] : []
  }))
