import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { rulesOf } from "../../../src/web/robots/RobotsRules.ts"

const rules = (robots: string, agent = "gleaner/0.1 (+https://example.com)") =>
  rulesOf("https://example.com", robots, agent)
const allowed = (robots: string, path: string) => rules(robots).isAllowed(new URL(path, "https://example.com"))

describe("RobotsRules", () => {
  it("matches the product token, not the version or what follows it", () => {
    assert.isFalse(allowed("User-agent: Gleaner\nDisallow: /a", "/a"))
    assert.isFalse(allowed("User-agent: GLEANER/2.0 beta\nDisallow: /a", "/a"))
    assert.isTrue(allowed("User-agent: glean\nDisallow: /a", "/a"))
  })

  it("takes the crawler's token where the User-Agent is dressed as a browser's (RFC 9309 section 2.2.1's example)", () => {
    const agent = "Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)"
    const robots = "User-agent: ExampleBot\nDisallow: /a\n\nUser-agent: Mozilla\nDisallow: /b"
    const may = (path: string) => rules(robots, agent).isAllowed(new URL(path, "https://example.com"))
    assert.isFalse(may("/a"))
    assert.isTrue(may("/b"))
  })

  it("takes the longest match, and allow where two are as long (RFC 9309 section 2.2.2)", () => {
    const robots = "User-agent: *\nDisallow: /shop\nAllow: /shop/sale\nDisallow: /x\nAllow: /x"
    assert.isFalse(allowed(robots, "/shop/cart"))
    assert.isTrue(allowed(robots, "/shop/sale/1"))
    assert.isTrue(allowed(robots, "/x"))
  })

  it("knows * and $, a byte order mark, and line ends of every kind", () => {
    const robots = "\uFEFFUser-agent: *\rDisallow: /*.pdf$\r\nDisallow: /tmp*/x"
    assert.isFalse(allowed(robots, "/files/a.pdf"))
    assert.isTrue(allowed(robots, "/files/a.pdf?x=1"))
    assert.isFalse(allowed(robots, "/tmp12/x"))
  })

  it("keeps a group together over sitemaps and unknown lines", () => {
    assert.isFalse(allowed("User-agent: gleaner\nSitemap: /s.xml\nUnknown: y\nDisallow: /a", "/a"))
  })

  it("reads Crawl-delay with decimals, and Sitemap lines as absolute URLs", () => {
    const read = rules("User-agent: *\nCrawl-delay: 2.5\nSitemap: /map.xml\nSitemap: https://cdn.example/m.xml")
    assert.strictEqual(Duration.toMillis(read.crawlDelay), 2500)
    assert.deepStrictEqual(read.sitemaps, ["https://example.com/map.xml", "https://cdn.example/m.xml"])
    assert.strictEqual(Duration.toMillis(rules("User-agent: *\nCrawl-delay: soon").crawlDelay), 0)
  })

  it("always allows /robots.txt itself", () => {
    assert.isTrue(allowed("User-agent: *\nDisallow: /", "/robots.txt"))
  })
})
