import { Duration } from "effect"
import type { Signals } from "../../core/domain/document/Signals.ts"
import { httpUrl } from "../../core/domain/WebUrl.ts"
import type { TransportFailure } from "../net/transport-failure.ts"
import type { Statement } from "../rights/Statement.ts"
import { parseRobots, productToken } from "./parse-robots.ts"

/** Rules of one origin's robots.txt for our product token (RFC 9309). */
export interface RobotsRules {
  /** `unreachable`: it answered 5xx or not at all, so everything is disallowed (RFC 9309 section 2.3.1.4). */
  readonly status: "rules" | "unavailable" | "unreachable"
  /** Why there was no answer at all. A page of that origin would fail in the same way. */
  readonly failure?: TransportFailure
  /** May this URL of the origin be fetched by our product token? */
  isAllowed(url: URL): boolean
  /** The line that decides on this URL. Empty if no line speaks of it. */
  lineFor(url: URL): string
  /** Which uses of this URL the site allows or refuses. */
  signalsFor(url: URL): Signals
  /** The lines about the use of this URL, and the licenses of the site. */
  statementsFor(url: URL): ReadonlyArray<Statement>
  /** Crawl-delay for our product token, as it stands; zero without one. */
  readonly crawlDelay: Duration.Duration
  /** Absolute http or https URLs of the Sitemap lines. */
  readonly sitemaps: ReadonlyArray<string>
  /** An estimate of their memory, in bytes. */
  readonly bytes: number
}

/** Minimum size of a cache entry, in bytes. */
const bytesOfEntry = 1024
/** Overhead of a rule besides its text, in bytes: its matcher, its search table, its place in the list. */
const bytesOfRule = 512
/** More sitemaps than this are an attack. A large site has an index of them. */
const maxSitemaps = 1000

export const allowAll: RobotsRules = {
  status: "unavailable",
  isAllowed: () => true,
  lineFor: () => "",
  signalsFor: () => ({}),
  statementsFor: () => [],
  crawlDelay: Duration.zero,
  sitemaps: [],
  bytes: bytesOfEntry
}

export const disallowAll: RobotsRules = { ...allowAll, status: "unreachable", isAllowed: () => false }

/** The rules of one robots.txt for the product token of our User-Agent. */
export const rulesOf = (origin: string, source: string, userAgent: string): RobotsRules => {
  const { crawlDelay, isAllowed, lineFor, ruleCount, signalsFor, sitemaps, statementsFor } = parseRobots(
    source,
    ownProduct(userAgent)
  )
  return {
    status: "rules",
    // /robots.txt itself is always allowed (section 2.2.2).
    isAllowed: ({ pathname, search }) => pathname === "/robots.txt" || isAllowed(pathname + search),
    lineFor: ({ pathname, search }) => lineFor(pathname + search),
    signalsFor: ({ pathname, search }) => signalsFor(pathname + search),
    statementsFor: ({ pathname, search }) => statementsFor(pathname + search),
    crawlDelay: Duration.seconds(crawlDelay),
    sitemaps: sitemaps.slice(0, maxSitemaps).flatMap((sitemap) => httpUrl(sitemap, origin)?.href ?? []),
    // A substring keeps the whole text alive, at two bytes a character if one of them is not Latin.
    bytes: bytesOfEntry + 2 * source.length + bytesOfRule * ruleCount
  }
}

/**
 * Where the product is named: at the start, or after `compatible;` when a crawler presents itself as a browser,
 * `Mozilla/5.0 (compatible; ExampleBot/0.1; +https://www.example.com/bot.html)` (RFC 9309 section 2.2.1).
 */
const ownProduct = (userAgent: string): string => /^mozilla\/.*?\(compatible;\s*(.*)/i.exec(userAgent)?.[1] ?? userAgent

/** The name by which sites address us: `gleaner` of `gleaner/0.1`. */
export const ownToken = (userAgent: string): string => productToken(ownProduct(userAgent))
