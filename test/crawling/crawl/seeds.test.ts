import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { seedScope, withBase } from "../../../src/crawling/crawl/model/seed-scope.ts"
import { crawlOver, page, redirect } from "../../support/entries/crawl-over.ts"

const nameOf = ({ href }: URL) => href

describe("a crawl with several seeds", () => {
  it.effect("follows the links of each within its own scope, and goes on although one fails", () =>
    Effect.gen(function*() {
      const seeds = ["https://a.example/", "https://gone.example/", "https://b.example/start", "https://moved.example/"]
      const { job, stored } = yield* crawlOver(seeds[0] ?? "", {
        "https://a.example/": page("a", "/one", "https://b.example/two", "https://other.example/"),
        "https://a.example/one": page("a one", "https://b.example/three"),
        "https://b.example/start": page("b", "/two", "https://a.example/never"),
        "https://b.example/two": page("b two"),
        "https://moved.example/": redirect("https://www.moved.example/"),
        "https://www.moved.example/": page("moved", "/four", "https://moved.example/five"),
        "https://www.moved.example/four": page("moved four"),
        "https://a.example/never": page("never"),
        "https://b.example/three": page("three")
      }, { seeds })
      assert.sameMembers(stored, [
        "https://a.example/",
        "https://b.example/start",
        "https://moved.example/",
        "https://a.example/one",
        "https://b.example/two",
        "https://www.moved.example/four"
      ])
      assert.deepInclude(job.stats, { failed: 1, pending: 0 })
    }))

  it.effect("reads the sitemaps of each site once", () =>
    Effect.gen(function*() {
      const seeds = ["https://a.example/", "https://a.example/one", "https://b.example/"]
      const listOf = (...urls: ReadonlyArray<string>) => ({
        body: `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`,
        headers: { "content-type": "application/xml" }
      })
      const { stored, web } = yield* crawlOver(seeds[0] ?? "", {
        "https://a.example/": page("a"),
        "https://a.example/one": page("one"),
        "https://a.example/listed": page("listed"),
        "https://b.example/": page("b"),
        "https://b.example/listed": page("b listed"),
        "https://a.example/sitemap.xml": listOf("https://a.example/listed", "https://b.example/other"),
        "https://b.example/sitemap.xml": listOf("https://b.example/listed")
      }, { seeds, sitemaps: true })
      assert.sameMembers(stored, [...seeds, "https://a.example/listed", "https://b.example/listed"])
      assert.lengthOf(web.log.filter(({ url }) => url === "https://a.example/sitemap.xml"), 1)
    }))
})

describe("the scope of several seeds", () => {
  it("is that of the seeds that have the page of a link", () => {
    const seeds = ["https://a.example/docs/", "https://a.example/blog/", "https://b.example/"]
    const inScope = seedScope("prefix", seeds, undefined, nameOf)
    const judged = (url: string, from?: string) => inScope(new URL(url), from)
    assert.isTrue(judged("https://a.example/docs/x", "https://a.example/docs/"))
    assert.isFalse(judged("https://a.example/blog/x", "https://a.example/docs/y"))
    assert.isTrue(judged("https://a.example/blog/x", undefined))
    assert.isFalse(judged("https://a.example/", undefined))
    const subdomains = seedScope("subdomains", seeds, undefined, nameOf)
    assert.isTrue(subdomains(new URL("https://www.a.example/"), "https://a.example/docs/"))
    assert.isFalse(subdomains(new URL("https://b.example/"), "https://a.example/docs/"))
    assert.isTrue(seedScope("any", seeds, undefined, nameOf)(new URL("https://c.example/"), undefined))
  })

  it("notes the final URL of a seed only where it has another scope", () => {
    const crawl = { scope: "domain", seeds: ["https://a.example/", "https://b.example/"] } as const
    assert.isUndefined(withBase(crawl, undefined, 0, "https://a.example/home"))
    const bases = withBase(crawl, undefined, 1, "https://www.b.example/")
    assert.strictEqual(
      withBase(crawl, bases, 0, "https://c.example/x"),
      "1 https://www.b.example/\n0 https://c.example/x"
    )
  })

  it("costs a page no more with a thousand seeds", () => {
    const seeds = Array.from({ length: 1000 }, (_, index) => `https://a.example/${index}/`)
    let inScopeOf = 0
    const inScope = seedScope("prefix", seeds, undefined, (url) => (inScopeOf++, url.href))
    assert.isTrue(inScope(new URL("https://a.example/7/x"), "https://a.example/7/"))
    const parsed = inScopeOf
    for (let page = 0; page < 100; page++) seedScope("prefix", seeds, undefined, (url) => (inScopeOf++, url.href))
    assert.strictEqual(inScopeOf, parsed)
  })
})
