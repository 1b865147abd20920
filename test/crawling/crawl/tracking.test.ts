import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { crawlDefaults } from "../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { CrawlRunner } from "../../../src/crawling/crawl/supervise/CrawlRunner.ts"
import { JobStore } from "../../../src/crawling/jobs/JobStore.ts"
import { Profiles } from "../../../src/crawling/profiles/Profiles.ts"
import { memoryStore } from "../../../src/crawling/stores/memory/memory-stores.ts"
import { sitemapsOf, type SitePage, webOf } from "./generated-site.ts"

/**
 * Requests of a crawl to a site whose front page links one page by three links that differ in where the visitor came
 * from.
 */
const asked = Effect.fnUntraced(function*(isDropped: boolean) {
  const options = { ...crawlDefaults, max_pages: 10, dedup: false, drop_tracking: isDropped }
  const links = ["/a?id=1", "/a?id=1&utm_source=menu", "/a?fbclid=x&id=1"].map((path) => `http://a.example${path}`)
  const page = (url: string, text: number): readonly [string, SitePage] => [
    url,
    { url, links: text === 0 ? links : [], text, outcome: "page", redirect: undefined, canonical: "" }
  ]
  const site = new Map([
    page(isDropped ? "http://a.example/" : "http://a.example/?utm_campaign=x", 0),
    ...links.map((url, index) => page(url, index + 1))
  ])
  const log: Array<string> = []
  const run = Effect.gen(function*() {
    const job = yield* (yield* JobStore).create("owner", "http://a.example/", options)
    const runner = yield* CrawlRunner
    yield* runner.run({
      id: job.id,
      owner: "owner",
      seed: new URL("http://a.example/?utm_campaign=x"),
      options
    })
  })
  yield* Effect.provide(
    run,
    CrawlRunner.layerNoDeps.pipe(
      Layer.provide(Layer.mock(Profiles, {})),
      Layer.provideMerge(memoryStore),
      Layer.provide([webOf(site, 1, log), sitemapsOf(site), Settings.layerWith()])
    )
  )
  return log
})

describe("tracking parameters of the links of a crawl", () => {
  it.effect("are left out, so that a page is asked for once", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* asked(true), ["http://a.example/", "http://a.example/a?id=1"])
    }))

  it.effect("stay where the caller says so", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* asked(false), [
        "http://a.example/?utm_campaign=x",
        "http://a.example/a?id=1",
        "http://a.example/a?id=1&utm_source=menu",
        "http://a.example/a?fbclid=x&id=1"
      ])
    }))
})
