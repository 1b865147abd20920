import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { commandHere } from "../support/entries/command-here.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { type Json, json } from "../support/shapes.ts"

const live = serviceOverSite({ browser: Option.some("off"), workers: 1 })
const text = { type: "string" }
const article = { type: "object", properties: { titre: text, Sprache: text, sku: text }, required: ["sku"] }
const list = {
  type: "array",
  items: {
    type: "object",
    properties: { name: text, price: { type: "number" }, link: { type: "string", format: "uri" } }
  }
}

describe("data of a scrape", () => {
  const scraped = async (page: string, more: object) => json(await live.scrape(page, more))

  it("is there only with a schema, whatever the fields are", async () => {
    assert.notProperty(await scraped("/articles/tide", { fields: ["data", "title"] }), "data")
    const plain = await scraped("/articles/tide", {})
    const { data, ...rest } = await scraped("/articles/tide", { schema: article })
    assert.deepStrictEqual(Object.keys(rest), Object.keys(plain))
    assert.deepStrictEqual(data, { titre: "How tides are predicted", Sprache: "en" })
    const alone = await scraped("/articles/tide", { schema: article, fields: ["url"] })
    assert.deepStrictEqual(Object.keys(alone), ["url", "data"])
    assert.deepStrictEqual(alone["data"], data)
  })

  it("tells the source of each value, and what is missing even if it is required", async () => {
    const { trace } = await scraped("/articles/tide", { schema: article, fields: ["trace"] })
    const { fields, ...told } = (trace as Json)["data"] as Json & { readonly fields: ReadonlyArray<Json> }
    assert.deepStrictEqual(told, { source: "declared", wrapper: null, missing: ["/sku"] })
    assert.deepStrictEqual(fields.map(({ pointer }) => pointer), ["/titre", "/Sprache"])
    for (const field of fields) assert.hasAllKeys(field, ["pointer", "source", "selector", "url"])
    assert.match(String(fields[0]?.["url"]), /\/articles\/tide#:~:text=How%20tides%20are%20predicted$/)
  })

  it("is null where nothing was found", async () => {
    const schema = { type: "object", properties: { isbn: text } }
    const { data, trace } = await scraped("/articles/tide", { schema })
    assert.isNull(data)
    assert.deepStrictEqual((trace as Json)["data"], { source: "none", wrapper: null, fields: [], missing: ["/isbn"] })
  })

  it("is the same by the other routes, and on the command line", async () => {
    const { data } = await scraped("/shop", { schema: list })
    assert.deepStrictEqual((data as ReadonlyArray<unknown>)[0], {
      name: "Brass barometer",
      price: 89,
      link: `${live.site.url}/shop/brass-barometer`
    })
    const url = `${live.site.url}/shop`
    const html = await (await fetch(url)).text()
    const extracted = await json(await live.service.call("/v1/extract", { json: { html, url, schema: list } }))
    assert.deepStrictEqual(extracted["data"], data)
    const file = path.join(os.tmpdir(), `gleaner-data-${process.pid}.json`)
    fs.writeFileSync(file, JSON.stringify(list))
    const command = await commandHere(["scrape", url, "--fields", "data", "--schema", file])
    assert.deepStrictEqual([command.code, JSON.parse(command.out)], [0, { data }])
    fs.writeFileSync(file, JSON.stringify({ ...list, uniqueItems: true }))
    const wrong = await commandHere(["scrape", url, "--schema", file])
    assert.deepStrictEqual([wrong.code, wrong.err], [
      2,
      "gleaner: --schema uniqueItems is not supported; leave it out.\n"
    ])
    fs.rmSync(file)
  })
})

describe("an answer that is one text", () => {
  it("is refused for a schema, and is not the default of a command with one", async () => {
    const url = `${live.site.url}/articles/tide`
    const accept = { headers: { accept: "text/markdown" } }
    const response = await live.service.call("/v1/scrape", { json: { url, schema: article }, ...accept })
    assert.deepStrictEqual([response.status, (await json(response))["errors"]], [400, [
      { pointer: "/schema", detail: "is for JSON, and Accept asks for text/markdown; leave one of them out" }
    ]])
    const file = path.join(os.tmpdir(), `gleaner-data-format-${process.pid}.json`)
    fs.writeFileSync(file, JSON.stringify(article))
    const plain = await commandHere(["scrape", url, "--schema", file])
    assert.deepStrictEqual((JSON.parse(plain.out) as Json)["data"], { titre: "How tides are predicted", Sprache: "en" })
    const text = await commandHere(["scrape", url, "--schema", file, "--format", "text"])
    assert.deepStrictEqual([text.code, text.err], [
      2,
      "gleaner: --schema is for --format json; omit one of the flags.\n"
    ])
    const table = await commandHere(["scrape", url, "--schema", file, "--fields", "url,data", "--format", "csv"])
    assert.match(table.out, /^url,data\r\nhttp[^,]+,"\{""titre"":""How tides are predicted""/)
    fs.rmSync(file)
  })
})

describe("data of a job", () => {
  it("is stored with its documents, and the job tells the schema", async () => {
    const { id } = await live.crawled({ url: `${live.site.url}/shop`, max_pages: 1, schema: list, fields: ["url"] })
    const job = await live.ended(id)
    assert.deepStrictEqual((job["options"] as Json)["schema"], list)
    const { documents } = await live.get(`/v1/jobs/${id}/documents`) as { readonly documents: ReadonlyArray<Json> }
    assert.deepStrictEqual(Object.keys(documents[0] ?? {}), ["url", "data"])
    assert.isAbove((documents[0]?.["data"] as ReadonlyArray<unknown> | undefined)?.length ?? 0, 2)
    const picked = await live.get(`/v1/jobs/${id}/documents?fields=data`) as typeof job
    assert.deepStrictEqual((picked["documents"] as ReadonlyArray<Json>)[0]?.["data"], documents[0]?.["data"])
  })
})
