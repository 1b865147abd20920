import { Effect, Layer } from "effect"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Nodes } from "../../../src/crawling/jobs/Nodes.ts"
import { StoreFull } from "../../../src/crawling/jobs/StoreFull.ts"
import { ScheduleRunner } from "../../../src/crawling/schedules/ScheduleRunner.ts"
import { Schedules } from "../../../src/crawling/schedules/Schedules.ts"
import { secretFrom } from "../../../src/crawling/webhooks/sign-message.ts"
import { WebhookSecrets } from "../../../src/crawling/webhooks/WebhookSecrets.ts"

/** A supervisor whose jobs are created and wait for the test to finish them. */
const supervisor = Layer.effect(
  CrawlSupervisor,
  Effect.gen(function*() {
    const jobs = yield* JobStore
    const { storeBytes } = yield* Settings
    return CrawlSupervisor.of({
      start: Effect.fnUntraced(function*(owner, seed, options, key) {
        if ((yield* jobs.stored).bytes >= storeBytes) return yield* new StoreFull({ reason: "no free bytes" })
        return yield* jobs.create(owner, seed.href, options, key)
      }),
      cancel: (owner, id) => jobs.cancel(owner, id),
      crawls: jobs.counts,
      domains: Effect.succeed({ waiting: 0, due: 0 }),
      drain: Effect.void
    })
  })
)

/** Schedules over these stores, with these keys. Nothing runs but by `runDue`. */
export const runnerWithKeys = (hasKey: (owner: string) => boolean) =>
  Layer.merge(ScheduleRunner.layerNoLoop, Schedules.layerNoDeps).pipe(
    Layer.provideMerge(supervisor),
    // The clock of the test.
    Layer.provide(Nodes.layerSingle),
    Layer.provide(Layer.succeed(WebhookSecrets, {
      of: (owner) => hasKey(owner) ? secretFrom(Buffer.from("a secret")) : undefined
    }))
  )

export const runnerOver = runnerWithKeys((owner) => owner !== "gone")
