import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import type { Explanation } from "../../../src/core/domain/document/Explanation.ts"
import { RequestContext } from "../../../src/core/kernel/RequestContext.ts"
import { PageReader } from "../../../src/page/PageReader.ts"
import { readRsl } from "../../../src/web/rights/read-rsl.ts"
import { readTdmrep } from "../../../src/web/rights/read-tdmrep.ts"
import { ignoredOf, rightsOf } from "../../../src/web/rights/Statement.ts"
import { crawlOver, page, servicesOver } from "../../support/entries/crawl-over.ts"
import { scraped } from "../../support/entries/pages-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"

const site = "https://example.com"
const rsl = (text: string, path = "/a") => {
  const { sources: _, ...rights } = rightsOf(readRsl(text, site)(new URL(path, site)))
  return rights
}
const tdmrep = (rules: unknown, path: string) => readTdmrep(JSON.stringify(rules), site)(new URL(path, site))
const document = (content: string) => `<?xml version="1.0"?>\n<rsl xmlns="https://rslstandard.org/rsl">${content}</rsl>`

describe("a license file of RSL 1.0", () => {
  it("refuses a use against a payment, and names the price (rslstandard.org/guide/ai-preferences)", () => {
    const guide = document(
      `<content url="/"><license><permits type="usage">train-ai</permits><payment type="subscription">
        <custom>https://your-website.com/contact-form.html</custom></payment></license></content>`
    )
    assert.deepStrictEqual(rsl(guide), {
      uses: { search: "no", "ai-input": "no", "ai-train": "no" },
      price: { scheme: "rsl" }
    })
  })

  // The paths, usages and amounts of the example of openrsl.org (canonical.rsl.xml), without its extension.
  const example = document(
    `<!-- <content url="/x"> -->
    <content url="/" server="https://olp.example.com"><license><permits type="usage">ai-index</permits>
      <prohibits type="usage">ai-train</prohibits><payment type="crawl"><amount currency="USD">0.001</amount></payment>
    </license></content>
    <content url="/research/"><license><permits type="usage">ai-train</permits>
      <payment type="training"><amount currency="USD">10.00</amount></payment></license>
      <license><permits type="usage">search ai-input</permits><payment type="attribution"/></license></content>
    <content url="https://example.com/open/*.html$"><license><permits type="usage">all</permits><payment type="free"/>
    </license></content>
    <content url="https://other.example/"><license><prohibits type="usage">all</prohibits></license></content>`
  )
  it("is read by the longest path that matches", () => {
    const no = { search: "no", "ai-input": "no", "ai-train": "no" } as const
    assert.deepStrictEqual(rsl(example), { uses: no, price: { amount: "0.001", currency: "USD", scheme: "rsl" } })
    assert.deepStrictEqual(rsl(example, "/research/1"), {
      uses: { search: "yes", "ai-input": "yes", "ai-train": "no" },
      price: { amount: "10.00", currency: "USD", scheme: "rsl" }
    })
    assert.deepStrictEqual(rsl(example, "/open/a/b.html"), {
      uses: { search: "yes", "ai-input": "yes", "ai-train": "yes" }
    })
  })

  it("says nothing of a use that is for some users only, and prohibits before it permits", () => {
    const some = `<content><license><permits type="user">non-commercial</permits></license></content>`
    assert.deepStrictEqual(rsl(document(some)), {})
    const both =
      `<content url="/"><rsl:license><prohibits type='usage'>ai-all</prohibits><permits>all</permits></rsl:license></content>`
    assert.deepStrictEqual(rsl(document(both)).uses, { search: "yes", "ai-input": "no", "ai-train": "no" })
  })

  it("is ignored if it is another document", () => {
    const file = readRsl("<html><content url='/'></html>", site)(new URL(site))
    assert.deepStrictEqual(rightsOf(file), { sources: [] })
    assert.deepStrictEqual(ignoredOf(file).map(({ fault, from }) => [from, fault]), [["rsl", "not an RSL document"]])
    for (const broken of ["", "<rsl>", "<rsl", "<rsl><content></rsl>", "<rsl><!--</rsl>", "<rsl/>"]) rsl(broken)
  })

  it("is read in a time in proportion to its length", () => {
    for (const part of ["<", "<!--", "<content>", "<license>", "<content url='/'><license>", "<a b="]) {
      rsl(document(part.repeat(260_000 / part.length)))
    }
  })
})

// TDM Reservation Protocol, final report of the community group (2024-05-10), section 6.1.
describe("tdmrep.json", () => {
  const rules = [
    { location: "/*", "tdm-reservation": 1, "tdm-policy": "https://provider.com/policies/policy.json" },
    { location: "/directory-b/html/*", "tdm-reservation": 0 },
    { location: "https://example.com/directory-c/*.jpg$", "tdm-reservation": 1 }
  ]
  it("reserves mining by the most specific location", () => {
    assert.deepStrictEqual(rightsOf(tdmrep(rules, "/a")).tdm, {
      reserved: true,
      policy: "https://provider.com/policies/policy.json"
    })
    assert.deepStrictEqual(rightsOf(tdmrep(rules, "/directory-b/html/1")).tdm, { reserved: false })
    assert.deepStrictEqual(tdmrep(rules, "/directory-c/a.jpg")[0]?.tdm, { reserved: true })
    assert.deepStrictEqual(tdmrep([], "/a"), [])
  })

  it("is ignored whole if a rule does not follow the protocol", () => {
    for (const wrong of [{}, [{ location: "/" }], [...rules, { location: "/", "tdm-reservation": 2 }], [null], "x"]) {
      const statements = tdmrep(wrong, "/a")
      assert.deepStrictEqual(rightsOf(statements), { sources: [] })
      assert.strictEqual(ignoredOf(statements).length, 1)
    }
  })
})

describe("the files of a site about rights", () => {
  const license = document(
    `<content url="/paid"><license><payment type="crawl"><amount currency="EUR">0.5</amount></payment></license></content>`
  )
  const robots = {
    headers: { "cache-control": "max-age=3600" },
    body: `User-agent: *\nDisallow: /private/\nLicense: ${site}/license.xml\nLicense: ${site}/private/license.xml`
  }
  const pages = {
    [`${site}/robots.txt`]: robots,
    [`${site}/license.xml`]: { status: 301, headers: { location: "/rsl.xml" } },
    [`${site}/rsl.xml`]: { headers: { "content-type": "application/rsl+xml" }, body: license },
    [`${site}/.well-known/tdmrep.json`]: {
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ location: "/mined", "tdm-reservation": 1 }])
    },
    [`${site}/`]: page("start", "/mined", "/paid", "/free"),
    [`${site}/mined`]: page("mined"),
    [`${site}/paid`]: page("paid"),
    [`${site}/free`]: page("free")
  }
  const files = [`${site}/license.xml`, `${site}/rsl.xml`, `${site}/.well-known/tdmrep.json`]

  it.effect("are fetched once, as visits, and refuse pages before they are requested", () =>
    Effect.gen(function*() {
      const { rows, web } = yield* whileTimePasses(crawlOver(`${site}/`, pages, { purpose: "ai-train" }))
      assert.deepStrictEqual(
        rows.map(({ code, rights, url }) => [new URL(url).pathname, code, rights?.tdm ?? rights?.price]),
        [
          ["/", "", undefined],
          ["/mined", "purpose_refused", { reserved: true }],
          ["/paid", "purpose_refused", { amount: "0.5", currency: "EUR", scheme: "rsl" }],
          ["/free", "", undefined]
        ]
      )
      assert.deepStrictEqual(files.map((url) => web.count(url)), [1, 1, 1])
      assert.deepStrictEqual(["/mined", "/paid", "/private/license.xml"].map((path) => web.count(site + path)), [
        0,
        0,
        0
      ])
    }))

  it.effect("are not fetched without a stated use", () =>
    Effect.gen(function*() {
      const { rows, web } = yield* whileTimePasses(crawlOver(`${site}/`, pages))
      assert.isTrue(rows.every(({ code }) => code === ""))
      assert.deepStrictEqual(files.map((url) => web.count(url)), [0, 0, 0])
    }))

  it.effect("say nothing if they are missing, broken or too large, and the crawl goes on", () =>
    Effect.gen(function*() {
      for (const answer of [{ status: 404 }, { status: 500 }, { fails: "ECONNRESET" }, "[".repeat(300_000), "[1"]) {
        const web = { ...pages, [`${site}/.well-known/tdmrep.json`]: answer, [`${site}/rsl.xml`]: { status: 403 } }
        const { rows } = yield* whileTimePasses(crawlOver(`${site}/`, web, { purpose: "ai-train" }))
        assert.deepStrictEqual(rows.map(({ code }) => code), ["", "", "", ""])
      }
    }))
})

describe("statements that do not parse", () => {
  const web = fakeWeb({
    [`${site}/robots.txt`]: {
      body: "User-agent: *\nContent-Usage: train-ai=n,\nDisallowAITraining: x\nContent-Signal: search=no"
    },
    [`${site}/`]: {
      headers: {
        "content-type": "text/html",
        "content-usage": "Search=y",
        "robots-tag": "noindex,",
        "tdm-reservation": "2",
        "no-vary-search": "params, except=\"id\""
      },
      body: page("start")
    }
  })

  it.effect("are ignored in trace.rights, and explain lists them", () =>
    Effect.gen(function*() {
      const { trace } = yield* whileTimePasses(scraped(`${site}/`))
      assert.deepStrictEqual(trace.rights, {
        uses: { search: "no" },
        sources: [{ from: "robots.txt", text: "Content-Signal: search=no" }]
      })
      const { read } = yield* PageReader
      const reading = RequestContext.by("caller", "interactive", Duration.minutes(1))(
        read({ url: `${site}/` }, "explanation")
      )
      const { json } = yield* whileTimePasses(reading)
      const { ignored } = JSON.parse(new TextDecoder().decode(json)) as Explanation
      assert.deepStrictEqual(ignored, [
        { from: "robots.txt", text: "Content-Usage: train-ai=n,", fault: "not a dictionary of RFC 9651" },
        { from: "robots.txt", text: "DisallowAITraining: x", fault: "not a path" },
        { from: "content-usage", text: "Search=y", fault: "not a dictionary of RFC 9651" },
        { from: "robots-tag", text: "noindex,", fault: "not a list of RFC 9651" },
        { from: "tdm-reservation", text: "2", fault: "neither 0 nor 1" },
        { from: "no-vary-search", text: "params, except=\"id\"", fault: "not a valid search variance" }
      ])
    }).pipe(Effect.provide(servicesOver(web))))
})
