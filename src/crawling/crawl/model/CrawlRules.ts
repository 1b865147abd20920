import { Result } from "effect"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import { withoutTracking } from "../../../core/domain/job/tracking-parameters.ts"
import { inScope } from "../../../core/domain/options/Scope.ts"
import { parseUrlPattern, urlFilter } from "../../../core/domain/options/UrlPattern.ts"
import { canonical } from "../../../core/domain/WebUrl.ts"

/** Rules that follow from the options of a crawl: the names of URLs, and which URLs it admits. Pure. */
export interface CrawlRules {
  readonly options: CrawlOptions
  /** The form of a URL by which the crawl knows it. */
  nameOf(url: URL): string
  /** The same for a URL in canonical form. */
  nameOfLink(url: string): string
  /** Whether a URL is in scope and matches the patterns. `parsed` is the same URL. */
  admits(name: string, parsed: URL): boolean
  /** Whether a page may follow this redirect. The seed, whose `seq` is 0, may redirect anywhere. */
  mayFollow(seq: number, target: URL): boolean
}

/** The first URLs of a crawl, in their order. A batch has several, and none of them is a seed. */
export const startingUrls = (
  { options, seed }: { readonly options: CrawlOptions; readonly seed: URL }
): ReadonlyArray<URL> => options.urls?.map((url) => new URL(url)) ?? [seed]

/** A crawl fails if its seed gives no answer. A batch has no seed. */
export const isSeed = ({ urls }: CrawlOptions, seq: number): boolean => seq === 0 && urls === undefined

/** `base` is the final URL of the seed. Until the seed has answered, everything is in scope. */
export const crawlRules = (options: CrawlOptions, base: string | undefined): CrawlRules => {
  const isWanted = urlFilter(patterns(options.include), patterns(options.exclude))
  const nameOfLink = (url: string) => options.drop_tracking ? withoutTracking(url) : url
  const nameOf = (url: URL) => nameOfLink(canonical(url))
  const isInScope = base === undefined ? () => true : inScope(options.scope, new URL(nameOf(new URL(base))))
  const admits = (name: string, parsed: URL) => isInScope(parsed) && isWanted(name)
  return {
    options,
    nameOf,
    nameOfLink,
    admits,
    mayFollow: (seq, target) => seq === 0 || admits(nameOf(target), target)
  }
}

/** The patterns are valid: the request was checked. */
const patterns = (sources: ReadonlyArray<string>) => sources.map((source) => Result.getOrThrow(parseUrlPattern(source)))
