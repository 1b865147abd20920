import { assert, describe, it } from "@effect/vitest"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { keys, serviceProcess } from "../support/entries/service-process.ts"
import { assertShape, jobShape, type Json, json } from "../support/shapes.ts"

/**
 * Walks spec.md's states, endpoints, authentication and limits against the running server; contract.md where the spec
 * leaves a point open.
 */
const live = serviceOverSite({ workers: 1 }, serviceProcess)
const { crawled, discover, ended, explain, get, scrape } = live

describe("States and transitions", () => {
  it("running to done when the crawl ends normally; finished_at is set; pending is 0", async () => {
    const done = await ended((await crawled({ max_pages: 5 }))["id"])
    assert.strictEqual(done["status"], "done")
    assert.isAtLeast(Number(done["finished_at"]), Number(done["created_at"]))
    assert.strictEqual((done["stats"] as Record<string, number>)["pending"], 0)
  })

  it("running to failed when the seed cannot be obtained", async () => {
    for (
      const [url, code] of [["http://10.9.9.9/", "address_blocked"], [
        `${live.site.url}/private/log`,
        "robots_disallowed"
      ], [
        "http://127.0.0.1:1/x",
        "address_blocked"
      ]]
    ) {
      const failed = await ended((await crawled({ url }))["id"])
      assert.strictEqual(failed["status"], "failed")
      assert.isNotNull(failed["finished_at"])
      const [error] = failed["errors"] as ReadonlyArray<Json>
      assert.strictEqual(error?.["code"], code)
      assertShape(error ?? {}, { url: "string", code: "string", message: "string", at: "number" })
    }
  })

  it("running to cancelled by DELETE; a finished job comes back unchanged", async () => {
    const job = await crawled({ url: `${live.site.url}/slow` })
    const response = await live.service.call(`/v1/jobs/${job["id"]}`, { method: "DELETE" })
    assert.strictEqual(response.status, 200)
    const cancelled = await json(response)
    assertShape(cancelled, jobShape)
    assert.strictEqual(cancelled["status"], "cancelled")
    assert.isNotNull(cancelled["finished_at"])
    assert.deepStrictEqual(await get(`/v1/jobs/${job["id"]}`, { method: "DELETE" }), cancelled)
  })
})

describe("POST /v1/crawl", () => {
  const standard = {
    scope: "domain",
    dedup: true,
    include: [],
    exclude: [],
    sitemaps: false,
    max_sitemaps: 50_000,
    canonical_links: false,
    drop_tracking: true
  }

  it("answers 202 with Location; defaults max_pages 100, max_depth 3, scope domain, dedup true", async () => {
    const response = await live.service.call("/v1/crawl", { json: { url: `${live.site.url}/notes.txt` } })
    const job = await json(response)
    assert.strictEqual(response.headers.get("location"), `/v1/jobs/${job["id"]}`)
    assert.deepStrictEqual(job["options"], { max_pages: 100, max_depth: 3, ...standard })
    assert.match(String(job["id"]), /^[0-9a-f]{32}$/)
  })

  it("max_pages and max_depth are clamped to the ceiling, not refused", async () => {
    const job = await crawled({ url: `${live.site.url}/notes.txt`, max_pages: 1e9, max_depth: 500 })
    assert.deepStrictEqual(job["options"], { max_pages: 10_000, max_depth: 20, ...standard })
  })

  it("max_pages is the budget; dedup drops pages whose text repeats; other hosts are out of scope domain", async () => {
    const done = await ended((await crawled({ max_depth: 1 }))["id"])
    const stats = done["stats"] as Record<string, number>
    assert.isAtLeast(stats["stored"] ?? 0, 8)
    assert.isAtLeast(stats["duplicates"] ?? 0, 1)
    assert.isAtLeast(stats["skipped"] ?? 0, 1)
    assert.isAtLeast(stats["failed"] ?? 0, 1)
    assert.strictEqual(done["document_count"], stats["stored"])
    const codes = (done["errors"] as ReadonlyArray<Json>).map(({ code }) => code)
    assert.includeMembers(codes, ["http_status", "robots_disallowed", "unsupported_content_type"])
    assert.isFalse(live.site.log.includes("/private/log"))
  })

  it("scope prefix: only URLs under the seed's path", async () => {
    const job = await crawled({ url: `${live.site.url}/articles/tide`, scope: "prefix" })
    await ended(job["id"])
    const full = await get(`/v1/jobs/${job["id"]}?documents=true`)
    const urls = (full["documents"] as ReadonlyArray<Json>).map(({ url }) => String(url))
    assert.isAbove(urls.length, 1)
    assert.isTrue(urls.every((url) => url.startsWith(`${live.site.url}/articles/`)))
  })
})

describe("GET and DELETE /v1/jobs/{id}", () => {
  it("404 for an id that is unknown, and for another key's job", async () => {
    const job = await crawled({ max_pages: 1 })
    for (
      const response of [
        await live.service.call("/v1/jobs/0123"),
        await live.service.call("/v1/jobs/0123", { method: "DELETE" }),
        await live.service.call(`/v1/jobs/${job["id"]}`, { key: keys.second }),
        await live.service.call(`/v1/jobs/${job["id"]}`, { key: keys.second, method: "DELETE" })
      ]
    ) {
      assert.strictEqual(response.status, 404)
      assert.strictEqual((await json(response))["code"], "job_not_found")
    }
  })
})

describe("POST /v1/scrape", () => {
  it("use_cache: served from the HTTP cache when fresh only if asked", async () => {
    const second = (await json(await scrape("/articles/tide", { use_cache: false })))["trace"] as Json
    assert.isFalse(second["cache_hit"])
  })

  it("402, 403, 413, 415, 502, 504 as documented", async () => {
    const expected = [
      ["/paid", 402, "payment_required"],
      ["/private/log", 403, "robots_disallowed"],
      ["/to-private", 403, "address_blocked"],
      ["/big", 413, "body_too_large"],
      ["/files/archive.zip", 415, "unsupported_content_type"],
      ["/video.mp4", 415, "unsupported_content_type"],
      ["/reset", 502, "fetch_failed"],
      ["/loop", 502, "fetch_failed"]
    ] as const
    for (const [path, status, code] of expected) {
      const explained = await explain(path)
      assert.deepStrictEqual([explained.status, (await json(explained))["code"]], [status, code], path)
      const response = await scrape(path)
      assert.strictEqual(response.status, status, path)
      assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
      assertShape(await json(response), {
        type: "string",
        title: "string",
        status: "number",
        detail: "string",
        code: "string",
        url: "string"
      })
      const again = await json(await scrape(path))
      assert.strictEqual(again["code"], code, path)
    }
  })
})

describe("POST /v1/explain", () => {
  it("says of each block whether it is content, and by which step", async () => {
    const response = await explain("/articles/tide")
    assert.match(response.headers.get("server-timing") ?? "", /fetch;dur=[\d.]+, parse;dur=/)
    const { blocks, summary, ...page } = await json(response)
    const url = `${live.site.url}/articles/tide`
    assert.deepStrictEqual(page, { url, final_url: url, status: 200 })
    assert.match(String(summary), /^\d+ of \d+ blocks kept, /)
    const list = blocks as ReadonlyArray<Json>
    for (const block of list) {
      assertShape(block, {
        text: "string",
        kept: "boolean",
        step: "string",
        score: "number",
        words: "number",
        path: "string",
        reasons: "string"
      })
    }
    const kept = list.filter((block) => block["kept"] === true).map(({ text }) => String(text))
    assert.isTrue(kept.some((text) => text.includes("A tide table for a harbour")))
    assert.isBelow(kept.length, list.length)
    const without = (await json(await explain("/articles/tide", { exclude_selectors: ["p"] })))["blocks"]
    assert.isBelow((without as ReadonlyArray<Json>).length, list.length)
  })

  it("has no blocks for a page without HTML", async () => {
    assert.deepStrictEqual((await json(await explain("/notes.txt")))["blocks"], [])
  })
})

describe("POST /v1/discover errors", () => {
  it("403 for robots and blocked addresses, 502 for every other page it cannot read", async () => {
    const expected = [["/private/log", 403], ["/to-private", 403], ["/big", 502], ["/reset", 502], [
      "/loop",
      502
    ]] as const
    for (const [path, status] of expected) assert.strictEqual((await discover(path)).status, status, path)
  })
})

describe("/v1/health, /healthz, /readyz", () => {
  it("capabilities.rendering is a boolean; status, version, uptime_seconds and limits are there", async () => {
    const health = await get("/v1/health")
    assertShape(health, {
      status: "string",
      version: "string",
      uptime_seconds: "number",
      capabilities: "object",
      limits: "object"
    })
    assert.isBoolean((health["capabilities"] as Json)["rendering"])
    assert.include((health["capabilities"] as { parsers: ReadonlyArray<string> }).parsers, "text/html")
  })

  it("the probes need no key", async () => {
    for (const path of ["/healthz", "/readyz"]) assert.strictEqual((await fetch(live.service.url + path)).status, 200)
  })
})

describe("Authentication", () => {
  it("a missing and an unknown key get the same 401 with WWW-Authenticate, on every /v1 route", async () => {
    const routes = [["GET", "/v1/health"], ["GET", "/v1/jobs/x"], ["DELETE", "/v1/jobs/x"], ["POST", "/v1/scrape"], [
      "POST",
      "/v1/discover"
    ], ["POST", "/v1/crawl"]] as const
    for (const [method, path] of routes) {
      const missing = await fetch(live.service.url + path, { method })
      const unknown = await live.service.call(path, { method, key: "no-such-key" })
      assert.strictEqual(missing.status, 401, path)
      assert.isNotNull(missing.headers.get("www-authenticate"))
      assert.strictEqual(await missing.text(), await unknown.text())
    }
  })
})

describe("Limits", () => {
  it("every answer of a limited route says RateLimit and RateLimit-Policy", async () => {
    for (
      const response of [
        await live.service.call("/v1/health"),
        await live.service.call("/v1/jobs/nope"),
        await live.service.call("/v1/scrape", { json: {} })
      ]
    ) {
      assert.match(response.headers.get("ratelimit-policy") ?? "", /q=100000;w=60/)
      assert.match(response.headers.get("ratelimit") ?? "", /r=\d+;t=\d+/)
    }
  })
})
