import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { CrawlSupervisor } from "../../../../src/crawling/crawl/supervise/CrawlSupervisor.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { timePasses } from "../../../../src/testing/time-passes.ts"
import { options, page, servicesOver } from "../../../support/entries/crawl-over.ts"
import { type FakePage, fakeWeb } from "../../../support/web/fake-web.ts"

/** A site whose seed links to so many other pages. */
const siteOf = (host: string, pages: number): Readonly<Record<string, FakePage>> => {
  const links = Array.from({ length: pages - 1 }, (_, index) => `/${index + 1}`)
  const others = links.map((link) => [`https://${host}${link}`, page(`${host} ${link}`)] as const)
  return { [`https://${host}/`]: page(host, ...links), ...Object.fromEntries(others) }
}

describe("running slots", () => {
  it.effect("a crawl of one key goes before the rest of another key's large crawls, which lose and repeat nothing", () => {
    const web = fakeWeb({ ...siteOf("large-1.test", 60), ...siteOf("large-2.test", 60), ...siteOf("small.test", 5) })
    return Effect.gen(function*() {
      const store = yield* JobStore
      const supervisor = yield* CrawlSupervisor
      const start = (owner: string, host: string) => supervisor.start(owner, new URL(`https://${host}/`), options)
      const jobOf = (owner: string, { id }: { readonly id: string }) =>
        Effect.map(store.get(owner, JobId.make(id)), (found) => Option.getOrThrow(found).job)
      const large = [yield* start("greedy", "large-1.test"), yield* start("greedy", "large-2.test")]
      yield* timePasses("25 seconds")
      const small = yield* start("modest", "small.test")
      yield* timePasses("8 seconds")
      assert.deepInclude(yield* jobOf("modest", small), { status: "done", document_count: 5 })
      const statuses = yield* Effect.forEach(large, (job) => jobOf("greedy", job))
      assert.deepStrictEqual(statuses.map(({ status }) => status), ["running", "running"])
      yield* timePasses("1 minute")
      for (const job of large) {
        assert.deepInclude(yield* jobOf("greedy", job), { status: "done", document_count: 60 })
      }
      assert.isTrue(Object.values(Object.groupBy(web.pages(), ({ url }) => url)).every((asked) => asked?.length === 1))
    }).pipe(Effect.provide(servicesOver(web, { domainDelay: Duration.seconds(1), maxRunningCrawls: 2 })))
  })

  it.effect("a crawl that is cancelled while it is parked is over at once, with what it has stored", () => {
    const web = fakeWeb({ ...siteOf("large.test", 60), ...siteOf("small.test", 60) })
    return Effect.gen(function*() {
      const supervisor = yield* CrawlSupervisor
      const large = yield* supervisor.start("greedy", new URL("https://large.test/"), options)
      yield* timePasses("25 seconds")
      yield* supervisor.start("modest", new URL("https://small.test/"), options)
      yield* timePasses("3 seconds")
      const before = web.pages().length
      const cancelled = Option.getOrThrow(yield* supervisor.cancel("greedy", large.id))
      assert.strictEqual(cancelled.status, "cancelled")
      assert.isAbove(cancelled.document_count, 20)
      yield* timePasses("30 seconds")
      assert.isTrue(web.pages().slice(before).every(({ url }) => url.startsWith("https://small.test/")))
    }).pipe(Effect.provide(servicesOver(web, { domainDelay: Duration.seconds(1), maxRunningCrawls: 1 })))
  })
})
