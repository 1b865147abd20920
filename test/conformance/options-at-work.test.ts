import { afterAll, assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { flagName } from "../../src/core/domain/options/option-forms.ts"
import { commandOver } from "../support/entries/command-over.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { type Json, json } from "../support/shapes.ts"

const live = serviceOverSite({ browser: Option.some("off") })

describe("what the options of a page do in a job, as it tells later, and on the command line", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-options-"))
  afterAll(() => fs.rmSync(folder, { recursive: true }))
  const pageUrl = () => `${live.site.url}/articles/tide`
  const documentsOf = async (job: Json): Promise<ReadonlyArray<Json>> => {
    await live.ended(job["id"])
    return (await live.get(`/v1/jobs/${job["id"]}/documents`))["documents"] as ReadonlyArray<Json>
  }
  const crawled = async (more: object) => documentsOf(await live.crawled({ url: pageUrl(), max_pages: 1, ...more }))
  const batched = async (more: object) =>
    documentsOf(await json(await live.service.call("/v1/batch", { json: { urls: [pageUrl()], ...more } })))
  const scraped = async (more: object) => [await json(await live.scrape("/articles/tide", more))]
  const schemaFile = (schema: unknown): string => {
    const file = path.join(folder, "schema.json")
    fs.writeFileSync(file, JSON.stringify(schema))
    return file
  }
  const commanded = (command: "crawl" | "batch") => async (more: object) => {
    const file = path.join(folder, "out.jsonl")
    const flags = Object.entries(more).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => [
        `--${flagName(name)}`,
        name === "schema" ? schemaFile(each) : typeof each === "string" ? each : JSON.stringify(each)
      ])
    )
    const { code, line } = await commandOver([
      command,
      pageUrl(),
      "--max-pages",
      "1",
      "--out",
      file,
      ...flags
    ], { GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8" })
    assert.strictEqual(code, 0, line)
    return fs.readFileSync(file, "utf8").trim().split("\n").map((text) => JSON.parse(text) as Json)
  }
  const ways = {
    scrape: scraped,
    crawl: crawled,
    batch: batched,
    "gleaner crawl": commanded("crawl"),
    "gleaner batch": commanded("batch")
  }

  const asked: ReadonlyArray<readonly [more: object, holds: (document: Json) => void]> = [
    [{ fields: ["title", "tables"] }, (document) => assert.deepStrictEqual(Object.keys(document), ["title", "tables"])],
    [
      { include_selectors: ["table"] },
      ({ text }) => assert.match(String(text), /^High water at the harbour\s+Day\tTime/)
    ],
    [
      { fields: ["markdown"], chunks: { max_tokens: 60, overlap: 10 } },
      ({ chunks, markdown }) => {
        const all = chunks as ReadonlyArray<Json>
        assert.isAbove(all.length, 1)
        for (const { end, markdown: own, start, tokens, url } of all) {
          assert.strictEqual(own, String(markdown).slice(Number(start), Number(end)))
          assert.isAtMost(Number(tokens), 60)
          assert.match(String(url), /\/articles\/tide#:~:text=/)
        }
      }
    ],
    [
      { fields: ["url"], schema: { type: "object", properties: { titre: { type: "string" } } } },
      ({ data }) => assert.deepStrictEqual(data, { titre: "How tides are predicted" })
    ],
    [{ exclude_selectors: ["table"] }, ({ tables }) => assert.deepStrictEqual(tables, [])],
    [
      { extract: [{ select: "tbody tr", fields: { day: "td", time: "td:nth-child(2)" } }] },
      ({ records }) => assert.deepInclude((records as ReadonlyArray<Json>)[0], { source: "selectors" })
    ],
    [{ wait_for: ".never" }, ({ trace }) => assert.include(JSON.stringify(trace), "wait_for_missing")],
    [{ fields: ["content_html"] }, ({ content_html }) => assert.include(String(content_html), "<th>Day</th>")],
    [
      { fields: ["blocks", "markdown"] },
      ({ blocks }) => assert.isAbove((blocks as ReadonlyArray<unknown>).length, 2)
    ]
  ]
  for (const [more, holds] of asked) {
    it(`${JSON.stringify(more)}: the same everywhere`, async () => {
      for (const [way, read] of Object.entries(ways)) {
        const [document] = await read(more)
        if (document === undefined) return assert.fail(`no document of ${way}`)
        holds(document)
      }
    })
  }

  it("fields of the documents of a job are chosen when they are read, too", async () => {
    const { id } = await live.crawled({ max_pages: 3, fields: ["url", "title", "markdown"] })
    await live.ended(id)
    const at = `/v1/jobs/${id}/documents`
    const { documents } = await live.get(`${at}?fields=title,url,text`)
    assert.isTrue((documents as ReadonlyArray<Json>).every((document) => Object.keys(document).join() === "url,title"))
    const lines = await live.service.call(`${at}?fields=title&limit=2`, { headers: { accept: "application/x-ndjson" } })
    assert.match(lines.headers.get("link") ?? "", /&limit=2&fields=title>/)
    assert.match(await lines.text(), /^(?:\{"title":"[^"]*"\}\n){2}$/)
    const wrong = await live.service.call(`${at}?fields=titel`)
    assert.deepStrictEqual([wrong.status, ((await json(wrong))["errors"] as ReadonlyArray<Json>)[0]?.["parameter"]], [
      400,
      "fields"
    ])
  })

  it("a crawl follows links and drops copies, whatever fields it keeps", async () => {
    const { id } = await live.crawled({ fields: ["title"], include: ["/copy", "/articles/*"] })
    const { stats } = await live.ended(id)
    assert.deepInclude(stats as Json, { duplicates: 1 })
    const { documents } = await live.get(`/v1/jobs/${id}/documents`)
    assert.isTrue((documents as ReadonlyArray<Json>).every((document) => Object.keys(document).join() === "title"))
  })
})

describe("discover", () => {
  it("lists what the sitemaps list with sitemaps, and stops at timeout_seconds", async () => {
    const without = await json(await live.discover("/articles/tide"))
    const { counts, links } = await json(await live.discover("/articles/tide", { sitemaps: true }))
    assert.isAtLeast((links as ReadonlyArray<unknown>).length, (without["links"] as ReadonlyArray<unknown>).length)
    assert.strictEqual((counts as Json)["total"], (links as ReadonlyArray<unknown>).length)
    const slow = await live.discover("/slow", { timeout_seconds: 0.3 })
    assert.strictEqual(slow.status, 502)
    const scrape = await live.scrape("/slow", { timeout_seconds: 0.3 })
    assert.strictEqual(scrape.status, 504)
  })
})
