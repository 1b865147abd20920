import { IdempotencyKeyReused, ShuttingDown, TooManyCrawls } from "../api/Problems.ts"
import type * as Supervisor from "../crawl/CrawlSupervisor.ts"

/** A stopping service is gone or replaced after this. */
const shutdownRetrySeconds = 10

/** The problem of each reason not to start a crawl. */
export const crawlProblem = (
  error: Supervisor.TooManyCrawls | Supervisor.ShuttingDown | Supervisor.IdempotencyKeyReused
) => {
  switch (error._tag) {
    case "TooManyCrawls":
      return new TooManyCrawls({ detail: `${error.message}.`, retry_after: error.retryAfter })
    case "ShuttingDown":
      return new ShuttingDown({
        detail: "The service is stopping and takes no new crawl; try again when it is back.",
        retry_after: shutdownRetrySeconds
      })
    case "IdempotencyKeyReused":
      return new IdempotencyKeyReused({
        detail: "This key has started another crawl with this Idempotency-Key; send a new one with a new crawl."
      })
  }
}
