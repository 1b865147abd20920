import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { type Json, json } from "../../../support/shapes.ts"

const live = serviceOverSite({ retries: 0, browser: Option.some("off"), maxPages: 5, maxRequestBody: 2048 })

const batch = (body: object, headers: Record<string, string> = {}) =>
  live.service.call("/v1/batch", { json: body, headers })

const ledgerOf = async (id: unknown) => (await live.get(`/v1/jobs/${id}/ledger`))["ledger"] as ReadonlyArray<Json>

describe("POST /v1/batch", () => {
  it("fetches the URLs given and nothing else, and ends done although the first fails", async () => {
    const urls = ["/no-such-page", "/articles/tide", "/shop", "/articles/tide"].map((path) => live.site.url + path)
    const response = await batch({ urls, fields: ["url", "title"] })
    assert.strictEqual(response.status, 202)
    const { id, options, url } = await json(response)
    assert.strictEqual(response.headers.get("location"), `/v1/jobs/${id}`)
    assert.strictEqual(url, urls[0])
    assert.notProperty(options, "urls")
    const job = await live.ended(id)
    assert.strictEqual(job["status"], "done")
    const rows = await ledgerOf(id)
    assert.sameDeepMembers(rows.map(({ depth, found_on, outcome, url }) => ({ depth, found_on, outcome, url })), [
      { depth: 0, found_on: "", outcome: "failed", url: urls[0] },
      { depth: 0, found_on: "", outcome: "stored", url: urls[1] },
      { depth: 0, found_on: "", outcome: "stored", url: urls[2] }
    ])
    const whole = await live.get(`/v1/jobs/${id}?documents=true`)
    assert.notProperty(whole["options"], "urls")
    assert.deepStrictEqual((whole["documents"] as ReadonlyArray<Json>).map((document) => Object.keys(document)), [
      ["url", "title"],
      ["url", "title"]
    ])
    for (const listed of (await live.get("/v1/jobs"))["jobs"] as ReadonlyArray<Json>) {
      assert.notProperty(listed["options"], "urls")
    }
  })

  it("fails no job whose pages all give no answer", async () => {
    const { id } = await json(await batch({ urls: ["http://127.0.0.1:9/"] }))
    const job = await live.ended(id)
    assert.strictEqual(job["status"], "done")
    assert.deepInclude(job["stats"], { stored: 0, pending: 0 })
  })

  it("keeps to max_pages, and to the maximum of the deployment without it", async () => {
    const urls = ["/", "/shop", "/articles/tide", "/a", "/b", "/c", "/d"].map((path) => live.site.url + path)
    const few = await live.ended((await json(await batch({ urls, max_pages: 2 })))["id"])
    assert.strictEqual((await ledgerOf(few["id"])).length, 2)
    const all = await live.ended((await json(await batch({ urls })))["id"])
    assert.strictEqual((await ledgerOf(all["id"])).length, 5)
  })

  it("tells all bad URLs at once, and takes a larger body than other routes", async () => {
    const good = Array.from({ length: 100 }, (_, index) => `${live.site.url}/page-${index}`)
    const problem = await json(await batch({ urls: ["ftp://example.com/", ...good, "https://u:p@example.com/", ""] }))
    assert.strictEqual(problem["code"], "invalid_request")
    assert.deepStrictEqual((problem["errors"] as ReadonlyArray<Json>).map(({ pointer }) => pointer), [
      "/urls/0",
      "/urls/101",
      "/urls/102"
    ])
    const many = await batch({ urls: Array.from({ length: 12_000 }, () => `https://${"a".repeat(100)}.com/`) })
    assert.strictEqual(many.status, 413)
    for (const wrong of [{}, { urls: [] }, { urls: "https://example.com/" }]) {
      assert.strictEqual((await batch(wrong)).status, 400)
    }
  })

  it("refuses options that mean nothing here, with the nearest that it has", async () => {
    const problem = await json(await batch({ urls: ["example.com"], max_depth: 2, field: ["url"] }))
    const details = Object.fromEntries(
      (problem["errors"] as ReadonlyArray<Json>).map(({ detail, pointer }) => [pointer, detail])
    )
    assert.hasAllKeys(details, ["/max_depth", "/field"])
    assert.match(String(details["/field"]), /fields/)
    const one = await json(await live.service.call("/v1/batch", { json: { url: "example.com" } }))
    assert.include(JSON.stringify(one["errors"]), "nearest known name is urls")
  })

  it("gives the same job for the same key and list, and refuses another list", async () => {
    const headers = { "idempotency-key": "batch-1" }
    const urls = [`${live.site.url}/shop`]
    const first = await json(await batch({ urls }, headers))
    assert.strictEqual((await json(await batch({ urls }, headers)))["id"], first["id"])
    assert.strictEqual((await batch({ urls: [...urls, `${live.site.url}/`] }, headers)).status, 422)
  })
})

describe("dry_run", () => {
  it("answers a plan with status 200 and makes no job", async () => {
    const before = (await live.get("/v1/jobs"))["total"]
    const response = await live.crawl({ dry_run: true, max_depth: 1, max_pages: 3 })
    assert.strictEqual(response.status, 200)
    assert.isNull(response.headers.get("location"))
    const plan = await json(response)
    assert.hasAllKeys(plan, [
      "url",
      "allowed",
      "robots_line",
      "delay_seconds",
      "sitemap_urls",
      "links",
      "pages",
      "finish_seconds",
      "notes"
    ])
    assert.deepInclude(plan, { url: `${live.site.url}/`, allowed: true, pages: 3, delay_seconds: 0 })
    assert.strictEqual((await live.get("/v1/jobs"))["total"], before)
    assert.strictEqual((await live.crawl({ dry_run: "yes" })).status, 400)
    assert.strictEqual((await batch({ urls: [live.site.url], dry_run: true })).status, 400)
  })
})

describe("urls of POST /v1/crawl", () => {
  it("are seeds of one crawl, with or without url, each once", async () => {
    const { url } = live.site
    const urls = [`${url}/articles/tide`, `${url}/shop`, `${url}/articles/tide?utm_source=mail`]
    const crawl = (body: object) => live.service.call("/v1/crawl", { json: { max_depth: 0, ...body } })
    const response = await crawl({ urls })
    assert.strictEqual(response.status, 202)
    const started = await json(response)
    assert.strictEqual(started["url"], urls[0])
    assert.notProperty(started["options"], "seeds")
    assert.notProperty(started["options"], "urls")
    await live.ended(started["id"])
    const rows = await ledgerOf(started["id"])
    assert.sameMembers(rows.map((row) => row["url"]), urls.slice(0, 2))
    const both = await live.ended((await json(await crawl({ url, urls: [...urls, `${url}/no-such-page`] })))["id"])
    assert.strictEqual(both["status"], "done")
    assert.sameMembers((await ledgerOf(both["id"])).map((row) => row["url"]), [
      `${url}/`,
      `${url}/articles/tide`,
      `${url}/shop`,
      `${url}/no-such-page`
    ])
    const few = await json(await crawl({ urls, max_pages: 1 }))
    assert.deepStrictEqual(few["notes"], ["max_pages 1 is less than the 2 seeds"])
  })

  it("are refused where there are none, too many, or a plan", async () => {
    const problem = async (body: object) => {
      const answer = await json(await live.service.call("/v1/crawl", { json: body }))
      return (answer["errors"] as ReadonlyArray<Json>).map(({ detail, pointer }) => `${pointer} ${detail}`)
    }
    assert.deepStrictEqual(await problem({}), ["/url is missing; give url, or several seeds in urls"])
    assert.match((await problem({ urls: [] })).join(), /^\/urls /)
    const many = Array.from({ length: 1001 }, (_, index) => `https://example.com/${index}`)
    assert.match((await problem({ urls: many })).join(), /^\/urls must not have more than 1000 entries/)
    assert.match((await problem({ urls: ["a.example", "ftp://b.example"] })).join(), /^\/urls\/1 has the scheme ftp/)
    assert.match(
      (await problem({ urls: ["a.example", "b.example"], dry_run: true })).join(),
      /^\/dry_run plans a crawl/
    )
  })
})
