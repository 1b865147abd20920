import { assert, describe, it } from "@effect/vitest"
import * as http from "node:http"
import * as zlib from "node:zlib"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys } from "../../../support/entries/service-process.ts"
import { assertShape, documentShape, type Json, json } from "../../../support/shapes.ts"

const origin = "https://app.example"
const live = serviceOverSite({ corsOrigins: [origin] })

/** The answer as it goes over the wire: fetch would undo its encoding and hide its end. */
const raw = (path: string, headers: Record<string, string>): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) =>
    http.get(live.service.url + path, { headers: { "x-api-key": keys.first, ...headers } }, resolve).on("error", reject)
  )

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const accepting = (accept: string, more: object = {}) =>
  live.service.call("/v1/scrape", { json: { url: `${live.site.url}/articles/tide`, ...more }, headers: { accept } })

describe("what a scrape is answered as", () => {
  const types: ReadonlyArray<readonly [accept: string, type: string]> = [
    ["*/*", "application/json"],
    ["application/json", "application/json"],
    ["text/markdown", "text/markdown; charset=utf-8"],
    ["text/plain", "text/plain; charset=utf-8"],
    ["text/*;q=0.5, application/json;q=0.4", "text/markdown; charset=utf-8"],
    ["text/markdown;q=0.2, text/plain;q=0.9, application/json;q=0.5", "text/plain; charset=utf-8"],
    ["text/markdown;q=0, */*", "application/json"],
    ["image/png, */*;q=0.1", "application/json"],
    // RFC 9110 section 12.5.1: an empty list takes anything. Nonsense says nothing.
    ["", "application/json"],
    [" , ", "application/json"],
    ["nonsense", "application/json"],
    ["text//markdown, ;q=1", "application/json"],
    ["nonsense, text/markdown", "text/markdown; charset=utf-8"]
  ]
  for (const [accept, type] of types) {
    it(`${accept}: ${type}`, async () => {
      const response = await accepting(accept)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), type)
      assert.match(response.headers.get("vary") ?? "", /Accept\b(?!-)/)
      const body = await response.text()
      if (type === "application/json") assertShape(JSON.parse(body) as Json, documentShape)
      else assert.match(body, type.includes("markdown") ? /^# How tides are predicted\n/ : /^How tides are predicted\n/)
    })
  }

  it("is refused where nothing fits, before anything is fetched", async () => {
    const before = live.site.log.length
    for (const accept of ["image/png", "text/html", "application/json;q=0"]) {
      const response = await accepting(accept)
      const problem = await json(response)
      assert.deepStrictEqual([response.status, problem["code"]], [406, "not_acceptable"])
    }
    const lacking = await accepting("text/markdown", { fields: ["title"] })
    assert.deepStrictEqual([lacking.status, (await json(lacking))["errors"]], [400, [{
      pointer: "/fields",
      detail: "lacks markdown, which is all that Accept: text/markdown answers; add it or leave fields out"
    }]])
    assert.strictEqual(live.site.log.length, before)
  })

  it("tells an error as a problem, whatever is accepted", async () => {
    const response = await live.service.call("/v1/scrape", {
      json: { url: "http://10.0.0.1/" },
      headers: { accept: "text/markdown" }
    })
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
  })
})

describe("GET /v1/scrape", () => {
  const get = (query: string) => live.service.call(`/v1/scrape?url=${live.site.url}/articles/tide${query}`)

  it("is the same scrape, with its options in the query", async () => {
    assertShape(await json(await get("")), documentShape)
    const some = await json(await get("&fields=title,text&exclude_selectors=h1&exclude_selectors=nav&use_cache=false"))
    assert.deepStrictEqual(Object.keys(some), ["title", "text"])
    assert.notInclude(String(some["text"]), "How tides are predicted")
    assert.include(String((await json(await get("&include_html=1")))["html"]), "<html")
    assert.strictEqual((await get("&timeout_seconds=5&include_selectors=main&wait_for=h1")).status, 200)
  })

  const wrong: ReadonlyArray<readonly [query: string, parameter: string, detail: RegExp]> = [
    ["&use_cache=yes", "use_cache", /true or false/],
    ["&timeout_seconds=soon", "timeout_seconds", /number/],
    ["&timeout_seconds=-1", "timeout_seconds", /greater/],
    ["&fields=titel", "fields", /nearest known name is title/],
    ["&include_selectors=a:hover", "include_selectors", /:hover/],
    ["&wait_for=b[", "wait_for", /not a CSS selector/],
    ["&wait_fro=b", "wait_fro", /nearest known name is wait_for/],
    ["&extract=1", "extract", /unknown here/],
    ["&headers=a", "headers", /unknown here/]
  ]
  for (const [query, parameter, detail] of wrong) {
    it(`refuses ${query}`, async () => {
      const response = await get(query)
      assert.strictEqual(response.status, 400)
      const [error] = (await json(response))["errors"] as ReadonlyArray<{ parameter: string; detail: string }>
      assert.strictEqual(error?.parameter, parameter)
      assert.match(error?.detail ?? "", detail)
    })
  }
})

describe("the fields of an answer", () => {
  it("Server-Timing tells each stage of a scrape and a discover", async () => {
    const scraped = await live.scrape("/articles/tide")
    const { stages } = (await json(scraped))["trace"] as { stages: ReadonlyArray<{ name: string; elapsed_ms: number }> }
    assert.strictEqual(
      scraped.headers.get("server-timing"),
      stages.map(({ elapsed_ms, name }) => `${name};dur=${elapsed_ms}`).join(", ")
    )
    const discovered = await live.discover("/articles/tide")
    assert.match(discovered.headers.get("server-timing") ?? "", /^fetch;dur=[\d.]+, parse;dur=[\d.]+.*links;dur=[\d.]+/)
  })

  it("answers over 1 kB are compressed where the caller takes it", async () => {
    const path = `/v1/scrape?url=${live.site.url}/articles/tide`
    const undo = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }
    for (const encoding of ["br", "gzip"] as const) {
      const answer = await raw(path, { "accept-encoding": `${encoding};q=0.5, identity;q=0.1` })
      assert.strictEqual(answer.headers["content-encoding"], encoding)
      assert.match(answer.headers.vary ?? "", /Accept-Encoding/)
      assertShape(JSON.parse(undo[encoding](await bytesOf(answer)).toString()) as Json, documentShape)
    }
    const plain = await raw(path, { "accept-encoding": "br;q=0, gzip;q=0" })
    assert.isUndefined(plain.headers["content-encoding"])
    plain.resume()
    const small = await raw("/v1/jobs/none", { "accept-encoding": "br, gzip" })
    assert.isUndefined(small.headers["content-encoding"])
    small.resume()
  })

  it("a stream is compressed and flushed: each document can be read when it is there", async () => {
    const job = await live.crawled({ max_pages: 2 })
    const answer = await raw(`/v1/jobs/${job["id"]}/documents`, {
      accept: "application/x-ndjson",
      "accept-encoding": "gzip"
    })
    assert.strictEqual(answer.headers["content-encoding"], "gzip")
    const lines = (await bytesOf(answer.pipe(zlib.createGunzip()))).toString().trim().split("\n")
    assert.strictEqual(lines.length, 2)
    // One that waits for a page that never comes still gives what it has.
    const slow = await live.crawled({ url: `${live.site.url}/articles/tide`, include: ["/slow"], max_pages: 5 })
    const running = await raw(`/v1/jobs/${slow["id"]}/documents`, {
      accept: "application/x-ndjson",
      "accept-encoding": "br"
    })
    const decoded = running.pipe(zlib.createBrotliDecompress())
    for await (const part of decoded) {
      assert.include(String(part), "How tides are predicted")
      break
    }
    running.destroy()
  })

  it("events are not compressed", async () => {
    const job = await live.crawled({ max_pages: 1 })
    const answer = await raw(`/v1/jobs/${job["id"]}/events`, { "accept-encoding": "br, gzip" })
    assert.isUndefined(answer.headers["content-encoding"])
    assert.include((await bytesOf(answer)).toString(), "event: status")
  })

  it("an answer that has not changed is not sent again", async () => {
    const job = await live.crawled({ max_pages: 2 })
    await live.ended(job["id"])
    const at = `/v1/jobs/${job["id"]}`
    for (
      const path of [
        "/openapi.json",
        at,
        `${at}?documents=true`,
        `${at}/documents?limit=1`,
        `${at}/ledger`
      ]
    ) {
      const first = await live.service.call(path)
      const tag = first.headers.get("etag") ?? ""
      await first.arrayBuffer()
      assert.match(tag, /^W\/"[\w-]{22}"$/, path)
      const again = await live.service.call(path, { headers: { "if-none-match": `"other", ${tag}` } })
      assert.strictEqual(again.status, 304, path)
      assert.strictEqual(again.headers.get("etag"), tag)
      assert.strictEqual(await again.text(), "")
      const other = await live.service.call(path, { headers: { "if-none-match": "\"other\"" } })
      assert.strictEqual(other.status, 200, path)
      await other.arrayBuffer()
    }
    const one = await live.service.call(`${at}/documents?limit=1`)
    const two = await live.service.call(`${at}/documents?limit=2`)
    assert.notStrictEqual(one.headers.get("etag"), two.headers.get("etag"))
    await Promise.all([one.arrayBuffer(), two.arrayBuffer()])
    for (const path of ["/v1/health", `/v1/scrape?url=${live.site.url}/`]) {
      assert.isNull((await live.service.call(path)).headers.get("etag"))
    }
  })

  it("pages of the named origins may call the API, and no others", async () => {
    const preflight = await fetch(`${live.service.url}/v1/scrape`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-api-key" }
    })
    assert.strictEqual(preflight.status, 204)
    assert.strictEqual(preflight.headers.get("access-control-allow-origin"), origin)
    for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
      assert.include(preflight.headers.get("access-control-allow-methods") ?? "", method)
    }
    for (const name of ["x-api-key", "x-request-id", "mcp-session-id"]) {
      assert.include(preflight.headers.get("access-control-allow-headers") ?? "", name)
    }
    const health = await live.service.call("/v1/health", { headers: { origin } })
    assert.strictEqual(health.headers.get("access-control-allow-origin"), origin)
    assert.isNull(health.headers.get("access-control-allow-credentials"))
    for (const name of ["location", "sitemaps-gap", "page-url", "mcp-session-id"]) {
      assert.include(health.headers.get("access-control-expose-headers") ?? "", name)
    }
    assert.match(health.headers.get("vary") ?? "", /Origin/)
    for (const path of ["/v1/health", "/v1/nothing", "/healthz", `/v1/scrape?url=${live.site.url}/`]) {
      assert.match((await live.service.call(path)).headers.get("vary") ?? "", /Origin/, path)
    }
    const refused = await live.service.call("/v1/health", { key: "nobody", headers: { origin } })
    assert.strictEqual(refused.status, 401)
    assert.strictEqual(refused.headers.get("access-control-allow-origin"), origin)
    for (const other of ["https://evil.example", "null", "https://app.example.evil.example"]) {
      const answer = await live.service.call("/v1/health", { headers: { origin: other } })
      assert.isNull(answer.headers.get("access-control-allow-origin"), other)
      assert.match(answer.headers.get("vary") ?? "", /Origin/)
      const asked = await fetch(`${live.service.url}/v1/scrape`, {
        method: "OPTIONS",
        headers: { origin: other, "access-control-request-method": "POST" }
      })
      assert.isNull(asked.headers.get("access-control-allow-origin"), other)
      assert.include(asked.headers.get("allow") ?? "", "POST")
    }
  })
})
