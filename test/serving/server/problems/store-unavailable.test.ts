import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref } from "effect"
import { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { crawlDefaults } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Frontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { CrawlRunner } from "../../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { CrawlSupervisor } from "../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { memoryStore } from "../../../../src/crawling/stores/memory/memory-stores.ts"
import { serverOver } from "../../../support/entries/server-over.ts"
import { keys } from "../../../support/entries/service-process.ts"
import { timePasses } from "../../../support/web/fake-web-time.ts"

const away = Effect.fail(new StoreUnavailable({ reason: "the disk of /var/secret is full" }))

describe("while the job store is unavailable", () => {
  it("callers get a 503 that says when to come back and not where the store is; the service is not ready", async () => {
    const server = await serverOver({
      store: { get: () => away, list: () => away, ledger: () => away, stored: away, ready: away },
      supervisor: { start: () => away }
    })
    const call = (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, { ...init, headers: { "x-api-key": keys.first, "content-type": "application/json" } })
    const crawl = { method: "POST", body: JSON.stringify({ url: "http://site.test/" }) }
    const answers = [
      await call("/v1/jobs"),
      await call(`/v1/jobs/${"1".repeat(32)}`),
      await call(`/v1/jobs/${"1".repeat(32)}/ledger`),
      await call(`/v1/jobs/${"1".repeat(32)}/events`),
      await call("/v1/crawl", crawl)
    ]
    for (const answer of answers) {
      const problem = await answer.json() as { readonly code: string; readonly detail: string }
      assert.deepStrictEqual([answer.status, problem.code], [503, "store_unavailable"])
      assert.strictEqual(answer.headers.get("retry-after"), "5")
      assert.notInclude(JSON.stringify(problem), "secret")
    }
    assert.strictEqual((await call("/healthz")).status, 200)
    const ready = await call("/readyz")
    assert.deepStrictEqual([ready.status, await ready.text()], [503, "store unavailable"])
    assert.strictEqual((await call("/v1/health")).status, 200)
    await server.stop()
  })

  it.effect("a crawl waits, and goes on when it is back", () =>
    Effect.gen(function*() {
      const isAway = yield* Ref.make(true)
      const opened = yield* Ref.make(0)
      const frontier = Layer.mock(Frontier, {
        open: () =>
          Effect.andThen(
            Ref.update(opened, (count) => count + 1),
            Effect.flatMap(Ref.get(isAway), (now) => now ? away : Effect.never)
          )
      })
      const runner = Layer.effect(
        CrawlRunner,
        Effect.map(Frontier, ({ open }) => ({ run: (task) => Effect.as(Effect.scoped(open(task)), "done" as const) }))
      ).pipe(Layer.provide(frontier))
      yield* Effect.gen(function*() {
        const store = yield* JobStore
        const supervisor = yield* CrawlSupervisor
        const job = yield* supervisor.start("a", new URL("http://site.test/"), crawlDefaults)
        yield* timePasses("5 seconds")
        const tries = yield* Ref.get(opened)
        assert.isAbove(tries, 2)
        assert.isBelow(tries, 10)
        const look = Effect.map(
          store.get("a", job.id),
          (snapshot) => Option.getOrThrow(snapshot).job.status
        )
        assert.strictEqual(yield* look, "running")
        yield* Ref.set(isAway, false)
        yield* timePasses("5 seconds")
        assert.isAtMost(yield* Ref.get(opened), tries + 1)
        assert.strictEqual(yield* look, "running")
      }).pipe(Effect.provide(
        CrawlSupervisor.layerNoDeps.pipe(
          Layer.provide(runner),
          Layer.provideMerge(memoryStore),
          Layer.provide(Settings.layerWith({}))
        )
      ))
    }))
})
