import { Context, type Duration, type Effect } from "effect"
import type { PageError } from "../domain/PageError.ts"

/** Who asks for a turn: interactive requests go before crawl traffic (never starving it), owners of one kind take turns. */
export interface Turn {
  readonly url: URL
  readonly priority: "interactive" | "crawl"
  /** Fairness is between owners: the id of a job, or of a caller. */
  readonly owner: string
  /** The site's own Crawl-delay, already capped. */
  readonly crawlDelay: Duration.Duration
  /** Milliseconds since the epoch after which the asker no longer waits (`domain_busy`). */
  readonly deadline: number
}

/** When may we: one queue per registrable domain, shared by everything in the process. */
export class DomainRateLimiter extends Context.Service<DomainRateLimiter, {
  /** Runs `effect` when the domain's turn has come, alone on that domain while a delay is in force. */
  withTurn<A, E, R>(turn: Turn, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PageError, R>
  /** The site asked to be left alone for a while (429, 503, Retry-After in seconds). */
  slowDown(url: URL, retryAfter: Duration.Duration | undefined): Effect.Effect<void>
  /** The site answered well: a slowed domain recovers step by step. */
  recovered(url: URL): Effect.Effect<void>
}>()("gleaner/politeness/DomainRateLimiter") {}
