import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Firecrawl } from "@mendable/firecrawl-js"
import { keys } from "../../support/entries/service-process.ts"
import { firecrawlOverSite, refused } from "./firecrawl-over-site.ts"

const live = firecrawlOverSite()
let firecrawl: Firecrawl
beforeAll(() => {
  firecrawl = new Firecrawl({ apiKey: keys.first, apiUrl: live.service.url })
})

const schema = { type: "object", properties: { title: { type: "string" } } }

describe("the client of Firecrawl", () => {
  it("learns which option Gleaner does not have, and what to use instead", async () => {
    const cases: ReadonlyArray<readonly [() => Promise<unknown>, RegExp]> = [
      [
        () => firecrawl.scrape(live.site.url, { formats: [{ type: "json", prompt: "all" }] }),
        /formats\.0: json without a schema needs a language model/
      ],
      [
        () => firecrawl.startBatchScrape([live.site.url], { options: { formats: ["changeTracking"] } }),
        /formats\.0: changeTracking works only for \/scrape and \/crawl/
      ],
      [
        () => firecrawl.scrape(live.site.url, { formats: [{ type: "json", schema, prompt: "all" }] }),
        /formats\.0\.prompt: needs a language model/
      ],
      [
        () => firecrawl.scrape(live.site.url, { formats: [{ type: "json", schema: { ...schema, oneOf: [] } }] }),
        /formats\.0\.schema\.oneOf: is not supported/
      ],
      [() => firecrawl.scrape(live.site.url, { formats: ["summary"] }), /formats\.0: summary needs a language model/],
      [
        () => firecrawl.scrape(live.site.url, { actions: [{ type: "executeJavascript", script: "1" }] }),
        /actions\.?0.*runs no script of a caller/
      ],
      [
        () => firecrawl.scrape(live.site.url, { waitFor: 100_000, mobile: true }),
        /waitFor: .*; mobile: |mobile: .*; waitFor: /
      ],
      [() => firecrawl.startCrawl(live.site.url, { prompt: "all of it" }), /prompt: it needs a language model/],
      [() => firecrawl.startCrawl(live.site.url, { includePaths: ["(a|b)+"] }), /includePaths\.0: has "\(a\|b\)\+"/],
      [() => firecrawl.startCrawl(live.site.url, { webhook: "https://example.com/" }), /webhook: Gleaner signs/],
      [() => firecrawl.map(live.site.url, { sitemap: "only" }), /sitemap: is include or skip/],
      [
        () => firecrawl.scrape(live.site.url, { location: { country: "DE" } }),
        /location\.country: Gleaner fetches from/
      ],
      [
        () => firecrawl.scrape(live.site.url, { location: { languages: ["de_DE"] } }),
        /location\.languages\.0: "de_DE" is not a BCP 47/
      ]
    ]
    for (const [call, message] of cases) {
      const error = await refused(call())
      assert.strictEqual(error.status, 400)
      assert.match(error.message, message)
    }
    const body = await (await live.service.call("/v2/scrape", { json: { url: live.site.url, format: ["markdown"] } }))
      .json()
    assert.match((body as { error: string }).error, /^format: is unknown here; the nearest known name is formats$/)
  })

  it("learns in its own words that a route is not there", async () => {
    for (const [method, path] of [["POST", "/v2/extract"], ["GET", "/v2/scrape"], ["PUT", "/v2/crawl/1"]] as const) {
      const answer = await fetch(`${live.service.url}${path}`, { method })
      const { code, success } = await answer.json() as { readonly code: string; readonly success: boolean }
      assert.deepStrictEqual([answer.status, code, success], [404, "NOT_FOUND", false], path)
    }
  })

  it("learns that a format is none, whatever it is", async () => {
    for (const format of ["constructor", "__proto__", null, 7, { type: { toString: 1 } }, { type: "toString" }]) {
      const answer = await live.service.call("/v2/scrape", { json: { url: live.site.url, formats: [format] } })
      assert.strictEqual(answer.status, 400)
      assert.match(await answer.text(), /formats\.0: is not a format/)
    }
  })

  it("is asked for its key before anything of its request is read", async () => {
    const answer = await live.service.call("/v2/scrape", { json: { no: "such field" }, key: "wrong" })
    assert.strictEqual(answer.status, 401)
  })

  it("learns of a wrong key, a page that may not be read and a job that is not there", async () => {
    const stranger = new Firecrawl({ apiKey: "fc-wrong", apiUrl: live.service.url })
    const unknown = await refused(stranger.scrape(live.site.url))
    assert.deepStrictEqual([unknown.status, unknown.code], [401, "UNAUTHORIZED"])
    const barred = await refused(firecrawl.scrape(`${live.site.url}/private`))
    assert.deepStrictEqual([barred.status, barred.code], [403, "ROBOTS_DISALLOWED"])
    // Its client takes a 402 for a lack of credits.
    const paid = await refused(firecrawl.scrape(`${live.site.url}/paid`))
    assert.deepStrictEqual([paid.status, paid.code], [403, "PAYMENT_REQUIRED"])
    const other = new Firecrawl({ apiKey: keys.second, apiUrl: live.service.url })
    const { id } = await firecrawl.startCrawl(live.site.url, {})
    assert.strictEqual((await refused(other.getCrawlStatus(id))).status, 404)
    const failed = await refused(firecrawl.scrape(`${live.site.url}/reset`))
    assert.deepStrictEqual([failed.status, failed.code], [500, "FETCH_FAILED"])
    // The first try and two more of ours. Its own client would send a 502 twice again.
    assert.strictEqual(live.site.asked("/reset"), 3)
  })
})
