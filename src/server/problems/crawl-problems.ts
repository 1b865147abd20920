import { IdempotencyKeyReused, ShuttingDown, TooManyCrawls } from "../../api/Problems.ts"
import type * as Supervisor from "../../crawl/supervise/CrawlSupervisor.ts"
import type * as Jobs from "../../jobs/crawl-limits.ts"

/** After this time, a stopping service is gone or replaced. */
const shutdownRetrySeconds = 10

/** The problem for each reason not to start a crawl. */
export const crawlProblem = (
  error: Jobs.TooManyCrawls | Supervisor.ShuttingDown | Jobs.IdempotencyKeyReused
) => {
  switch (error._tag) {
    case "TooManyCrawls":
      return new TooManyCrawls({ detail: `${error.message}.`, retry_after: error.retryAfter })
    case "ShuttingDown":
      return new ShuttingDown({
        detail: "The service is stopping and takes no new crawls; try again when it is back.",
        retry_after: shutdownRetrySeconds
      })
    case "IdempotencyKeyReused":
      return new IdempotencyKeyReused({
        detail: "This Idempotency-Key belongs to another crawl; send a new one for a new crawl."
      })
  }
}
