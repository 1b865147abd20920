import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { robotsDirectives } from "../../../src/extract/metadata/declared/robots-directives.ts"
import { headerStatements } from "../../../src/web/rights/header-statements.ts"
import { contentSignal, contentUsage, licenseLinks, robotsTag } from "../../../src/web/rights/read-values.ts"
import { rightsOf } from "../../../src/web/rights/Statement.ts"
import { parseRobots } from "../../../src/web/robots/parse-robots.ts"
import { pagesOver, scraped } from "../../support/entries/pages-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"

const url = new URL("https://a.example/news/1")
const robots = (text: string, path = "/a") => rightsOf(parseRobots(text, "gleaner/0.1").statementsFor(path))
const header = (headers: Readonly<Record<string, string>>) => rightsOf(headerStatements(headers, url, "gleaner"))

describe("rights of a page", () => {
  it("come from the lines of robots.txt, with the longest path, and the licenses of RSL", () => {
    assert.deepStrictEqual(
      robots("License: https://a.example/license.xml\nUser-agent: *\nContent-Signal: search=yes, use=reference"),
      {
        uses: { search: "yes" },
        content_use: "reference",
        licenses: [{ url: "https://a.example/license.xml", from: "robots.txt" }],
        sources: [
          { from: "robots.txt", text: "Content-Signal: search=yes, use=reference" },
          { from: "robots.txt", text: "License: https://a.example/license.xml" }
        ]
      }
    )
    const paths = "User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /free train-ai=y"
    assert.deepStrictEqual(robots(paths).uses, { "ai-train": "no" })
    assert.deepStrictEqual(robots(paths, "/free/1").uses, { "ai-train": "yes" })
  })

  it("come from header fields", () => {
    assert.deepStrictEqual(
      header({
        "content-signal": "ai-input=no",
        "content-usage": "train-ai=n",
        "robots-tag": "noindex, noarchive",
        "link": "</style.css>; rel=preload, </license>; rel=\"license nofollow\"",
        "tdm-reservation": "1",
        "tdm-policy": "/tdm.json"
      }),
      {
        uses: { "ai-input": "no", "ai-train": "no" },
        directives: ["noindex", "noarchive"],
        licenses: [{ url: "https://a.example/license", from: "link" }],
        tdm: { reserved: true, policy: "https://a.example/tdm.json" },
        sources: [
          { from: "content-signal", text: "ai-input=no" },
          { from: "content-usage", text: "train-ai=n" },
          { from: "robots-tag", text: "noindex, noarchive" },
          { from: "link", text: "</style.css>; rel=preload, </license>; rel=\"license nofollow\"" },
          { from: "tdm-reservation", text: "1" },
          { from: "tdm-policy", text: "/tdm.json" }
        ]
      }
    )
  })

  it("are the most restrictive of all sources", () => {
    const { sources: _, ...rights } = rightsOf([
      { from: "a", text: "", uses: { search: "yes", "ai-train": "no" }, contentUse: "full", tdm: { reserved: true } },
      { from: "b", text: "", uses: { search: "no", "ai-train": "yes" }, contentUse: "immediate" },
      { from: "c", text: "", contentUse: "reference", tdm: { reserved: false } }
    ])
    assert.deepStrictEqual(rights, {
      uses: { search: "no", "ai-train": "no" },
      content_use: "immediate",
      tdm: { reserved: true }
    })
    assert.deepStrictEqual(rightsOf([]), { sources: [] })
  })

  it("read Content-Usage as a dictionary of RFC 9651, and ignore it whole if it does not parse", () => {
    // The last of two equal keys counts (RFC 9651 section 4.2.2); parameters and unknown members are ignored.
    assert.deepStrictEqual(contentUsage("train-ai=n, train-ai=y;x=1, other=?1"), { uses: { "ai-train": "yes" } })
    assert.deepStrictEqual(contentUsage("train-ai=n, search=y"), { uses: { "ai-train": "no", search: "yes" } })
    assert.deepStrictEqual(contentUsage("train-ai=\"n\""), {})
    assert.isUndefined(contentUsage("train-ai=n, Search=y"))
    assert.isUndefined(contentUsage("train-ai=n,"))
    assert.deepStrictEqual(header({ "content-usage": "train-ai=n,," }), { sources: [] })
    assert.deepStrictEqual(contentSignal("use=full, use=reference"), { contentUse: "reference" })
  })

  it("never throw, whatever a site sends", () => {
    assert.isUndefined(robotsTag("noindex;;", "gleaner"))
    assert.deepStrictEqual(licenseLinks("<javascript:1>; rel=license, <>; rel", url), [])
    fc.assert(fc.property(fc.string(), (value) => {
      header({ "content-usage": value, "robots-tag": value, "link": `<${value}>; rel=license`, "tdm-policy": value })
    }))
  })
})

const robotsMeta = (...contents: ReadonlyArray<string>) => robotsDirectives(contents, undefined, "gleaner")
const tagLine = (...lines: ReadonlyArray<string>) => robotsDirectives([], lines.join("\n"), "gleaner")

describe("robots directives", () => {
  it("are read from meta elements in any case, each once, without the defaults", () => {
    assert.deepStrictEqual(robotsMeta("NoIndex , nofollow", "noindex,all,index,follow"), ["noindex", "nofollow"])
    assert.deepStrictEqual(robotsMeta("none"), ["noindex", "nofollow"])
    assert.deepStrictEqual(robotsMeta("max-snippet: 20, max-image-preview:large, "), [
      "max-snippet:20",
      "max-image-preview:large"
    ])
  })

  it("are read from each line of X-Robots-Tag, for everybody and only for us", () => {
    assert.deepStrictEqual(tagLine("noindex", "otherbot: nofollow, noarchive", "nosnippet"), ["noindex", "nosnippet"])
    assert.deepStrictEqual(tagLine("Gleaner: noindex, nofollow"), ["noindex", "nofollow"])
    assert.deepStrictEqual(tagLine("otherbot: noindex, gleaner: noarchive, *: noai"), ["noarchive", "noai"])
    assert.deepStrictEqual(tagLine("max-snippet:-1, googlebot: none"), ["max-snippet:-1"])
  })

  it("may have a date with a comma of its own", () => {
    assert.deepStrictEqual(tagLine("unavailable_after: Fri, 25 Jun 2027 15:00:00 GMT, noindex"), [
      "unavailable_after:fri, 25 jun 2027 15:00:00 gmt",
      "noindex"
    ])
  })

  it("are bounded, whatever a page says", () => {
    fc.assert(fc.property(fc.array(fc.string()), fc.string(), (metas, line) => {
      const found = robotsDirectives(metas, line, "gleaner")
      assert.isTrue(found.every((directive) => directive !== "" && directive.length <= 200))
    }))
    assert.isAtMost(tagLine(Array.from({ length: 10_000 }, (_, at) => `x${at}`).join(",")).length, 50)
  })
})

const site = "https://site.test"

const web = fakeWeb({
  [`${site}/robots.txt`]: { body: "User-agent: *\nContent-Signal: search=yes, ai-train=no" },
  [`${site}/`]: {
    headers: { "content-type": "text/html", "x-robots-tag": "max-snippet:9", "content-usage": "train-ai=y" },
    body: `<title>Start</title><meta name=robots content=noindex><meta name=gleaner content=noarchive>
<meta name=otherbot content=nofollow><meta name=tdm-reservation content=1><link rel=license href=/license>
<p>Some words of the page.</p>`
  }
})

describe("the rights in the trace of a page", () => {
  it.effect("are of robots.txt, header fields and elements, with each source", () =>
    Effect.gen(function*() {
      const { trace } = yield* whileTimePasses(scraped(`${site}/`))
      assert.deepStrictEqual(trace.rights, {
        uses: { "search": "yes", "ai-train": "no" },
        directives: ["max-snippet:9", "noindex", "noarchive"],
        licenses: [{ url: `${site}/license`, from: "link license" }],
        tdm: { reserved: true },
        sources: [
          { from: "robots.txt", text: "Content-Signal: search=yes, ai-train=no" },
          { from: "content-usage", text: "train-ai=y" },
          { from: "x-robots-tag", text: "max-snippet:9" },
          { from: "meta robots", text: "noindex" },
          { from: "meta gleaner", text: "noarchive" },
          { from: "link license", text: "/license" },
          { from: "meta tdm-reservation", text: "1" }
        ]
      })
    }).pipe(Effect.provide(pagesOver(web))))
})
