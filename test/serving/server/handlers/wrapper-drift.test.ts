import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { gleanerClient, type GleanerError, type Wrapper } from "../../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"
import { startReceiver, type WebhookReceiver } from "../../../support/web/webhook-receiver.ts"

let service: RunningService
let receiver: WebhookReceiver
let site: http.Server
let url: string
/** Prefix of the classes: the site has another after a redesign. */
let design = ""
/** Of the numbers of its pages, since they were learnt. */
let increase = 0

const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" }, stock: { type: "integer" } }
}
const dataOf = (n: number) => ({ name: `Anvil number ${n}`, price: 10 + n + increase, stock: 100 - n + increase })
const urlsOf = (from: number, count: number) => Array.from({ length: count }, (_, n) => `${url}/p/${from + n}`)

/** The name has a tag of its own, which no redesign changes. */
const pageOf = (n: number): string =>
  `<!doctype html><title>Shop</title><main><h1>${dataOf(n).name}</h1><p><i class="${design}price">${
    dataOf(n).price
  }.00 EUR</i></p><p><i class="${design}stock">${dataOf(n).stock}</i></p></main>
  <aside><p><i class="${design}other">7</i></p></aside>`

const home = () =>
  `<!doctype html><title>Shop</title>${urlsOf(1, 12).map((href) => `<a href="${href}">x</a>`).join("")}${
    Array.from({ length: 20 }, (_, n) => `<a href="/about-${n}">about ${n}</a>`).join("")
  }`

beforeAll(async () => {
  site = http.createServer((request, response) => {
    const path = request.url ?? ""
    const n = Number(/^\/p\/(\d+)$/.exec(path)?.[1])
    response.writeHead(path === "/robots.txt" ? 404 : 200, { "content-type": "text/html" })
    response.end(n > 0 ? pageOf(n) : path === "/" ? home() : `<!doctype html><title>A</title><h1>About ${path}</h1>`)
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  receiver = await startReceiver()
  service = await serviceOver({ webhookAddresses: ["127.0.0.0/8"] })
})
afterAll(async () => {
  await service.stop()
  receiver.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })

const settled = ({ id }: Wrapper): Promise<Wrapper> =>
  polled(() => client().wrappers.get(id), ({ status }) => status !== "learning")

const learnt = async () => {
  design = ""
  const examples = [1, 2, 3].map((n) => ({ url: `${url}/p/${n}`, data: dataOf(n) }))
  return settled(await client().wrappers.create({ name: "Shop", schema, examples, urls: urlsOf(4, 12) }))
}

const documentsOf = async (id: string) => (await client().jobs.get(id, { documents: true })).documents ?? []
const driftWarnings = (documents: Awaited<ReturnType<typeof documentsOf>>) =>
  documents.map(({ trace }) => trace.warnings.filter(({ code }) => code === "wrapper_drift"))

describe("a wrapper whose layout has changed", () => {
  it("is reported by the first job: by a note, a warning on each page, an event, and itself", async () => {
    const wrapper = await learnt()
    assert.isNull(wrapper.drift)
    const webhook = { url: receiver.url, events: ["wrapper.drifted" as const] }
    const fine = await client().batch({ urls: urlsOf(20, 6), wrapper: wrapper.id, webhook }).ended()
    assert.deepStrictEqual([fine.notes, driftWarnings(await documentsOf(fine.id))], [
      [],
      Array.from({ length: 6 }, () => [])
    ])

    design = "new-"
    const job = await client().batch({ urls: urlsOf(20, 6), wrapper: wrapper.id, webhook }).ended()
    assert.deepStrictEqual([job.status, job.errors], ["done", []])
    assert.lengthOf(job.notes, 1)
    assert.match(
      job.notes[0] ?? "",
      /Shop .*\/price on 0 of 6 pages \(100% when it was learnt\), \/stock on 0.*anew/
    )
    assert.notInclude(job.notes[0], "/name")
    const listed = (await client().jobs.list()).jobs.find(({ id }) => id === job.id)
    assert.deepStrictEqual(listed?.notes, job.notes)

    const documents = await documentsOf(job.id)
    for (const [warning] of driftWarnings(documents)) assert.match(warning?.message ?? "", /\/price, \/stock/)
    assert.lengthOf(documents, 6)
    for await (const { data, trace } of client().jobs.follow(job.id)) {
      assert.hasAllKeys(data, ["name"])
      assert.include(trace.warnings.map(({ code }) => code), "wrapper_drift")
    }

    const drifted = await client().wrappers.get(wrapper.id)
    const fields = ["/price", "/stock"].map((pointer) => ({ pointer, filled: 0, pages: 6, learnt: 1 }))
    assert.deepInclude(drifted.drift, { job_id: job.id, fields })
    await receiver.until((arrived) => arrived.length > 0)
    // A later job does not send the event again.
    const again = await client().batch({ urls: urlsOf(20, 6), wrapper: wrapper.id, webhook }).ended()
    assert.lengthOf(again.notes, 1)
    assert.strictEqual((await client().wrappers.get(wrapper.id)).drift?.job_id, job.id)
    assert.deepStrictEqual(receiver.arrived.map(({ data, type }) => [type, data]), [[
      "wrapper.drifted",
      { job_id: job.id, wrapper_id: wrapper.id, name: "Shop", host: new URL(url).host, fields }
    ]])
    await client().wrappers.delete(wrapper.id)
  })

  it("is reported by a crawl, whose other pages do not count", async () => {
    const { id } = await learnt()
    const crawl = async () => client().crawl({ url: `${url}/`, schema, fields: ["final_url", "data", "trace"] }).ended()
    const fine = await crawl()
    assert.deepStrictEqual(fine.notes, [])
    assert.isAbove(fine.document_count, 30)
    design = "new-"
    const drifted = await crawl()
    assert.match(drifted.notes[0] ?? "", /\/price on 0 of 12 pages/)
    const warned = (await documentsOf(drifted.id)).filter(({ trace }) =>
      trace.warnings.some(({ code }) => code === "wrapper_drift")
    )
    assert.sameMembers(warned.map(({ final_url }) => final_url), urlsOf(1, 12))
    await client().wrappers.delete(id)
  })

  it("is learnt anew from the data that its pages had, and fits again", async () => {
    const wrapper = await learnt()
    design = "new-"
    const job = await client().batch({ urls: urlsOf(20, 6), wrapper: wrapper.id }).ended()
    const begun = await client().wrappers.relearn(wrapper.id, { job_id: job.id })
    assert.deepInclude(begun, { status: "learning", rules: wrapper.rules, problem: null })
    const anew = await settled(wrapper)
    assert.deepInclude(anew, { status: "ready", problem: null, drift: null })
    assert.deepStrictEqual(anew.fields.map(({ agreement, fill, pointer }) => [pointer, agreement, fill]), [
      ["/name", 1, 1],
      ["/price", 1, 1],
      ["/stock", 1, 1]
    ])
    const rulesOf = ({ rules }: Wrapper, pointer: string) => rules?.fields.filter((rule) => rule.pointer === pointer)
    assert.deepStrictEqual(rulesOf(anew, "/name"), rulesOf(wrapper, "/name"))
    assert.notDeepEqual(rulesOf(anew, "/price"), rulesOf(wrapper, "/price"))
    // Of the six pages of the job.
    assert.strictEqual(anew.pages.checked, 6)
    const again = await client().batch({ urls: urlsOf(30, 6), wrapper: wrapper.id }).ended()
    assert.deepStrictEqual(again.notes, [])
    for (const { data, final_url } of await documentsOf(again.id)) {
      assert.deepStrictEqual(data, dataOf(Number(final_url.split("/").at(-1))))
    }
    // The next redesign is found against the new rules.
    design = "third-"
    const third = await client().batch({ urls: urlsOf(30, 6), wrapper: wrapper.id }).ended()
    assert.match(third.notes[0] ?? "", /\/price on 0 of 6 pages/)
    await client().wrappers.delete(wrapper.id)
  })

  it("is learnt anew from the documents of a job, whose data is later than that of the examples", async () => {
    const { id } = await learnt()
    increase = 1000
    const earlier = await client().batch({ urls: urlsOf(40, 6), wrapper: id }).ended()
    assert.strictEqual((await documentsOf(earlier.id)).length, 6)
    design = "new-"
    await client().wrappers.relearn(id, { job_id: earlier.id })
    const anew = await settled(await client().wrappers.get(id))
    assert.deepInclude(anew, { status: "ready", problem: null })
    const { data } = await client().scrape({ url: `${url}/p/50`, wrapper: id })
    assert.deepStrictEqual(data, dataOf(50))
    increase = 0
    await client().wrappers.delete(id)
  })

  it("keeps its rules, says so, and can be stopped, where nothing better is found", async () => {
    const wrapper = await learnt()
    design = "new-"
    increase = 5000
    const job = await client().batch({ urls: urlsOf(20, 6), wrapper: wrapper.id }).ended()
    await client().wrappers.relearn(wrapper.id)
    const kept = await settled(wrapper)
    assert.deepInclude(kept, { status: "ready", rules: wrapper.rules })
    assert.deepInclude(kept.drift, { job_id: job.id })
    assert.match(kept.problem ?? "", /No rule that fits was found for \/price, \/stock/)
    increase = 0
    const rules = wrapper.rules ?? assert.fail("no rules")
    await client().wrappers.relearn(wrapper.id)
    const stopped = await client().wrappers.edit(wrapper.id, { rules })
    assert.deepInclude(stopped, { status: "ready", rules, drift: kept.drift })
    await client().wrappers.delete(wrapper.id)
    const problem = await client().wrappers.relearn(wrapper.id).catch((error: unknown) => error)
    assert.deepInclude({ ...problem as GleanerError }, { code: "wrapper_not_found", status: 404 })
  })

  it("is fitting again when a person edits its rules", async () => {
    const { id, rules } = await learnt()
    design = "new-"
    await client().batch({ urls: urlsOf(20, 6), wrapper: id }).ended()
    assert.isNotNull((await client().wrappers.get(id)).drift)
    const fields = rules?.fields.filter(({ pointer }) => pointer === "/name") ?? []
    assert.isNull((await client().wrappers.edit(id, { rules: { rows: [], fields } })).drift)
    assert.deepStrictEqual((await client().batch({ urls: urlsOf(20, 6), wrapper: id }).ended()).notes, [])
    await client().wrappers.delete(id)
  })
})
