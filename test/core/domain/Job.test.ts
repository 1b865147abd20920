import { assert, describe, it } from "@effect/vitest"
import { batchOptions, crawlDefaults, crawlOptions, isFinal, notesOf } from "../../../src/core/domain/job/Job.ts"

describe("the options of a crawl", () => {
  const ceiling = { maxPages: 10_000, maxDepth: 20, sitemapFiles: 50_000 }

  it("are what was asked for, up to the ceilings", () => {
    const asked = { max_pages: 7, max_depth: 0, scope: "any", drop_tracking: false } as const
    assert.deepStrictEqual(crawlOptions(asked, ceiling), { ...crawlDefaults, ...asked })
    assert.deepInclude(crawlOptions({ max_pages: 10_001, max_depth: 21, max_sitemaps: 60_000 }, ceiling), {
      max_pages: 10_000,
      max_depth: 20,
      max_sitemaps: 50_000
    })
  })

  it("leave a note of each budget that was asked for and is above its ceiling", () => {
    const asked = { max_pages: 10_001, max_depth: 50, max_sitemaps: 5 }
    assert.deepStrictEqual(notesOf(crawlOptions(asked, ceiling)), [
      "max_pages 10001 became 10000",
      "max_depth 50 became 20"
    ])
    assert.deepStrictEqual(notesOf(crawlOptions({}, { maxPages: 5, maxDepth: 1, sitemapFiles: 2 })), [])
    assert.deepStrictEqual(
      notesOf(batchOptions(["http://a.example/", "http://b.example/"], {}, { ...ceiling, maxPages: 1 })),
      [
        "max_pages 2 became 1"
      ]
    )
  })

  it("leave a note of a pattern that matches one page only, and of fields that name no page", () => {
    const asked = { include: ["/p/", "/q/*", "*/r/", "/s"], fields: ["title", "text"] } as const
    assert.deepStrictEqual(notesOf(crawlOptions(asked, ceiling)), [
      "include /p/ matches no page but this one; /p/* matches the pages below it too",
      "fields has neither url nor final_url, so documents do not name their pages"
    ])
    assert.deepStrictEqual(notesOf(crawlOptions({ fields: ["final_url"] }, ceiling)), [])
  })

  it("are 100 pages and a depth of 3 where nothing was asked for, or less where the ceiling is lower", () => {
    assert.deepInclude(crawlOptions({}, ceiling), { max_pages: 100, max_depth: 3, scope: "domain", dedup: true })
    const low = { maxPages: 5, maxDepth: 1, sitemapFiles: 2 }
    assert.deepInclude(crawlOptions({}, low), { max_pages: 5, max_depth: 1, max_sitemaps: 2 })
  })
})

it("done, failed and cancelled are final, queued and running are not", () => {
  assert.deepStrictEqual((["queued", "running", "done", "failed", "cancelled"] as const).map(isFinal), [
    false,
    false,
    true,
    true,
    true
  ])
})
