import { assert, describe, it } from "@effect/vitest"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { serviceProcess } from "../support/entries/service-process.ts"
import { assertShape, documentShape, jobShape, type Json, json } from "../support/shapes.ts"
import { realPageIds } from "../support/web/fixture-site.ts"

/**
 * Walks the resources of spec.md field by field against the running server; contract.md where the spec leaves a point
 * open.
 */
const live = serviceOverSite()
const { crawl, crawled, discover, ended, get, scrape } = live

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
    assert.strictEqual(job["url"], `${live.site.url}/`)
  })

  it("with documents=true the pages are included as documents, html empty", async () => {
    const job = await crawled({ max_pages: 3 })
    const done = await ended(job["id"])
    const full = await get(`/v1/jobs/${done["id"]}?documents=true`)
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
    assert.strictEqual(document["url"], `${live.site.url}/hop/2`)
    assert.strictEqual(document["final_url"], `${live.site.url}/articles/tide`)
    const { redirects } = document["trace"] as { redirects: ReadonlyArray<Json> }
    assert.deepStrictEqual(redirects.map(({ status }) => status), [302, 302, 302])
    assert.deepStrictEqual(redirects[0], {
      url: `${live.site.url}/hop/2`,
      status: 302,
      location: `${live.site.url}/hop/1`
    })
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

  it("content_type: the media type only; size_bytes: of the decoded body; depth: 0 for a direct scrape", async () => {
    const document = await json(await scrape("/notes.txt"))
    assert.strictEqual(document["content_type"], "text/plain")
    assert.strictEqual(document["size_bytes"], 56)
    assert.strictEqual(document["depth"], 0)
  })

  it("title, author, published_date, language, description, keywords, site_name, image", async () => {
    const document = await json(await scrape("/articles/lighthouse"))
    assert.strictEqual(document["title"], "The last keeper of Cape Wrath")
    assert.strictEqual(document["author"], "Mairi Sinclair")
    assert.strictEqual(document["published_date"], "2025-03-14")
    assert.strictEqual(document["language"], "en")
    assert.include(String(document["description"]), "Before the lamp was automated")
    assert.deepStrictEqual(document["keywords"], ["lighthouse", "history", "Scotland"])
    assert.strictEqual(document["site_name"], "The Harbour Gazette")
    assert.strictEqual(document["image"], `${live.site.url}/img/lamp.jpg`)
  })

  it("markdown and text: the content, without navigation and footer", async () => {
    const document = await json(await scrape("/articles/lighthouse"))
    const markdown = String(document["markdown"])
    assert.include(markdown, "# The last keeper of Cape Wrath")
    assert.include(markdown, "- The lamp room, with its lens")
    assert.include(markdown, `[The tide](${live.site.url}/articles/tide)`)
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
    assert.deepInclude(links, { url: `${live.site.url}/login`, text: "Sign in", internal: true, nofollow: true })
    assert.deepInclude(links, {
      url: "https://other.example/ad",
      text: "Cheap boats!",
      internal: false,
      nofollow: true
    })
    assert.deepInclude(article["images"] as ReadonlyArray<Json>, {
      url: `${live.site.url}/img/lamp.jpg`,
      alt: "The lens of the lighthouse lamp",
      title: "First-order Fresnel lens",
      caption: "The lens weighs four tonnes."
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
    assert.strictEqual(result["url"], `${live.site.url}/articles/lighthouse`)
    assert.strictEqual(result["final_url"], `${live.site.url}/articles/lighthouse`)
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

/** Every tenth page of the shared set: 105 real pages of all types, of which each third one is read first. */
const ids = realPageIds().filter((_, index) => index % 10 === 0)
const some = ids.filter((_, index) => index % 3 === 0)

describe.skipIf(ids.length === 0)(
  `real pages of ../shared/extraction${ids.length === 0 ? " (the folder is not there)" : ""}`,
  () => {
    const reading = serviceOverSite({ workers: 1 }, serviceProcess)
    const areScraped = async (pages: ReadonlyArray<string>) => {
      let withText = 0
      for (const id of pages) {
        const response = await reading.service.call("/v1/scrape", { json: { url: `${reading.site.url}/real/${id}` } })
        const document = await json(response)
        assert.strictEqual(response.status, 200, `${id}: ${JSON.stringify(document).slice(0, 300)}`)
        assertShape(document, documentShape)
        if (String(document["text"]).length > 100) withText++
      }
      assert.isAtLeast(withText, pages.length * 0.97)
    }
    it("are scraped without an error, each a whole Document with text and links", () => areScraped(some))
    it("are scraped so to the last one", { tags: "long" }, () => {
      assert.isAtLeast(ids.length, 100)
      return areScraped(ids.filter((id) => !some.includes(id)))
    })
  }
)
