import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Option } from "effect"
import { localFrontier } from "../../../src/crawling/crawl/frontier/LocalFrontier.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { memoryJobs } from "../../../src/crawling/stores/memory/MemoryJobs.ts"
import { timePasses } from "../../../src/testing/time-passes.ts"
import { options, page, servicesOver } from "../../support/entries/crawl-over.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"

const seed = "https://example.com/"

describe("a crawl that leaves its node", () => {
  it.effect("finishes and settles the pages that it has requested, and requests nothing more", () => {
    const links = ["/1", "/2", "/3", "/4"]
    const slow = Object.fromEntries(
      links.map((link) => [`https://example.com${link}`, { body: page(link), headers: html, takes: "3 seconds" }])
    )
    const web = fakeWeb({ [seed]: page("seed", ...links), ...slow })
    return Effect.gen(function*() {
      const store = yield* JobStore
      const { run } = yield* CrawlRunner
      const { id } = yield* store.create("owner", seed, options)
      yield* store.promote(1)
      const leaving = yield* Deferred.make<void>()
      const crawl = yield* Effect.forkChild(
        run({ id, owner: "owner", seed: new URL(seed), options }, undefined, leaving)
      )
      yield* timePasses("1500 millis")
      assert.lengthOf(web.pages(), 2, "one page at a time: the others wait for their turn")
      yield* Deferred.succeed(leaving, undefined)
      yield* timePasses("5 seconds")
      assert.strictEqual(yield* Fiber.join(crawl), "parked")
      assert.lengthOf(web.pages(), 2)
      assert.isTrue(web.pages().every(({ endedAt }) => endedAt !== undefined), "no connection was cut")
      const { job } = Option.getOrThrow(yield* store.get("owner", id))
      assert.deepInclude(job, { status: "running", document_count: 2 })
    }).pipe(
      Effect.provide(runnerAlone.pipe(Layer.provide(servicesOver(web, { domainDelay: Duration.seconds(1) }))))
    )
  })
})

/** The jobs of the services have a supervisor, which would run them. */
const runnerAlone = Layer.fresh(CrawlRunner.layerNoDeps).pipe(
  Layer.provide(Layer.fresh(localFrontier)),
  Layer.provideMerge(Layer.fresh(memoryJobs))
)

const html = { "content-type": "text/html" }
