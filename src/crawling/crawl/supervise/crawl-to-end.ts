import { Cause, Clock, type Deferred, Effect, Option } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { SiteCredentials } from "../../../core/domain/SiteCredentials.ts"
import { log } from "../../../core/observability/log-lines.ts"
import { JobStore, type RunningJob } from "../../jobs/JobStore.ts"
import { Nodes } from "../../jobs/Nodes.ts"
import { WebhookStore } from "../../webhooks/WebhookStore.ts"
import { findDrift } from "../../wrappers/find-drift.ts"
import { WrapperStore } from "../../wrappers/WrapperStore.ts"
import type { ProfileLost } from "../model/profile-lost.ts"
import { openWebhook } from "../plan/open-webhook.ts"
import type { SinceGone } from "../revisit/EarlierPages.ts"
import { CrawlRunner } from "./CrawlRunner.ts"
import type { Pauses } from "./Pauses.ts"

/** Runs the crawl of a job and stores its status, unless it is parked. Never fails. */
export const crawlToEnd = Effect.fnUntraced(function*(pauses: Pauses) {
  const store = yield* JobStore
  const runner = yield* CrawlRunner
  const nodes = yield* Nodes
  const webhooks = yield* WebhookStore
  const wrappers = yield* WrapperStore

  const finish = Effect.fnUntraced(function*(job: RunningJob, status: "done" | "failed") {
    const drifts = status === "done" ? yield* findDrift({ jobs: store, nodes, wrappers }, job) : []
    yield* store.finish(job.id, status, ...drifts)
  })

  return Effect.fnUntraced(function*(
    job: RunningJob,
    credentials: SiteCredentials | undefined,
    leaving: Deferred.Deferred<void>
  ) {
    const { id, options, owner, url } = job
    const task = { id, owner, seed: new URL(url), options }
    const begun = yield* Clock.currentTimeMillis
    // A process that was killed between the two writes of `start` left a job without its event cursors.
    yield* openWebhook(webhooks, owner, id, options).pipe(
      Effect.andThen(nodes.whileAlive(runner.run(task, credentials, leaving))),
      Effect.flatMap((status) => status === "parked" ? Effect.void : finish(job, status)),
      Effect.catchCause((cause) => withoutStatus(store, pauses, job, begun, cause))
    )
  })
})

/**
 * Handles a crawl that ends without a status. A defect fails its own job with an error, and affects nothing else. If
 * the store was unavailable, it waits before the retry. `begun`: milliseconds since the epoch.
 */
const withoutStatus = Effect.fnUntraced(function*(
  store: JobStore["Service"],
  pauses: Pauses,
  { id, url }: RunningJob,
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
