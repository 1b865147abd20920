import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { Chunk } from "../../src/core/domain/document/Document.ts"
import { commandOver } from "../support/entries/command-over.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { type Json, json } from "../support/shapes.ts"

const live = serviceOverSite({ browser: Option.some("off"), workers: 1 })
const page = "/articles/tide"

const chunksOf = (document: Json | undefined) => (document?.["chunks"] ?? []) as ReadonlyArray<Chunk>
const tokensOf = (document: Json | undefined) => chunksOf(document).reduce((sum, { tokens }) => sum + tokens, 0)

describe("chunks of a scrape", () => {
  const scraped = async (more: object) => json(await live.scrape(page, more))

  it("are there only if the request asks for them", async () => {
    assert.notProperty(await scraped({}), "chunks")
    const whole = await scraped({ chunks: {} })
    assert.strictEqual(chunksOf(whole).length, 1)
    assert.notProperty(whole, "chunks_left_out")
    const { chunks: _, ...rest } = whole
    assert.deepStrictEqual(Object.keys(rest), Object.keys(await scraped({})))
    assert.deepStrictEqual(Object.keys(await scraped({ fields: ["title", "chunks"] })), ["title", "chunks"])
    assert.deepStrictEqual(Object.keys(await scraped({ fields: ["title"], query: "moon" })), [
      "title",
      "chunks",
      "chunks_left_out"
    ])
  })

  it("are ranked for a query, and those left out are counted", async () => {
    const all = await scraped({ chunks: { max_tokens: 40 } })
    const found = await scraped({ chunks: { max_tokens: 40 }, query: "tide", max_tokens: 60 })
    assert.isAtMost(tokensOf(found), 60)
    assert.isNotEmpty(chunksOf(found))
    assert.strictEqual(chunksOf(found).length + Number(found["chunks_left_out"]), chunksOf(all).length)
  })

  it("are the same with options in a query, and wrong ones are named", async () => {
    const asked = await scraped({ fields: ["chunks"], chunks: { max_tokens: 40, overlap: 5 }, query: "tide" })
    const url = encodeURIComponent(`${live.site.url}${page}`)
    const same = await live.get(`/v1/scrape?url=${url}&fields=chunks&chunks=max_tokens=40,overlap=5&query=tide`)
    assert.deepStrictEqual(same, asked)
    assert.isNotEmpty(chunksOf(await live.get(`/v1/scrape?url=${url}&chunks=true`)))
    const wrong = await json(await live.service.call(`/v1/scrape?url=${url}&chunks=max_tokens=few&max_tokens=1`))
    assert.deepStrictEqual(wrong["errors"], [
      { parameter: "chunks", detail: "must be a number" },
      { parameter: "max_tokens", detail: "must be between 16 and 1000000" }
    ])
  })
})

describe("an answer without chunks", () => {
  it("is refused for options of chunks", async () => {
    const accept = { headers: { accept: "text/markdown" } }
    const url = `${live.site.url}${page}`
    const response = await live.service.call("/v1/scrape", { json: { url, query: "tide" }, ...accept })
    assert.deepStrictEqual([response.status, (await json(response))["errors"]], [400, [
      { pointer: "/query", detail: "is for JSON, and Accept asks for text/markdown; leave one of them out" }
    ]])
    const found = await commandOver(["scrape", url, "--chunks", "true", "--format", "text"])
    assert.deepStrictEqual([found.code, found.line], [2, "--chunks is for --format json; omit one of the flags."])
  })
})

describe("chunks of the documents of a job", () => {
  let path: string
  let visits: number
  const documents = async (query = "") => await live.get(`${path}?limit=2${query}`)
  const firstOf = (answer: Json) => (answer["documents"] as ReadonlyArray<Json>)[0]

  beforeAll(async () => {
    const { id } = await live.crawled({ url: `${live.site.url}${page}`, max_pages: 3 })
    await live.ended(id)
    path = `/v1/jobs/${id}/documents`
    visits = live.site.log.length
  })

  it("are made of the stored documents, without a request to the site", async () => {
    const stored = firstOf(await documents())
    const chunked = firstOf(await documents("&chunks=max_tokens=40"))
    const { chunks: _, ...rest } = chunked ?? {}
    assert.deepStrictEqual(rest, stored)
    for (const { end, markdown, start, tokens } of chunksOf(chunked)) {
      assert.strictEqual(markdown, String(stored?.["markdown"]).slice(start, end))
      assert.isAtMost(tokens, 40)
    }
    assert.isAbove(chunksOf(chunked).length, 1)
    assert.strictEqual(live.site.log.length, visits)
  })

  it("are ranked for a query, with the fields that are asked for", async () => {
    const found = firstOf(await documents("&chunks=max_tokens=40&query=tide&max_tokens=60&fields=title"))
    assert.deepStrictEqual(Object.keys(found ?? {}).toSorted(), ["chunks", "chunks_left_out", "title"])
    assert.isAtMost(tokensOf(found), 60)
    assert.isAbove(Number(found?.["chunks_left_out"]), 0)
  })

  it("are in JSON Lines too, whose next ones have the same options", async () => {
    const query = "chunks=max_tokens=40,overlap=5&query=tide&max_tokens=60&fields=url"
    const response = await live.service.call(`${path}?limit=1&${query}`, {
      headers: { accept: "application/x-ndjson" }
    })
    const [line = ""] = (await response.text()).split("\n")
    assert.isNotEmpty(chunksOf(JSON.parse(line) as Json))
    const next = new URL(/<([^>]+)>/.exec(response.headers.get("link") ?? "")?.[1] ?? "", "http://x").searchParams
    assert.deepStrictEqual(
      Object.fromEntries([...next].filter(([name]) => name !== "after")),
      { limit: "1", fields: "url", chunks: "max_tokens=40,overlap=5", query: "tide", max_tokens: "60" }
    )
  })

  it("are those of the job, unless the request has a size", async () => {
    const { id } = await live.crawled({ url: `${live.site.url}${page}`, max_pages: 1, chunks: { max_tokens: 50 } })
    await live.ended(id)
    const at = `/v1/jobs/${id}/documents`
    const stored = chunksOf(firstOf(await live.get(at)))
    assert.isAbove(stored.length, 1)
    assert.deepStrictEqual(chunksOf(firstOf(await live.get(`${at}?fields=chunks`))), stored)
    const [best] = chunksOf(firstOf(await live.get(`${at}?query=tide`)))
    assert.deepInclude(stored, best)
    assert.strictEqual(chunksOf(firstOf(await live.get(`${at}?chunks=true`))).length, 1)
  })
})
