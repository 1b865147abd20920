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
import type { SimulatedEngine } from "./engines.ts"
import { jobRetention, storeBytes } from "./promises.ts"

const settings = { storeBytes, jobRetention, maxCrawls: 1000, maxCrawlsPerKey: 1000, maxSchedules: 1000 }

/** One process of the service. Jobs wait until the test crawls them. `created` runs after each creation of a job. */
export const simulatedService = (
  stores: SimulatedEngine["stores"],
  created: Effect.Effect<void>,
  /** Whether a start looks at the bytes of the store itself. */
  checksStore: boolean
) =>
  Layer.fresh(
    Layer.merge(ScheduleRunner.layerNoLoop, Schedules.layerNoDeps).pipe(
      Layer.provideMerge(supervisor(created, checksStore)),
      Layer.provide(Nodes.layerSingle),
      Layer.provide(Layer.succeed(WebhookSecrets, { of: () => secretFrom(Buffer.from("a secret")) })),
      Layer.provideMerge(stores),
      Layer.provideMerge(Settings.layerWith(settings))
    )
  )

const supervisor = (created: Effect.Effect<void>, checksStore: boolean) =>
  Layer.effect(
    CrawlSupervisor,
    Effect.map(JobStore, (jobs) =>
      CrawlSupervisor.of({
        start: Effect.fnUntraced(function*(owner, url, options, key) {
          if (checksStore && (yield* jobs.stored).bytes >= storeBytes) {
            return yield* new StoreFull({ reason: "it has no free bytes" })
          }
          const job = yield* jobs.create(owner, url.href, options, key)
          yield* created
          return job
        }),
        cancel: (owner, id) => jobs.cancel(owner, id),
        crawls: jobs.counts,
        domains: Effect.succeed({ waiting: 0, due: 0 }),
        drain: Effect.void
      }))
  )
