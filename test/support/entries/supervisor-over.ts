import { Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../../src/core/domain/errors/StoreUnavailable.ts"
import { crawlDefaults, type CrawlOptions, JobId, type JobStatus } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import type { CrawlTask } from "../../../src/crawling/crawl/model/Frontier.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"

export const options: CrawlOptions = {
  ...crawlDefaults,
  max_pages: 20,
  max_depth: 0
}
export const seed = new URL("https://example.com/")

/** The supervisor over crawls that do what `run` says. */
export const supervisorOver = (
  run: (task: CrawlTask) => Effect.Effect<void | "done" | "failed", StoreUnavailable>,
  limits: Parameters<typeof Settings.layerWith>[0] = {}
) =>
  CrawlSupervisor.layerNoDeps.pipe(
    Layer.provide(
      Layer.succeed(CrawlRunner, { run: (task) => Effect.map(run(task), (status) => status ?? "done") })
    ),
    Layer.provideMerge(memoryStore),
    Layer.provide(Settings.layerWith(limits))
  )

export const status = (owner: string, id: string) =>
  Effect.flatMap(
    JobStore,
    (store) => Effect.map(store.get(owner, JobId.make(id)), (snapshot) => Option.getOrThrow(snapshot).job)
  )

export const settled = (owner: string, id: string, expected: JobStatus) =>
  Effect.gen(function*() {
    for (let turns = 0; turns < 1000; turns++) {
      const job = yield* status(owner, id)
      if (job.status === expected) return job
      yield* Effect.yieldNow
    }
    return yield* status(owner, id)
  })
