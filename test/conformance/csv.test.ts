import { assert, beforeAll, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Option } from "effect"
import { gleanerClient } from "../../src/contract/client/index.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { keys } from "../support/entries/service-process.ts"
import { type Json, json } from "../support/shapes.ts"

const live = serviceOverSite({ browser: Option.some("off"), maxCrawls: 100 })

type Row = Readonly<Record<string, string>>
const rowsOf = (csv: string): ReadonlyArray<Row> => parse(csv, { columns: true })

const accepting = (path: string, accept = "text/csv", key?: string) =>
  live.service.call(path, { headers: { accept }, ...(key === undefined ? {} : { key }) })

const csvOf = async (response: Response): Promise<ReadonlyArray<Row>> => {
  assert.deepStrictEqual(
    [response.status, response.headers.get("content-type")],
    [200, "text/csv; charset=utf-8; header=present"]
  )
  assert.match(response.headers.get("vary") ?? "", /Accept\b(?!-)/)
  return rowsOf(await response.text())
}

const scraped = (path: string, more: object = {}) =>
  live.service.call("/v1/scrape", {
    json: { url: `${live.site.url}${path}`, ...more },
    headers: { accept: "text/csv" }
  })

describe("a scrape as text/csv", () => {
  it("is the Document as one row", async () => {
    const [row, ...others] = await csvOf(await scraped("/articles/tide"))
    assert.deepStrictEqual(others, [])
    assert.deepInclude(row, { url: `${live.site.url}/articles/tide`, status: "200", title: "How tides are predicted" })
    assert.match(row?.["text"] ?? "", /^How tides are predicted\n/)
    assert.deepStrictEqual(await csvOf(await scraped("/articles/tide", { fields: ["title"] })), [
      { title: "How tides are predicted" }
    ])
  })

  it("is the records or the table if fields names them", async () => {
    const records = await csvOf(await scraped("/shop", { fields: ["records"] }))
    const { records: expected } = await json(await live.scrape("/shop", { fields: ["records"] }))
    assert.deepStrictEqual(
      records.map(({ name, price, type }) => ({ type, name, price: Number(price) })),
      (expected as ReadonlyArray<Json>).map(({ name, price, type }) => ({
        type: String(type),
        name: String(name),
        price: Number(price)
      }))
    )
    assert.isAbove(records.length, 1)
    const table = await csvOf(await scraped("/articles/tide", { fields: ["tables"] }))
    assert.sameMembers(Object.keys(table[0] ?? {}).slice(0, 2), ["Day", "Time"])
  })

  it("comes over GET too, and from the client", async () => {
    const url = `${live.site.url}/articles/tide`
    const [row] = await csvOf(await accepting(`/v1/scrape?url=${url}&fields=title,status`))
    assert.deepStrictEqual(row, { title: "How tides are predicted", status: "200" })
    const client = gleanerClient({ baseUrl: live.service.url, apiKey: keys.first })
    assert.strictEqual(await client.csv({ url, fields: ["status"] }), "status\r\n200\r\n")
  })
})

describe("a job as text/csv", () => {
  let id = ""
  beforeAll(async () => {
    const urls = ["/shop", "/articles/tide", "/docs/tides"].map((path) => `${live.site.url}${path}`)
    id = String((await json(await live.service.call("/v1/batch", { json: { urls } })))["id"])
    await live.ended(id)
  })
  const list = async (query: string) => json(await live.service.call(`/v1/jobs/${id}/records${query}`))

  it("refuses the options of chunks, as a scrape does", async () => {
    for (const [query, name] of [["query=tide", "query"], ["max_tokens=100", "max_tokens"]]) {
      const response = await accepting(`/v1/jobs/${id}/documents?${query}`)
      assert.strictEqual(response.status, 400)
      assert.deepStrictEqual((await json(response))["errors"], [
        { parameter: name, detail: "is for JSON, and Accept asks for text/csv; leave one of them out" }
      ])
    }
  })

  it("has a row for each Document, with the given columns", async () => {
    const documents = await csvOf(await accepting(`/v1/jobs/${id}/documents`))
    assert.deepStrictEqual(documents.map(({ url }) => url?.slice(live.site.url.length)), [
      "/shop",
      "/articles/tide",
      "/docs/tides"
    ])
    assert.deepStrictEqual(await csvOf(await accepting(`/v1/jobs/${id}/documents?fields=status,title&limit=1`)), [
      { status: "200", title: documents[0]?.["title"] ?? "" }
    ])
  })

  it("is read on by the Link of an answer with a limit", async () => {
    const texts: Array<string> = []
    let path: string | undefined = `/v1/jobs/${id}/records?limit=2`
    while (path !== undefined) {
      const response: Response = await accepting(path)
      texts.push(...(await csvOf(response)).map(({ name }) => name ?? ""))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1]
    }
    const whole = await csvOf(await accepting(`/v1/jobs/${id}/records`))
    assert.deepStrictEqual(texts, whole.map(({ name }) => name))
    assert.isAbove(whole.length, 3)
    assert.strictEqual(whole[0]?.["page_url"], `${live.site.url}/shop`)
  })

  it("has the records of JSON, page by page, and those of one type", async () => {
    const all = (await list(""))["records"] as ReadonlyArray<Json>
    assert.isAbove(all.length, 3)
    const found: Array<Json> = []
    for (let query = "?limit=1"; query !== "";) {
      const { has_more, next_cursor, records } = await list(query)
      found.push(...records as ReadonlyArray<Json>)
      assert.strictEqual(has_more, next_cursor !== null)
      query = next_cursor === null ? "" : `?limit=1&after=${String(next_cursor)}`
    }
    assert.deepStrictEqual<ReadonlyArray<Json>>(found, all)
    const products = (await list("?type=Product"))["records"] as ReadonlyArray<Json>
    assert.deepStrictEqual(products, all.filter(({ type }) => type === "Product"))
    assert.isAbove(products.length, 1)
    assert.deepStrictEqual((await list("?type=NoSuch"))["records"], [])
    const rows = await csvOf(await accepting(`/v1/jobs/${id}/records?type=Product`))
    assert.deepStrictEqual(rows.map(({ name }) => name), products.map(({ name }) => String(name)))
    assert.deepStrictEqual(JSON.parse(rows[0]?.["fields"] ?? ""), products[0]?.["fields"])
  })

  it("goes on in the middle of a Document", async () => {
    const { next_cursor } = await list("?limit=2")
    const whole = await csvOf(await accepting(`/v1/jobs/${id}/records`))
    assert.deepStrictEqual(
      await csvOf(await accepting(`/v1/jobs/${id}/records?after=${String(next_cursor)}`)),
      whole.slice(2)
    )
  })

  it("comes in parts from the client", async () => {
    const { csv, records } = gleanerClient({ baseUrl: live.service.url, apiKey: keys.first }).jobs
    let text = ""
    for await (const part of csv(id, { list: "records", type: "Product" })) text += new TextDecoder().decode(part)
    assert.deepStrictEqual(
      rowsOf(text).map(({ name }) => name),
      (await records(id, { type: "Product" })).records.map(({ name }) => name)
    )
  })

  it("is refused to another key, for another type, and for a cursor of another list", async () => {
    assert.strictEqual((await accepting(`/v1/jobs/${id}/records`, "text/csv", keys.second)).status, 404)
    for (const list of ["documents", "records"]) {
      const refused = await accepting(`/v1/jobs/${id}/${list}`, "image/png")
      assert.deepStrictEqual([refused.status, (await json(refused))["code"]], [406, "not_acceptable"])
    }
    const { next_cursor } = await json(await live.service.call(`/v1/jobs/${id}/ledger?limit=1`))
    const wrong = await live.service.call(`/v1/jobs/${id}/records?after=${String(next_cursor)}`)
    assert.deepStrictEqual((await json(wrong))["errors"], [{
      parameter: "after",
      detail:
        "is not a cursor of this list; use next_cursor from an answer of this route, or leave it out to start at the beginning"
    }])
  })

  it("follows a running job to its end", async () => {
    const started = await live.crawled({ url: `${live.site.url}/shop`, max_pages: 3 })
    const rows = await csvOf(await accepting(`/v1/jobs/${String(started["id"])}/documents?fields=url`))
    assert.lengthOf(rows, Number((await live.ended(started["id"]))["document_count"]))
  })

  it("has the fields that its job keeps as columns", async () => {
    const started = await live.crawled({ url: `${live.site.url}/shop`, max_pages: 1, fields: ["status", "url"] })
    await live.ended(started["id"])
    assert.deepStrictEqual(await csvOf(await accepting(`/v1/jobs/${String(started["id"])}/documents`)), [
      { status: "200", url: `${live.site.url}/shop` }
    ])
  })
})
