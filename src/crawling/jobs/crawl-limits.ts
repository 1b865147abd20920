import { Schema } from "effect"

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

export const tooManyCrawls = (exceeded: Pick<TooManyCrawls, "limit" | "of">): TooManyCrawls =>
  new TooManyCrawls({ limit: exceeded.limit, of: exceeded.of, retryAfter })

/** In seconds. A crawl may end at any moment, and a retry so often costs nothing. */
const retryAfter = 10
