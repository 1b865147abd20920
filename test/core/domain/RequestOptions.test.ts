import { assert, describe, it } from "@effect/vitest"
import { Inspectable, Redacted, Result, Schema } from "effect"
import { parseFieldPlace } from "../../../src/core/domain/document/parse-field-place.ts"
import { parseSelector } from "../../../src/core/domain/document/parse-selector.ts"
import { CrawlOptions } from "../../../src/core/domain/job/Job.ts"
import { pageOptions } from "../../../src/core/domain/options/PageOptions.ts"
import { type OptionName, requestOptions } from "../../../src/core/domain/options/RequestOptions.ts"
import { routeOptions, withDefaults } from "../../../src/core/domain/options/RouteOptions.ts"
import { optionElsewhere } from "../../../src/core/domain/options/unknown-option.ts"
import { wrongFields } from "../../../src/core/domain/options/wrong-fields.ts"

const decode = (name: OptionName, value: unknown) =>
  Schema.decodeUnknownResult(requestOptions[name].schema as Schema.Codec<unknown, unknown>)(value, { errors: "all" })

const faults = (name: OptionName, value: unknown): ReadonlyArray<string> =>
  Result.match(decode(name, value), {
    onFailure: ({ issue }) =>
      wrongFields(issue, { max: 100, input: { [name]: value } }).map(({ detail, path }) =>
        `${path.join("/")}: ${detail}`
      ),
    onSuccess: () => []
  })

describe("selectors", () => {
  const right = [
    "main",
    "*",
    "#a.b[c]",
    "a > b + c ~ d e",
    "a, b",
    "[data-x='1']",
    "[href^=http i]",
    "[lang|=en]",
    ":is(h1, h2):not(.x)",
    "li:nth-child(2n + 1)",
    "li:nth-child(-n+3)",
    "p:nth-of-type(odd)",
    "article:has(> img, ~ p)",
    ":root > body",
    "x-card",
    "a:empty",
    "\\31 0",
    "[title*=\"@\"]"
  ]
  for (const source of right) {
    it(`takes ${source}`, () => assert.isTrue(Result.isSuccess(parseSelector(source))))
  }

  const wrong: ReadonlyArray<readonly [string, RegExp]> = [
    ["", /is empty/],
    ["  ", /is empty/],
    ["a[", /not a CSS selector/],
    ["a[b", /not a CSS selector/],
    [".", /not a CSS selector/],
    ["a,", /not a CSS selector/],
    ["a)", /not a CSS selector/],
    [":not(a", /not a CSS selector/],
    ["> a", /combinator without a selector/],
    ["a >", /combinator without a selector/],
    [":not(> a)", /combinator without a selector/],
    ["a > > b", /not a CSS selector/],
    ["a < b", /not a CSS combinator/],
    ["[a!=b]", /write :not\(/],
    ["[title='CHŁODNY' i]", /flag i beside letters beyond ASCII/],
    ["a::before", /pseudo-element ::before/],
    ["a:before", /pseudo-element ::before/],
    ["a:hover", /:hover, which is not supported; the supported ones are :is/],
    ["p:contains(x)", /:contains, which is not supported/],
    ["svg|a", /namespace/],
    ["*|*", /namespace/],
    [":nth-child(foo)", /position in :nth-child/],
    [":nth-child(2 of .x)", /position in :nth-child/],
    [":first-child(2)", /takes none/],
    [":not", /needs a selector in :not/],
    [":not()", /selector/],
    ["a".repeat(501), /longer than 500/]
  ]
  for (const [source, fault] of wrong) {
    it(`refuses ${source.slice(0, 30)}`, () =>
      assert.match(Result.match(parseSelector(source), { onFailure: (text) => text, onSuccess: () => "" }), fault))
  }
})

describe("places of fields", () => {
  it("is a selector, a selector with an attribute, or an attribute alone", () => {
    const place = (source: string) => Result.getOrUndefined(parseFieldPlace(source))
    assert.deepStrictEqual(place(".price"), { selector: ".price", attribute: undefined })
    assert.deepStrictEqual(place("a@HREF"), { selector: "a", attribute: "href" })
    assert.deepStrictEqual(place("@data-id"), { selector: "", attribute: "data-id" })
    assert.deepStrictEqual(place("a[href*='@x']"), { selector: "a[href*='@x']", attribute: undefined })
    assert.deepStrictEqual(place("a[href*='@x']@title"), { selector: "a[href*='@x']", attribute: "title" })
    assert.isUndefined(place(""))
    assert.isUndefined(place("a@"))
  })
})

describe("credentials", () => {
  it("refuses what a caller may not set, and never repeats a value", () => {
    const secret = "s3cret"
    const refused = [
      "Host",
      "USER-AGENT",
      "Connection",
      "te",
      "Transfer-Encoding",
      "Cookie",
      "Range",
      "bad name",
      "é",
      ""
    ]
    for (const name of refused) {
      const [fault = "", ...more] = faults("headers", { [name]: secret })
      assert.match(fault, /leave it out|use cookies|is not a valid/, name)
      assert.isTrue(fault.startsWith(`${name}: `))
      assert.notInclude(fault, secret)
      assert.deepStrictEqual(more, [])
    }
    for (const value of [`${secret}\r\nX: y`, `${secret}\n`, `${secret}\0`, secret.repeat(1000)]) {
      for (const option of ["headers", "cookies"] as const) {
        const fault = faults(option, { name: value }).join()
        assert.include(fault, "name: has a value")
        assert.notInclude(fault, secret)
      }
    }
    assert.match(faults("cookies", { a: "b; c=d" }).join(), /semicolon/)
    assert.match(faults("headers", { "X-A": "1", "x-a": "2" }).join(), /twice/)
    assert.match(faults("headers", { a: 5 }).join(), /must be text/)
    assert.match(
      faults("headers", Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`a${i}`, ""]))).join(),
      /30/
    )
  })

  it("hides the values as soon as they are read", () => {
    const headers = Result.getOrThrow(decode("headers", { Authorization: "Basic czNjcmV0", "X-Empty": "" }))
    assert.isTrue(Redacted.isRedacted(headers))
    assert.notInclude(Inspectable.toStringUnknown(headers) + JSON.stringify({ headers }), "czNj")
    const cookies = Result.getOrThrow(decode("cookies", { session: "a=b\"c,d" }))
    assert.deepStrictEqual(Redacted.value(cookies as Redacted.Redacted<unknown>), { session: "a=b\"c,d" })
  })
})

describe("the vocabulary", () => {
  it("bounds every list", () => {
    assert.lengthOf(faults("include_selectors", Array(51).fill("a")), 1)
    assert.lengthOf(faults("fields", []), 1)
    assert.lengthOf(faults("extract", Array.from({ length: 21 }, () => ({ fields: { a: "b" } }))), 1)
    assert.match(faults("extract", [{ fields: {} }]).join(), /no fields/)
    assert.match(faults("extract", [{ fields: { a: "b:hover" } }]).join(), /^0\/fields\/a: has the pseudo-class :hover/)
    assert.match(faults("extract", [{ select: "b[", fields: { a: "b" } }]).join(), /^0\/select: is not a CSS selector/)
    for (const value of [0, -1, 3601, "5"]) assert.lengthOf(faults("timeout_seconds", value), 1)
    for (const value of [-1, 1.5, 60_001]) assert.lengthOf(faults("delay_ms", value), 1)
    assert.lengthOf(faults("concurrency", 0), 1)
  })

  it("has every option of a job at the route of a crawl", () => {
    const known: ReadonlyArray<string> = routeOptions.crawl
    // A batch alone has URLs and actions, and a crawl seeds. The node, the schedule with its receivers of messages, and the
    // budgets that were cut are our own notes.
    const others = [
      "urls",
      "seeds",
      "actions",
      "credentials_node",
      "notify",
      "requested",
      "schedule",
      "schedule_name",
      "schedule_run"
    ]
    assert.deepStrictEqual(
      Object.keys(CrawlOptions.fields).filter((name) => !known.includes(name)).toSorted(),
      others.toSorted()
    )
  })

  it("gives the extractor no secrets and nothing that only fetching needs", () => {
    const request = {
      url: "https://site.test/",
      use_cache: false,
      include_html: true,
      fields: ["text"] as const,
      headers: Redacted.make({ authorization: "secret" })
    }
    assert.deepStrictEqual(pageOptions(request), { include_html: true, fields: ["text"] })
  })

  it("is named by an unknown name of its own before a similar option of the route", () => {
    assert.strictEqual(optionElsewhere("max_pages", ["max_images"]), "max_pages")
    assert.strictEqual(optionElsewhere("--max-pages", ["max_images"]), "max_pages")
    assert.strictEqual(optionElsewhere("max-pages", ["max_pages"]), undefined)
    assert.strictEqual(optionElsewhere("formats", ["format"]), undefined)
  })

  it("gives the default of each option that was left out", () => {
    assert.deepStrictEqual(withDefaults("scrape", { use_cache: false }), { use_cache: false, include_html: false })
    assert.deepStrictEqual(withDefaults("discover", {}), { internal_only: false, sitemaps: false })
    assert.isTrue(Object.values(routeOptions).flat().every((name) => name in requestOptions))
  })
})
