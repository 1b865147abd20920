import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { gleanerClient, GleanerError, type Wrapper } from "../../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"

let service: RunningService
let site: http.Server
let url: string
const asked: Array<string> = []

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" }, stock: { type: "integer" } }
}

const dataOf = (n: number) => ({ name: `Anvil number ${n}`, price: 10 + n, stock: 100 - n })
const exampleOf = (n: number) => ({ url: `${url}/p/${n}`, data: dataOf(n) })

/** A page of a shop that declares nothing. `silent`: a page that never ends. */
const pageOf = (n: number): string =>
  `<!doctype html><title>Shop</title><main><h1>${dataOf(n).name}</h1><p class="price">${dataOf(n).price}.00 EUR</p>
  <dl><dt>Stock</dt><dd>${dataOf(n).stock}</dd></dl></main><aside><h2>Tongs</h2><p class="price">3.50 EUR</p></aside>`

beforeAll(async () => {
  site = http.createServer((request, response) => {
    const path = request.url ?? ""
    asked.push(path)
    if (path === "/silent") return
    const n = Number(/^\/p\/(\d+)$/.exec(path)?.[1])
    response.writeHead(n > 0 ? 200 : 404, { "content-type": "text/html" })
    response.end(n > 0 ? pageOf(n) : "")
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await serviceOver({ maxWrappers: 3 })
})
afterAll(async () => {
  await service.stop()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })
const other = () => gleanerClient({ baseUrl: service.url, apiKey: keys.second })

const problemOf = async (call: Promise<unknown>): Promise<GleanerError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof GleanerError) return error
    throw error
  }
  return assert.fail("no problem")
}

/** The wrapper when it is no longer learnt. */
const learnt = ({ id }: Wrapper): Promise<Wrapper> =>
  polled(() => client().wrappers.get(id), ({ status }) => status !== "learning")

describe("wrappers over the API", () => {
  it("are learnt from examples, checked on further pages, edited and deleted", async () => {
    const urls = [4, 5, 6].map((n) => `${url}/p/${n}`).concat(`${url}/gone`)
    const created = await client().wrappers.create({ name: "Shop", schema, examples: [1, 2, 3].map(exampleOf), urls })
    assert.deepInclude(created, { name: "Shop", status: "learning", rules: null, fields: [], problem: null })
    const wrapper = await learnt(created)
    assert.deepInclude(wrapper, { status: "ready", host: new URL(url).host, problem: null })
    assert.deepStrictEqual(wrapper.pages, { learnt: 3, checked: 3 })
    assert.deepStrictEqual(
      wrapper.fields.map(({ agreement, fill, pointer }) => [pointer, agreement, fill]),
      [["/name", 1, 1], ["/price", 1, 1], ["/stock", 1, 1]]
    )
    assert.deepStrictEqual((await client().wrappers.list()).wrappers, [wrapper])

    const check = await client().wrappers.check(wrapper.id, { urls: [`${url}/p/8`, `${url}/gone`, `${url}/p/9`] })
    assert.deepStrictEqual(check.pages, { learnt: 3, checked: 2 })
    assert.strictEqual(check.problem, `${url}/gone: the site answered with the status 404.`)
    for (const { fill } of check.fields) assert.strictEqual(fill, 1)

    const rules = { rows: [], fields: [{ pointer: "/name", selector: "h2", attribute: null }] }
    const edited = await client().wrappers.edit(wrapper.id, { name: "Shop 2", rules })
    assert.deepInclude(edited, { name: "Shop 2", status: "ready", rules })
    assert.deepStrictEqual(edited.fields, [{
      pointer: "/name",
      selector: "h2",
      attribute: null,
      agreement: 0,
      fill: 0
    }])

    for (const call of [other().wrappers.get(wrapper.id), other().wrappers.delete(wrapper.id)]) {
      assert.strictEqual((await problemOf(call)).code, "wrapper_not_found")
    }
    assert.strictEqual((await other().wrappers.list()).total, 0)
    assert.deepStrictEqual(await client().wrappers.delete(wrapper.id), edited)
    assert.strictEqual((await problemOf(client().wrappers.get(wrapper.id))).status, 404)
  })

  it("check their rules on pages of a job with the same layout", async () => {
    const job = client().batch({ urls: [11, 12, 13, 14, 15].map((n) => `${url}/p/${n}`) })
    const { job_id } = { job_id: (await job.ended()).id }
    const wrapper = await learnt(
      await client().wrappers.create({ name: "Job", schema, examples: [exampleOf(11)], job_id })
    )
    assert.deepInclude(wrapper, { status: "ready" })
    assert.strictEqual(wrapper.pages.checked, 4)
    const check = await client().wrappers.check(wrapper.id, { job_id })
    assert.strictEqual(check.pages.checked, 5)
    await client().wrappers.delete(wrapper.id)
  })

  it("read the data of scrapes, sent pages, batches and schedules, named or by an equal schema", async () => {
    const { id } = await learnt(await client().wrappers.create({ name: "R", schema, examples: [1, 2].map(exampleOf) }))
    // The order of keys does not count.
    const equal = { properties: Object.fromEntries(Object.entries(schema.properties).toReversed()), type: "object" }
    for (const by of [{ wrapper: id }, { schema: equal }, { schema, wrapper: id }]) {
      const page = await client().scrape({ url: `${url}/p/21`, fields: ["data", "trace"], ...by })
      assert.deepStrictEqual(page.data, dataOf(21))
      assert.deepInclude(page.trace.data, { source: "wrapper", wrapper: id, missing: [] })
    }
    const sent = await client().extract({ html: pageOf(22), wrapper: id })
    assert.deepStrictEqual(sent.data, dataOf(22))
    const job = client().batch({ urls: [23, 24].map((n) => `${url}/p/${n}`), wrapper: id, fields: ["data"] })
    const data: Array<unknown> = []
    for await (const page of job) data.push(page.data)
    assert.sameDeepMembers(data, [dataOf(23), dataOf(24)])

    // Neither another schema nor another host matches.
    const others = { type: "object", properties: { name: { type: "string" } } }
    const { trace } = await client().scrape({ url: `${url}/p/21`, schema: others })
    assert.isNull(trace.data?.wrapper)
    assert.isNull((await other().scrape({ url: `${url}/p/21`, schema })).trace.data?.wrapper)
    const elsewhere = await client().extract({ html: pageOf(22), url: "https://example.com/", schema })
    assert.isNull(elsewhere.trace.data?.wrapper)

    const wrong = [
      [other().scrape({ url, wrapper: id }), "/wrapper"],
      [client().scrape({ url, wrapper: "0".repeat(32) }), "/wrapper"],
      [client().scrape({ url, wrapper: id, schema: others }), "/schema"],
      [client().batch({ urls: [url], wrapper: "0".repeat(32) }).ended(), "/wrapper"],
      [
        client().schedules.create({ name: "s", every_seconds: 60, job: { urls: [url], wrapper: "0".repeat(32) } }),
        "/job/wrapper"
      ]
    ] as const
    for (const [call, pointer] of wrong) assert.strictEqual((await problemOf(call)).errors?.[0]?.pointer, pointer)
    const schedule = await client().schedules.create({
      name: "s",
      every_seconds: 60,
      job: { urls: [url], wrapper: id }
    })
    assert.deepInclude(schedule.job.options, { wrapper: id, schema })
    await client().wrappers.delete(id)
  })

  it("fail with a reason that names the example", async () => {
    const failing = async (example: { readonly url: string; readonly data: unknown }) => {
      const wrapper = await learnt(await client().wrappers.create({ name: "x", schema, examples: [example] }))
      await client().wrappers.delete(wrapper.id)
      assert.deepInclude(wrapper, { status: "failed", rules: null })
      return wrapper.problem ?? ""
    }
    assert.match(await failing({ url: `${url}/gone`, data: dataOf(1) }), /Example 1 \(.*\/gone\): .*404/)
    assert.match(await failing({ url: "http://10.1.2.3/", data: dataOf(1) }), /Example 1 .*address_blocked/)
    assert.match(await failing({ url: `${url}/p/1`, data: { ...dataOf(1), color: "red" } }), /Example 1.*\/color/)
    assert.match(await failing({ url: `${url}/p/1`, data: { name: "Not there at all" } }), /Example 1.*\/name/)
  })

  it("stop when they are deleted, and are limited for each key", async () => {
    const make = () =>
      client().wrappers.create({ name: "slow", schema, examples: [{ url: `${url}/silent`, data: dataOf(1) }] })
    const made = [await make(), await make(), await make()]
    const refused = await problemOf(make())
    assert.deepInclude({ ...refused }, { code: "too_many_wrappers", status: 409 })
    assert.match(refused.message, /3 wrappers/)
    for (const { id } of made) assert.strictEqual((await client().wrappers.delete(id)).status, "learning")
    assert.strictEqual((await client().wrappers.list()).total, 0)
  })

  it("refuse requests that cannot be served, with what to do", async () => {
    const { wrappers } = client()
    assert.strictEqual((await problemOf(wrappers.create({ name: "x", schema, urls: [url] }))).code, "model_unavailable")
    const examples = [exampleOf(1)]
    const missing = "0".repeat(32)
    const wrong = [
      [wrappers.create({ name: "x", schema, examples, job_id: missing }), "/job_id"],
      [wrappers.create({ name: " ", schema, examples }), "/name"],
      [wrappers.create({ name: "x", schema: { type: "object" }, examples }), "/schema/properties"],
      [wrappers.create({ name: "x", schema, examples: [] }), "/examples"],
      [wrappers.create({ name: "x", schema, examples: [{ url: "ftp://a", data: {} }] }), "/examples/0/url"]
    ] as const
    for (const [call, pointer] of wrong) {
      const { errors, status } = await problemOf(call)
      assert.deepStrictEqual([status, errors?.[0]?.pointer], [400, pointer])
    }
    for (const id of [missing, "no-id"]) {
      assert.strictEqual((await problemOf(wrappers.check(id, { urls: [url] }))).code, "wrapper_not_found")
    }
    assert.strictEqual((await problemOf(wrappers.check(missing, {}))).errors?.[0]?.pointer, "/urls")
  })
})
