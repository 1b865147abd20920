import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type FixtureSite, startFixtureSite } from "../support/fixture-site.ts"
import { keys, type RunningService, startService } from "../support/service.ts"
import { assertShape, documentShape, finished, jobShape, type Json, json } from "./shapes.ts"

/** Walks spec.md section by section against the running server over HTTP; contract.md where the spec leaves a point open. */
let site: FixtureSite
let service: RunningService

beforeAll(async () => {
  site = await startFixtureSite()
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  await site.close()
})

const scrape = (path: string, more: object = {}) =>
  service.call("/v1/scrape", { json: { url: site.url + path, ...more } })
const discover = (path: string, more: object = {}) =>
  service.call("/v1/discover", { json: { url: site.url + path, ...more } })
const crawl = (more: object) => service.call("/v1/crawl", { json: { url: `${site.url}/`, ...more } })

describe("Resources: Job", () => {
  it("has every field with its type, queued, all counters 0, errors empty, finished_at null", async () => {
    const response = await crawl({ max_pages: 1 })
    assert.strictEqual(response.status, 202)
    const job = await json(response)
    assertShape(job, jobShape)
    assert.strictEqual(job["status"], "queued")
    assert.isNull(job["finished_at"])
    assert.deepStrictEqual(job["stats"], { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 })
    assert.deepStrictEqual(job["errors"], [])
    assert.strictEqual(job["document_count"], 0)
    assert.isBelow(Math.abs(Number(job["created_at"]) - Date.now() / 1000), 60)
    assert.strictEqual(job["url"], `${site.url}/`)
  })

  it("with documents=true the pages are included as documents, html empty", async () => {
    const job = await json(await crawl({ max_pages: 3 }))
    const done = await finished(service, String(job["id"]))
    const full = await json(await service.call(`/v1/jobs/${done["id"]}?documents=true`))
    const documents = full["documents"] as ReadonlyArray<Json>
    assert.strictEqual(documents.length, done["document_count"])
    for (const document of documents) {
      assertShape(document, documentShape)
      assert.strictEqual(document["html"], "")
    }
    assert.notProperty(done, "documents")
  })
})

describe("Resources: Document", () => {
  it("the shape is the same for every successful scrape: each key with its type, on pages of every kind", async () => {
    for (
      const path of [
        "/",
        "/articles/lighthouse",
        "/shop",
        "/missing",
        "/notes.txt",
        "/data.json",
        "/feed.xml",
        "/live",
        "/readme.md",
        "/ja/sakura"
      ]
    ) {
      const response = await scrape(path)
      assert.strictEqual(response.status, 200, path)
      assertShape(await json(response), documentShape)
    }
  })

  it("url: the URL requested; final_url: after redirects, each hop in the trace", async () => {
    const document = await json(await scrape("/hop/2"))
    assert.strictEqual(document["url"], `${site.url}/hop/2`)
    assert.strictEqual(document["final_url"], `${site.url}/articles/tide`)
    const { redirects } = document["trace"] as { redirects: ReadonlyArray<Json> }
    assert.deepStrictEqual(redirects.map(({ status }) => status), [302, 302, 302])
    assert.deepStrictEqual(redirects[0], { url: `${site.url}/hop/2`, status: 302, location: `${site.url}/hop/1` })
  })

  it("fetched_at: ISO 8601 UTC with fractional seconds", async () => {
    const document = await json(await scrape("/articles/tide"))
    assert.match(String(document["fetched_at"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
  })

  it("status: a target 404 yields a normal document with status 404", async () => {
    const document = await json(await scrape("/missing"))
    assert.strictEqual(document["status"], 404)
    assert.include(String(document["text"]), "no such page")
  })

  it("content_type: the media type alone; size_bytes: of the decoded body; depth: 0 for a direct scrape", async () => {
    const document = await json(await scrape("/notes.txt"))
    assert.strictEqual(document["content_type"], "text/plain")
    assert.strictEqual(document["size_bytes"], 56)
    assert.strictEqual(document["depth"], 0)
  })

  it("title, author, published_date, language, description, keywords, site_name", async () => {
    const document = await json(await scrape("/articles/lighthouse"))
    assert.strictEqual(document["title"], "The last keeper of Cape Wrath")
    assert.strictEqual(document["author"], "Mairi Sinclair")
    assert.strictEqual(document["published_date"], "2025-03-14")
    assert.strictEqual(document["language"], "en")
    assert.include(String(document["description"]), "Before the lamp was automated")
    assert.deepStrictEqual(document["keywords"], ["lighthouse", "history", "Scotland"])
    assert.strictEqual(document["site_name"], "The Harbour Gazette")
  })

  it("markdown and text: the content, without navigation and footer", async () => {
    const document = await json(await scrape("/articles/lighthouse"))
    const markdown = String(document["markdown"])
    assert.include(markdown, "# The last keeper of Cape Wrath")
    assert.include(markdown, "- The lamp room, with its lens")
    assert.include(markdown, `[The tide](${site.url}/articles/tide)`)
    for (const text of [markdown, String(document["text"])]) {
      assert.include(text, "For ninety years the lamp at the cape")
      assert.notInclude(text, "Privacy policy")
      assert.notInclude(text, "Cheap boats")
    }
    assert.include(String((await json(await scrape("/docs/tides")))["markdown"]), "```js\nimport { nextHighWater }")
  })

  it("html: empty unless include_html is true; the key is always present", async () => {
    assert.strictEqual((await json(await scrape("/articles/tide")))["html"], "")
    assert.include(
      String((await json(await scrape("/articles/tide", { include_html: true })))["html"]),
      "<!DOCTYPE html>"
    )
  })

  it("links, images, tables, records, metadata.json_ld", async () => {
    const article = await json(await scrape("/articles/lighthouse"))
    const links = article["links"] as ReadonlyArray<Json>
    assert.deepInclude(links, { url: `${site.url}/login`, text: "Sign in", internal: true, nofollow: true })
    assert.deepInclude(links, {
      url: "https://other.example/ad",
      text: "Cheap boats!",
      internal: false,
      nofollow: true
    })
    assert.deepInclude(article["images"] as ReadonlyArray<Json>, {
      url: `${site.url}/img/lamp.jpg`,
      alt: "The lens of the lighthouse lamp",
      title: "First-order Fresnel lens"
    })
    const { json_ld } = article["metadata"] as { json_ld: ReadonlyArray<Json> }
    assert.strictEqual(json_ld[0]?.["@type"], "NewsArticle")
    const [table] = (await json(await scrape("/articles/tide")))["tables"] as ReadonlyArray<Json>
    assert.deepStrictEqual(table, {
      caption: "High water at the harbour",
      headers: ["Day", "Time", "Height (m)"],
      rows: [["Monday", "06:12", "4.8"], ["Tuesday", "06:55", "5.1"], ["Wednesday", "07:37", "5.3"]]
    })
    const records = (await json(await scrape("/shop")))["records"] as ReadonlyArray<Json>
    assert.strictEqual(records.filter(({ source }) => source === "repeated").length, 5)
    assert.isTrue(records.some(({ source, type }) => source === "json-ld" && type === "Product"))
  })

  it("the charset is found by the WHATWG order: Shift_JIS and windows-1251 by meta", async () => {
    assert.include(String((await json(await scrape("/ja/sakura")))["text"]), "東京の川沿いの道は桜の花でいっぱい")
    assert.include(String((await json(await scrape("/ru/berezy")))["text"]), "Берёза растёт быстро")
  })
})

describe("Resources: Trace", () => {
  it("stages: one entry each, in the order fetch, parse, content, metadata, links, media, records, combine", async () => {
    const { trace } = (await json(await scrape("/shop"))) as {
      trace: { stages: ReadonlyArray<{ name: string; elapsed_ms: number }> }
    }
    assert.deepStrictEqual(trace.stages.map(({ name }) => name), [
      "fetch",
      "parse",
      "content",
      "metadata",
      "links",
      "media",
      "records",
      "combine"
    ])
    assert.isTrue(trace.stages.every(({ elapsed_ms }) => elapsed_ms >= 0))
  })
})

describe("Resources: Discover result", () => {
  it("every link, with counts over the distinct links of the page", async () => {
    const result = await json(await discover("/articles/lighthouse"))
    const links = result["links"] as ReadonlyArray<Json>
    const counts = result["counts"] as Record<string, number>
    assert.strictEqual(result["url"], `${site.url}/articles/lighthouse`)
    assert.strictEqual(result["final_url"], `${site.url}/articles/lighthouse`)
    assert.strictEqual(result["status"], 200)
    assert.strictEqual(counts["total"], links.length)
    assert.strictEqual(counts["returned"], links.length)
    assert.strictEqual(counts["total"], (counts["internal"] ?? 0) + (counts["external"] ?? 0))
    assert.strictEqual(counts["nofollow"], links.filter(({ nofollow }) => nofollow).length)
    assert.strictEqual(new Set(links.map(({ url }) => url)).size, links.length)
  })

  it("only same-site links when internal_only is true; counts still describes the whole page", async () => {
    const all = await json(await discover("/articles/lighthouse"))
    const internal = await json(await discover("/articles/lighthouse", { internal_only: true }))
    assert.isTrue((internal["links"] as ReadonlyArray<Json>).every((link) => link["internal"]))
    const counts = internal["counts"] as Record<string, number>
    assert.deepStrictEqual(
      { ...counts, returned: 0 },
      { ...(all["counts"] as object), returned: 0 } as Record<string, number>
    )
    assert.strictEqual(counts["returned"], counts["internal"])
    assert.isBelow(counts["returned"] ?? 0, counts["total"] ?? 0)
  })

  it("a media type that holds no links answers 200 with an empty list", async () => {
    const response = await discover("/files/archive.zip")
    assert.strictEqual(response.status, 200)
    assert.deepStrictEqual((await json(response))["links"], [])
  })
})

describe("States and transitions", () => {
  it("running to done when the crawl ends normally; finished_at is set; pending is 0", async () => {
    const done = await finished(service, String((await json(await crawl({ max_pages: 5 })))["id"]))
    assert.strictEqual(done["status"], "done")
    assert.isAtLeast(Number(done["finished_at"]), Number(done["created_at"]))
    assert.strictEqual((done["stats"] as Record<string, number>)["pending"], 0)
  })

  it("running to failed when the seed cannot be obtained", async () => {
    for (
      const [url, code] of [["http://10.9.9.9/", "address_blocked"], [`${site.url}/private/log`, "robots_disallowed"], [
        "http://127.0.0.1:1/x",
        "address_blocked"
      ]]
    ) {
      const failed = await finished(
        service,
        String((await json(await service.call("/v1/crawl", { json: { url } })))["id"])
      )
      assert.strictEqual(failed["status"], "failed")
      assert.isNotNull(failed["finished_at"])
      const [error] = failed["errors"] as ReadonlyArray<Json>
      assert.strictEqual(error?.["code"], code)
      assertShape(error ?? {}, { url: "string", code: "string", message: "string", at: "number" })
    }
  })

  it("running to cancelled by DELETE; a finished job comes back unchanged", async () => {
    const job = await json(await service.call("/v1/crawl", { json: { url: `${site.url}/slow` } }))
    const response = await service.call(`/v1/jobs/${job["id"]}`, { method: "DELETE" })
    assert.strictEqual(response.status, 200)
    const cancelled = await json(response)
    assertShape(cancelled, jobShape)
    assert.strictEqual(cancelled["status"], "cancelled")
    assert.isNotNull(cancelled["finished_at"])
    assert.deepStrictEqual(await json(await service.call(`/v1/jobs/${job["id"]}`, { method: "DELETE" })), cancelled)
  })
})

describe("POST /v1/crawl", () => {
  const standard = { scope: "domain", dedup: true, include: [], exclude: [], sitemaps: false }

  it("answers 202 with Location; defaults max_pages 100, max_depth 3, scope domain, dedup true", async () => {
    const response = await service.call("/v1/crawl", { json: { url: `${site.url}/notes.txt` } })
    const job = await json(response)
    assert.strictEqual(response.headers.get("location"), `/v1/jobs/${job["id"]}`)
    assert.deepStrictEqual(job["options"], { max_pages: 100, max_depth: 3, ...standard })
    assert.match(String(job["id"]), /^[0-9a-f]{32}$/)
  })

  it("max_pages and max_depth are clamped to the ceiling, not refused", async () => {
    const job = await json(
      await service.call("/v1/crawl", { json: { url: `${site.url}/notes.txt`, max_pages: 1e9, max_depth: 500 } })
    )
    assert.deepStrictEqual(job["options"], { max_pages: 10_000, max_depth: 20, ...standard })
  })

  it("max_pages is the budget; dedup drops pages whose text repeats; other hosts are out of scope domain", async () => {
    const done = await finished(service, String((await json(await crawl({ max_depth: 1 })))["id"]))
    const stats = done["stats"] as Record<string, number>
    assert.isAtLeast(stats["stored"] ?? 0, 8)
    assert.isAtLeast(stats["duplicates"] ?? 0, 1)
    assert.isAtLeast(stats["skipped"] ?? 0, 1)
    assert.isAtLeast(stats["failed"] ?? 0, 1)
    assert.strictEqual(done["document_count"], stats["stored"])
    const codes = (done["errors"] as ReadonlyArray<Json>).map(({ code }) => code)
    assert.includeMembers(codes, ["http_status", "robots_disallowed", "unsupported_content_type"])
    assert.isFalse(site.log.includes("/private/log"))
  })

  it("scope prefix: only URLs under the seed's path", async () => {
    const job = await json(
      await service.call("/v1/crawl", { json: { url: `${site.url}/articles/tide`, scope: "prefix" } })
    )
    await finished(service, String(job["id"]))
    const full = await json(await service.call(`/v1/jobs/${job["id"]}?documents=true`))
    const urls = (full["documents"] as ReadonlyArray<Json>).map(({ url }) => String(url))
    assert.isAbove(urls.length, 1)
    assert.isTrue(urls.every((url) => url.startsWith(`${site.url}/articles/`)))
  })
})

describe("GET and DELETE /v1/jobs/{id}", () => {
  it("404 for an id that is unknown, and for another key's job", async () => {
    const job = await json(await crawl({ max_pages: 1 }))
    for (
      const response of [
        await service.call("/v1/jobs/0123"),
        await service.call("/v1/jobs/0123", { method: "DELETE" }),
        await service.call(`/v1/jobs/${job["id"]}`, { key: keys.second }),
        await service.call(`/v1/jobs/${job["id"]}`, { key: keys.second, method: "DELETE" })
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

  it("403, 413, 415, 502, 504 as documented", async () => {
    const expected = [
      ["/private/log", 403, "robots_disallowed"],
      ["/to-private", 403, "address_blocked"],
      ["/big", 413, "body_too_large"],
      ["/files/archive.zip", 415, "unsupported_content_type"],
      ["/video.mp4", 415, "unsupported_content_type"],
      ["/reset", 502, "fetch_failed"],
      ["/loop", 502, "fetch_failed"]
    ] as const
    for (const [path, status, code] of expected) {
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
  }, 30_000)
})

describe("POST /v1/discover errors", () => {
  it("403 for robots and blocked addresses, 502 for every other page it cannot read", async () => {
    const expected = [["/private/log", 403], ["/to-private", 403], ["/big", 502], ["/reset", 502], [
      "/loop",
      502
    ]] as const
    for (const [path, status] of expected) assert.strictEqual((await discover(path)).status, status, path)
  }, 30_000)
})

describe("/v1/health, /healthz, /readyz", () => {
  it("capabilities.rendering is a boolean; status, version, uptime_seconds and limits are there", async () => {
    const health = await json(await service.call("/v1/health"))
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
    for (const path of ["/healthz", "/readyz"]) assert.strictEqual((await fetch(service.url + path)).status, 200)
  })
})

describe("Authentication", () => {
  it("a missing and an unknown key get the same 401 with WWW-Authenticate, on every /v1 route", async () => {
    const routes = [["GET", "/v1/health"], ["GET", "/v1/jobs/x"], ["DELETE", "/v1/jobs/x"], ["POST", "/v1/scrape"], [
      "POST",
      "/v1/discover"
    ], ["POST", "/v1/crawl"]] as const
    for (const [method, path] of routes) {
      const missing = await fetch(service.url + path, { method })
      const unknown = await service.call(path, { method, key: "no-such-key" })
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
        await service.call("/v1/health"),
        await service.call("/v1/jobs/nope"),
        await service.call("/v1/scrape", { json: {} })
      ]
    ) {
      assert.match(response.headers.get("ratelimit-policy") ?? "", /q=100000;w=60/)
      assert.match(response.headers.get("ratelimit") ?? "", /r=\d+;t=\d+/)
    }
  })
})
