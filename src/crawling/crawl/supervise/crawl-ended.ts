import { Cause, Clock, Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import { log } from "../../../core/observability/log-lines.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import type { SinceGone } from "../revisit/EarlierPages.ts"
import type { ProfileLost } from "../visit/profile-lost.ts"
import type { Pauses } from "./Pauses.ts"

/**
 * Handles a crawl that ends without a status. A defect fails its own job with an error, and affects nothing else. If
 * the store was unavailable, it waits before the retry. `begun`: milliseconds since the epoch.
 */
export const crawlEnded = (store: JobStore["Service"], pauses: Pauses) =>
  Effect.fnUntraced(function*(
    id: JobId,
    url: string,
    begun: number,
    cause: Cause.Cause<StoreUnavailable | SinceGone | ProfileLost>
  ) {
    if (Cause.hasInterruptsOnly(cause)) return
    const why = Option.getOrUndefined(Cause.findErrorOption(cause))
    if (why?._tag === "SinceGone") {
      return yield* Effect.ignore(store.finish(id, "failed", { url, code: "since_gone", message: why.message }))
    }
    if (why?._tag === "ProfileLost") {
      return yield* Effect.ignore(store.finish(id, "failed", { url, code: why.code, message: why.detail }))
    }
    if (why !== undefined) {
      yield* log(`a crawl waits for the job store: ${why.reason}`, { "job.id": id }, "Warn")
      return yield* Effect.sleep(pauses.after(id, (yield* Clock.currentTimeMillis) - begun))
    }
    yield* Effect.annotateLogs(Effect.logError("a crawl failed by a defect", cause), "job.id", id)
    yield* Effect.ignore(store.finish(id, "failed", {
      url,
      code: "internal_error",
      message: "The service failed on this crawl, and its log says why."
    }))
  })
