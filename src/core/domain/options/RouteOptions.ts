import { Schema } from "effect"
import { fetchOptions, passageOptions, readingOptions } from "../names/option-names.ts"
import type { Option } from "../schema/option.ts"
import { type OptionName, type Options, requestOptions } from "./RequestOptions.ts"

/** Options that only pages named by their caller have. A crawl, which finds its pages, has `page_actions`. */
const pageOptions = ["actions"] as const satisfies ReadonlyArray<OptionName>

/** Options of crawls and batches. */
const jobOptions = [
  "purpose",
  "content_use",
  "delay_ms",
  "concurrency",
  ...fetchOptions,
  "prefer",
  "headers",
  "cookies",
  "profile",
  ...readingOptions,
  "hide_overlays",
  "pictures",
  "archive",
  "search",
  "since",
  "adaptive",
  "webhook"
] as const satisfies ReadonlyArray<OptionName>

/** The options of each route, and of the command of the same name. An unlisted option is refused, never ignored. */
export const routeOptions = {
  scrape: [
    "use_cache",
    ...fetchOptions,
    "prefer",
    "include_html",
    ...readingOptions,
    "hide_overlays",
    ...pageOptions,
    ...passageOptions,
    "timeout_seconds",
    "headers",
    "cookies",
    "profile"
  ],
  explain: [
    "use_cache",
    ...fetchOptions,
    "exclude_selectors",
    "wait_for",
    "timeout_seconds",
    "headers",
    "cookies",
    "profile"
  ],
  discover: ["internal_only", "timeout_seconds", "sitemaps", ...fetchOptions, "headers", "cookies", "profile"],
  crawl: [
    "max_pages",
    "max_depth",
    "scope",
    "dedup",
    "include",
    "exclude",
    "sitemaps",
    "max_sitemaps",
    "source",
    "modified_since",
    "canonical_links",
    "drop_tracking",
    ...jobOptions,
    "page_actions",
    "dry_run"
  ],
  batch: [
    "max_pages",
    ...jobOptions,
    ...pageOptions
  ],
  screenshot: ["full_page", "width", "height", "format", "hide_overlays", ...pageOptions, "profile"]
} as const satisfies Readonly<Record<string, ReadonlyArray<OptionName>>>

export type Route = keyof typeof routeOptions

/**
 * The options of the command of that name. A command has no stored jobs for `since` and `search`, no `wrapper` and no
 * `profile`. `pictures` is a folder, `--wacz` and `--warc` are files. The caller waits for the end, so it needs no
 * webhook.
 */
export const commandOptions = (route: Route): ReadonlyArray<OptionName> =>
  routeOptions[route].filter((name) => !needsService.has(name))

const needsService: ReadonlySet<OptionName> = new Set<OptionName>([
  "since",
  "search",
  "webhook",
  "pictures",
  "archive",
  "wrapper",
  "profile"
])

/** The default of a batch is the number of its URLs. */
const withoutDefault: Partial<Readonly<Record<Route, ReadonlyArray<OptionName>>>> = { batch: ["max_pages"] }

/** An option of a route. */
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

/** Fields of a schema for the options of a route, all optional. */
export const optionFields = <R extends Route>(route: R): OptionFields<R> =>
  Object.fromEntries(
    routeOptions[route].map((name) => {
      const { about, schema, ...rest } = optionOf(route, name)
      return [name, Schema.optionalKey(schema.annotate({ description: about, ...rest }))]
    })
    // one key per name of the list
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
