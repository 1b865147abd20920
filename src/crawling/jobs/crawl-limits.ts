import { Schema } from "effect"
import { mayTake, type ShareUsage } from "../../core/kernel/fair/Shares.ts"

/**
 * The number of queued and running crawls, of all keys or of this owner, is at its limit. `retryAfter`: whole seconds.
 */
export class TooManyCrawls extends Schema.TaggedError<TooManyCrawls>()("TooManyCrawls", {
  limit: Schema.Int,
  of: Schema.Literals(["the service", "one key"]),
  retryAfter: Schema.Int
}) {
  override get message(): string {
    return `${this.limit} ${
      this.limit === 1 ? "crawl is" : "crawls are"
    } queued or running, which is the limit of ${this.of}; wait for one to end or cancel one`
  }
}

/** The owner has used this idempotency key for another crawl, which has not expired. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}

export interface CrawlLimits {
  readonly maxCrawls: number
  readonly maxCrawlsPerKey: number
}

/**
 * The limit that one more crawl would exceed. Owners share the slots: one alone may have all `maxCrawls`, and others
 * have a reserve of as many.
 */
export const limitExceeded = (
  { maxCrawls, maxCrawlsPerKey }: CrawlLimits,
  usage: ShareUsage
): TooManyCrawls | undefined => {
  if (!mayTake({ units: maxCrawls, reserve: maxCrawls }, usage)) {
    return new TooManyCrawls({ limit: maxCrawls, of: "the service", retryAfter })
  }
  if (usage.own >= maxCrawlsPerKey) return new TooManyCrawls({ limit: maxCrawlsPerKey, of: "one key", retryAfter })
  return undefined
}

/** In seconds. A crawl may end at any moment, and a retry so often costs nothing. */
const retryAfter = 10
