import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Duration, Option } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { gleanerClient } from "../../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { completion, type ModelReply, type ModelRequest } from "../../../support/web/scripted-model.ts"

let service: RunningService
let site: http.Server
let endpoint: http.Server
let url: string
let fetched: Array<string>
let requests: Array<ModelRequest["body"]>
/** Undefined: silence. */
let reply: ModelReply | undefined

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    stock: { type: "integer" },
    maker: { type: "object", properties: { town: { type: "string" }, year: { type: "integer" } } }
  }
}

/** Declares its name. */
const html = `<!doctype html><title>Shop</title>
<script type="application/ld+json">{"@type": "Product", "@context": "https://schema.org", "name": "Anvil"}</script>
<main><h1>Anvil</h1><p>Only 12,50 EUR!</p><p>Forged in Solingen since 1871.</p><p>We have 40 of them.</p></main>`

const listening = async (server: http.Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  site = http.createServer((request, response) => {
    fetched.push(request.url ?? "")
    response.writeHead(200, { "content-type": "text/html", "cache-control": "no-store" }).end(html)
  })
  endpoint = http.createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => {
      requests.push(JSON.parse(text))
      if (reply === undefined) return
      response.writeHead(reply.status ?? 200, { "content-type": "application/json" })
      response.end(typeof reply.body === "string" ? reply.body : "")
    })
  })
  url = await listening(site)
  service = await serviceOver({
    model: Option.some({ url: `${await listening(endpoint)}/v1`, name: "small", keyFile: undefined }),
    browser: Option.some("off")
  })
})
afterAll(async () => {
  await service.stop()
  for (const server of [site, endpoint]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  fetched = []
  requests = []
  reply = completion({
    name: "Another",
    price: "12,50 EUR",
    stock: 40,
    maker: { town: "Solingen", year: 1871 }
  })
})

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })
const warningsOf = (trace: { readonly warnings: ReadonlyArray<{ readonly code: string; readonly message: string }> }) =>
  trace.warnings.filter(({ code }) => code === "model_incomplete").map(({ message }) => message)

describe("data that neither rules nor the page itself give", () => {
  it("is read by the model, with one request and one fetch, where the page has it", async () => {
    const { data, trace } = await client().scrape({ url, schema, fields: ["data", "trace"] })
    assert.deepStrictEqual(data, {
      name: "Anvil",
      price: 12.5,
      stock: 40,
      maker: { town: "Solingen", year: 1871 }
    })
    const { fields = [], missing, source, wrapper } = trace.data ?? {}
    assert.deepStrictEqual([source, wrapper, missing], ["mixed", null, []])
    assert.deepStrictEqual(
      fields.map(({ pointer, source }) => [pointer, source]),
      [["/name", "json-ld"], ["/price", "model"], ["/stock", "model"], ["/maker/town", "model"], [
        "/maker/year",
        "model"
      ]]
    )
    assert.match(fields.find(({ pointer }) => pointer === "/maker/town")?.url ?? "", /#:~:text=Solingen$/)
    assert.deepStrictEqual(warningsOf(trace), ["Values of the language model that are not on the page: /name."])
    assert.lengthOf(requests, 1)
    assert.include(requests[0]?.messages.at(-1)?.content, "Forged in Solingen since 1871.")
    assert.deepStrictEqual(fetched.filter((path) => path === "/"), ["/"])
  })

  it("is read in pages that are sent", async () => {
    const { data } = await client().extract({ html, schema })
    assert.deepStrictEqual(data, { name: "Anvil", price: 12.5, stock: 40, maker: { town: "Solingen", year: 1871 } })
    assert.lengthOf(requests, 1)
  })

  it("is left out where the page does not have it, and named", async () => {
    reply = completion({ price: 99.99, stock: "many", maker: { town: "Essen", year: 1871 }, color: "red" })
    const { data, trace } = await client().scrape({ url, schema, fields: ["data", "trace"] })
    assert.deepStrictEqual(data, { name: "Anvil", maker: { year: 1871 } })
    assert.deepStrictEqual(trace.data?.missing, ["/price", "/stock", "/maker/town"])
    assert.deepStrictEqual(warningsOf(trace), [
      "Values of the language model that are not of the schema: /stock.",
      "Values of the language model that are not on the page: /price, /maker/town."
    ])
  })

  it("may be a list", async () => {
    const list = { type: "array", items: { type: "object", properties: { word: { type: "string" } } } }
    reply = completion({ items: [{ word: "Solingen" }, { word: "Essen" }, { word: "forged" }] })
    const { data, trace } = await client().scrape({ url, schema: list, fields: ["data", "trace"] })
    assert.deepStrictEqual(data, [{ word: "Solingen" }, { word: "forged" }])
    assert.deepInclude(trace.data, { source: "model", missing: [] })
    assert.deepStrictEqual(trace.data?.fields.map(({ pointer }) => pointer), ["/0/word", "/1/word"])
    assert.deepStrictEqual(warningsOf(trace), ["Values of the language model that are not on the page: /1/word."])
  })

  it("is missing with a warning where the model fails, and the page is answered", async () => {
    for (
      const [failing, reason] of [
        [{ status: 401 }, /refuses the key/],
        [completion("No."), /its answer is not JSON/]
      ] as const
    ) {
      reply = failing
      const { data, trace } = await client().scrape({ url, schema, fields: ["data", "trace"] })
      assert.deepStrictEqual(data, { name: "Anvil" })
      assert.match(warningsOf(trace).join(), reason)
    }
  })

  it("is not waited for longer than half of the request's time", async () => {
    const impatient = await serviceOver({
      model: Option.some({ url: `${endpointUrl()}/v1`, name: "small", keyFile: undefined }),
      browser: Option.some("off"),
      requestTimeout: Duration.seconds(4)
    })
    reply = undefined
    const { data, trace } = await gleanerClient({ baseUrl: impatient.url, apiKey: keys.first })
      .scrape({ url, schema, fields: ["data", "trace"] })
    await impatient.stop()
    assert.deepStrictEqual(data, { name: "Anvil" })
    assert.match(warningsOf(trace).join(), /did not answer within 2s/)
  })

  it("is not asked for on pages with a wrapper, whose rules say what is there", async () => {
    const { wrappers } = client()
    const { id } = await wrappers.create({ name: "Shop", schema, examples: [{ url, data: { name: "Anvil" } }] })
    for (let status = "learning"; status === "learning";) status = (await wrappers.get(id)).status
    const { data, trace } = await client().scrape({ url, schema, fields: ["data", "trace"] })
    await wrappers.delete(id)
    assert.deepStrictEqual(data, { name: "Anvil" })
    assert.deepInclude(trace.data, { wrapper: id, missing: ["/price", "/stock", "/maker"] })
    assert.lengthOf(requests, 0)
  })

  it("is not asked for where nothing is missing, without a schema, and in jobs", async () => {
    const name = { type: "object", properties: { name: { type: "string" } } }
    await client().scrape({ url, schema: name })
    await client().scrape({ url })
    const job = client().batch({ urls: [url], schema })
    const found: Array<unknown> = []
    for await (const { data } of job) found.push(data)
    assert.deepStrictEqual(found, [{ name: "Anvil" }])
    assert.lengthOf(requests, 0)
  })
})

const endpointUrl = (): string => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
