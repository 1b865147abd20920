import { Result } from "effect"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import { withoutTracking } from "../../../core/domain/job/tracking-parameters.ts"
import { inScope } from "../../../core/domain/options/Scope.ts"
import { parseUrlPattern, urlFilter } from "../../../core/domain/options/UrlPattern.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"
import { seedScope, withBase } from "./seed-scope.ts"
import type { VisitRecord } from "./VisitRecord.ts"

/** Rules that follow from the options of a crawl: the names of URLs, and which URLs it admits. Pure. */
export interface CrawlRules {
  readonly options: CrawlOptions
  /** The form of a URL by which the crawl knows it. */
  nameOf(url: URL): string
  /** The same for a URL in canonical form. */
  nameOfLink(url: string): string
  /**
   * Whether a URL is in scope and matches the patterns. `parsed` is the same URL. `from`: the name of the page that it
   * was found on, which decides about the scope of a crawl with several seeds.
   */
  admits(name: string, parsed: URL, from?: string): boolean
  /** Whether a page may follow this redirect. A seed may redirect anywhere. */
  mayFollow(page: { readonly seq: number; readonly url: string }, target: URL): boolean
}

/** The first URLs of a crawl, in their order. A batch has no seeds. */
export const startingUrls = (
  { options, seed }: { readonly options: CrawlOptions; readonly seed: URL }
): ReadonlyArray<URL> => (options.urls ?? options.seeds)?.map((url) => new URL(url)) ?? [seed]

/** A batch has no seed. */
export const isSeed = ({ seeds, urls }: CrawlOptions, seq: number): boolean =>
  urls === undefined && seq < (seeds?.length ?? 1)

/** A crawl fails if its only seed gives no answer. */
export const isOnlySeed = ({ seeds, urls }: CrawlOptions, seq: number): boolean =>
  seq === 0 && urls === undefined && seeds === undefined

/**
 * The URL that a seed gives to the scope. Undefined if the page is not a seed, or gave no answer. With source sitemaps, a
 * seed that no sitemap lists is not fetched.
 */
export const baseOf = (options: CrawlOptions, { outcome, seq, url }: VisitRecord): string | undefined => {
  if (seq !== 0 && !isSeed(options, seq)) return undefined
  if (outcome._tag === "Page") return outcome.finalUrl
  return options.source === "sitemaps" ? url : undefined
}

/** The base of a crawl after the answer of a seed. */
export const nextBase = (
  { scope, seeds }: CrawlOptions,
  base: string | undefined,
  seq: number,
  finalUrl: string
): string | undefined => seeds === undefined ? finalUrl : withBase({ scope, seeds }, base, seq, finalUrl)

/**
 * `base` is the final URL of the seed. Until the seed has answered, everything is in scope. With several seeds, it has
 * the final URLs that have another scope than their seeds (`withBase`).
 */
export const crawlRules = (options: CrawlOptions, base: string | undefined): CrawlRules => {
  const isWanted = urlFilter(patterns(options.include), patterns(options.exclude))
  const nameOfLink = (url: string) => options.drop_tracking ? withoutTracking(url) : url
  const nameOf = (url: URL) => nameOfLink(canonical(url))
  const isInScope = scopeOf(options, base, nameOf)
  const admits = (name: string, parsed: URL, from?: string) => isInScope(parsed, from) && isWanted(name)
  return {
    options,
    nameOf,
    nameOfLink,
    admits,
    mayFollow: ({ seq, url }, target) => seq === 0 || isSeed(options, seq) || admits(nameOf(target), target, url)
  }
}

const scopeOf = (
  { scope, seeds }: CrawlOptions,
  base: string | undefined,
  nameOf: CrawlRules["nameOf"]
): (url: URL, from: string | undefined) => boolean => {
  if (seeds !== undefined) return seedScope(scope, seeds, base, nameOf)
  return base === undefined ? () => true : inScope(scope, new URL(nameOf(new URL(base))))
}

/** The patterns are valid: the request was checked. */
const patterns = (sources: ReadonlyArray<string>) => sources.map((source) => Result.getOrThrow(parseUrlPattern(source)))
