import { Effect } from "effect"
import {
  IdempotencyKeyReusedProblem,
  ShuttingDownProblem,
  TooManyCrawlsProblem
} from "../../../contract/api/Problems.ts"
import type { ShuttingDown } from "../../../crawling/crawl/supervise/CrawlSupervisor.ts"
import type { TooManyCrawls } from "../../../crawling/jobs/crawl-limits.ts"

/** After this time, a stopping service is gone or replaced. */
const shutdownRetrySeconds = 10

export const keyReused = () =>
  Effect.fail(
    new IdempotencyKeyReusedProblem({
      detail: "This Idempotency-Key belongs to another crawl; send a new one for a new crawl."
    })
  )

export const noCapacity = (error: TooManyCrawls | ShuttingDown) =>
  Effect.fail(
    error._tag === "TooManyCrawls"
      ? new TooManyCrawlsProblem({ detail: `${error.message}.`, retry_after: error.retryAfter })
      : new ShuttingDownProblem({
        detail: "The service is stopping and takes no new crawls; try again when it is back.",
        retry_after: shutdownRetrySeconds
      })
  )
