import { Context, type Duration, type Effect } from "effect"

/** What one origin's robots.txt says to us (RFC 9309). */
export interface RobotsRules {
  /** `unreachable`: it answered 5xx or not at all, so everything is disallowed (RFC 9309 section 2.3.1.4). */
  readonly status: "rules" | "unavailable" | "unreachable"
  /** May this URL of the origin be fetched by our product token? */
  isAllowed(url: URL): boolean
  /** Crawl-delay for our product token, uncapped; zero where there is none. */
  readonly crawlDelay: Duration.Duration
  /** Absolute URLs of the Sitemap lines. */
  readonly sitemaps: ReadonlyArray<string>
}

/** May we: robots.txt of each origin, fetched once for all who ask at the same time, and kept no longer than 24 h. */
export class RobotsCache extends Context.Service<RobotsCache, {
  rulesFor(url: URL): Effect.Effect<RobotsRules>
}>()("gleaner/robots/RobotsCache") {}
