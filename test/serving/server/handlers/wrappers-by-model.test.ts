import { afterAll, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { gleanerClient, GleanerError, type Wrapper } from "../../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"
import { completion, type ModelReply, type ModelRequest } from "../../../support/web/scripted-model.ts"

const modelKey = "sk-of-the-operator-0123456789"
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-model-"))

let service: RunningService
let site: http.Server
let endpoint: http.Server
let url: string
let requests: Array<ModelRequest["body"]>
let reply: (request: ModelRequest["body"]) => ModelReply

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" }, stock: { type: "integer" } }
}

/** Prefix of the classes, and increase of the prices. */
let [design, increase] = ["", 0]

const dataOf = (n: number) => ({ name: `Anvil number ${n}`, price: 10 + n + increase, stock: 100 - n })

const pageOf = (n: number): string =>
  `<!doctype html><title>Shop</title><main><h1>${dataOf(n).name}</h1><p class="${design}price">${
    dataOf(n).price
  }.00 EUR</p>
  <dl><dt>Stock</dt><dd>${dataOf(n).stock}</dd></dl></main><aside><h2>Tongs</h2><p class="price">3.50 EUR</p></aside>`

const listening = async (server: http.Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The number of the page that the model reads. */
const numberIn = ({ messages }: ModelRequest["body"]): number =>
  Number(/Anvil number (\d+)/.exec(messages.at(-1)?.content ?? "")?.[1])

beforeAll(async () => {
  site = http.createServer((request, response) => {
    const n = Number(/^\/p\/(\d+)$/.exec(request.url ?? "")?.[1])
    response.writeHead(n > 0 ? 200 : 404, { "content-type": "text/html" })
    response.end(n > 0 ? pageOf(n) : "")
  })
  endpoint = http.createServer((request, response) => {
    let text = ""
    request.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => {
      const isOurs = request.url === "/v1/chat/completions" && request.headers.authorization === `Bearer ${modelKey}`
      const body = JSON.parse(text) as ModelRequest["body"]
      requests.push(body)
      const { body: answer = "", headers, status = 200 } = isOurs ? reply(body) : { status: 401 }
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(typeof answer === "string" ? answer : "")
    })
  })
  url = await listening(site)
  const keyFile = path.join(folder, "key")
  fs.writeFileSync(keyFile, `${modelKey}\n`)
  const model = { url: `${await listening(endpoint)}/v1`, name: "small", keyFile }
  service = await serviceOver({ model: Option.some(model), browser: Option.some("off") })
})
afterAll(async () => {
  await service.stop()
  for (const server of [site, endpoint]) {
    server.closeAllConnections()
    server.close()
  }
  fs.rmSync(folder, { recursive: true })
})
beforeEach(() => {
  requests = []
  reply = (request) => completion(dataOf(numberIn(request)))
})

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })

const problemOf = async (call: Promise<unknown>): Promise<GleanerError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof GleanerError) return error
    throw error
  }
  return assert.fail("no problem")
}

const settled = (id: string): Promise<Wrapper> =>
  polled(() => client().wrappers.get(id), ({ status }) => status !== "learning")

const learnt = async (request: object): Promise<Wrapper> => {
  const { id } = await client().wrappers.create({ name: "Shop", schema, ...request })
  const wrapper = await settled(id)
  await client().wrappers.delete(id)
  return wrapper
}

const pages = (...numbers: ReadonlyArray<number>) => numbers.map((n) => `${url}/p/${n}`)

describe("wrappers without examples", () => {
  it("are learnt from three pages that the model reads, and read others without it", async () => {
    const { id } = await client().wrappers.create({ name: "Shop", schema, urls: pages(1, 2, 3, 4, 5) })
    const wrapper = await settled(id)
    assert.deepInclude(wrapper, { status: "ready", problem: null })
    assert.deepStrictEqual(wrapper.pages, { learnt: 3, checked: 2 })
    assert.deepStrictEqual(wrapper.model, { calls: 3, tokens: 360 })
    assert.deepStrictEqual(
      wrapper.fields.map(({ agreement, fill, pointer }) => [pointer, agreement, fill]),
      [["/name", 1, 1], ["/price", 1, 1], ["/stock", 1, 1]]
    )
    assert.deepStrictEqual(requests.map(numberIn), [1, 2, 3])
    assert.include(requests[0]?.messages.at(-1)?.content, "11.00 EUR")
    const page = await client().scrape({ url: `${url}/p/21`, schema })
    assert.deepStrictEqual(page.data, dataOf(21))
    assert.strictEqual(page.trace.data?.source, "wrapper")
    assert.lengthOf(requests, 3)
    await client().wrappers.delete(id)
  })

  it("are learnt anew by the model where values have changed with the layout, with three calls at most", async () => {
    const made = await client().wrappers.create({ name: "Shop", schema, urls: pages(1, 2, 3, 4, 5) })
    assert.strictEqual((await settled(made.id)).model.calls, 3)
    design = "new-"
    increase = 500
    reply = () => ({ status: 401, body: "{}" })
    await client().wrappers.relearn(made.id)
    assert.match((await settled(made.id)).problem ?? "", /model/)
    reply = (request) => completion(dataOf(numberIn(request)))
    await client().wrappers.relearn(made.id)
    const anew = await settled(made.id)
    assert.deepInclude(anew, { status: "ready", problem: null })
    assert.isAtMost(anew.model.calls, 7)
    assert.deepStrictEqual((await client().scrape({ url: `${url}/p/31`, schema })).data, dataOf(31))
    design = ""
    increase = 0
    await client().wrappers.delete(made.id)
  })

  it("are learnt from the pages of a job with one layout", async () => {
    const job = client().batch({ urls: pages(11, 12, 13, 14, 15) })
    const wrapper = await learnt({ job_id: (await job.ended()).id })
    assert.deepInclude(wrapper, { status: "ready", host: new URL(url).host })
    assert.deepStrictEqual(wrapper.pages, { learnt: 3, checked: 2 })
    assert.lengthOf(requests, 3)
  })

  it("pass over pages that cannot be read, which cost no call", async () => {
    const wrapper = await learnt({ urls: [`${url}/gone`, ...pages(1, 2, 3)] })
    assert.deepInclude(wrapper, { status: "ready", model: { calls: 3, tokens: 360 } })
    assert.match(wrapper.problem ?? "", /\/gone: the site answered with the status 404/)
  })

  it("drop values that are not on the page, and say so", async () => {
    reply = (request) => completion({ ...dataOf(numberIn(request)), price: 99.99 })
    const wrapper = await learnt({ urls: pages(1, 2, 3) })
    assert.strictEqual(wrapper.status, "ready")
    assert.deepStrictEqual(wrapper.fields.map(({ pointer }) => pointer), ["/name", "/stock"])
    assert.match(wrapper.problem ?? "", /Example 1 \(.*\/p\/1\): the value 99\.99 of \/price is not on its page/)

    // One of three does not spoil the rule.
    reply = (request) => completion({ ...dataOf(numberIn(request)), ...(numberIn(request) === 2 ? { price: 7 } : {}) })
    const mixed = await learnt({ urls: pages(1, 2, 3) })
    assert.deepStrictEqual(mixed.fields.map(({ pointer }) => pointer), ["/name", "/price", "/stock"])
    assert.match(mixed.problem ?? "", /the value 7 of \/price is not on its page/)
  })

  it("take values of wrong types in the form of the schema, or leave them out", async () => {
    reply = (request) => {
      const { name, price, stock } = dataOf(numberIn(request))
      return completion({ name, price: `${price}.00 EUR`, stock: { pieces: stock }, color: "red" })
    }
    const wrapper = await learnt({ urls: pages(1, 2, 3) })
    assert.deepStrictEqual(wrapper.fields.map(({ pointer }) => pointer), ["/name", "/price"])
    assert.match(wrapper.problem ?? "", /\/p\/1: the model: not of the schema: \/stock\./)
  })

  it("fail with the reason if the model gives nothing, and cost no more than three calls", async () => {
    for (
      const [answer, calls, reason] of [
        [completion("I cannot do that."), 3, /\/p\/1: the model: its answer is not JSON/],
        [completion("{\"name\": \"Anv", { finish: "length" }), 3, /cut at the maximum of tokens/],
        [completion({ name: null, price: null }), 3, /gave no data of any page: send examples/],
        [{ status: 401, body: JSON.stringify({ error: { message: `Wrong key ${modelKey}` } }) }, 0, /refuses the key/],
        [{ status: 400, body: JSON.stringify({ error: `No, ${modelKey}` }) }, 0, /400 \(No, \*\*\*\)/]
      ] as const
    ) {
      reply = () => answer
      const wrapper = await learnt({ urls: pages(1, 2, 3, 4, 5) })
      assert.deepInclude(wrapper, { status: "failed", rules: null })
      assert.strictEqual(wrapper.model.calls, calls)
      assert.match(wrapper.problem ?? "", reason)
      assert.notInclude(JSON.stringify(wrapper), modelKey)
    }
  })

  it("are learnt from the pages that were read before the model failed", async () => {
    reply = (request) => numberIn(request) < 3 ? completion(dataOf(numberIn(request))) : { status: 402 }
    const wrapper = await learnt({ urls: pages(1, 2, 3, 4) })
    assert.deepInclude(wrapper, { status: "ready", pages: { learnt: 2, checked: 2 } })
    assert.match(wrapper.problem ?? "", /refuses the request with 402/)
  })

  it("need pages, and do not ask the model where there are examples", async () => {
    const { code, errors } = await problemOf(client().wrappers.create({ name: "x", schema }))
    assert.deepStrictEqual([code, errors?.[0]?.pointer], ["invalid_request", "/examples"])
    const wrapper = await learnt({ examples: [1, 2].map((n) => ({ url: `${url}/p/${n}`, data: dataOf(n) })) })
    assert.strictEqual(wrapper.status, "ready")
    assert.lengthOf(requests, 0)
  })
})
