import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { gleanerClient, GleanerError } from "../../../../src/contract/client/index.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { polled } from "../../../support/polled.ts"

let service: RunningService
let site: http.Server
let url: string
/** The pages of the site by path. */
let pages: Record<string, string> = {}
let received: Array<{ readonly type: string; readonly data: Record<string, unknown> }> = []
let secret = ""
let onMessage = () => {}

const client = () => gleanerClient({ baseUrl: service.url, apiKey: keys.first })

beforeAll(async () => {
  site = http.createServer(async (request, response) => {
    if (request.method === "POST") {
      const body = Buffer.concat(await request.toArray()).toString()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push(new Webhook(secret).verify(body, headers) as (typeof received)[number])
      response.writeHead(204).end()
      return onMessage()
    }
    const text = pages[request.url ?? ""]
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/html" })
    response.end(text === undefined ? "" : `<title>A page</title><main><p>${text}</p></main>`)
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  service = await serviceOver({ webhookAddresses: ["127.0.0.0/8"], maxSchedules: 3 })
  secret = await client().webhookSecret()
})
afterAll(async () => {
  await service.stop()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const link = (path: string) => `<a href="${path}">${path} is a page of the site</a> `
const codeOf = async (call: Promise<unknown>) => {
  try {
    await call
    return "no problem"
  } catch (error) {
    return error instanceof GleanerError ? error.code : String(error)
  }
}

/** Starts a run, and waits until the schedule has recorded its end. */
const ran = async (id: string) => {
  const run = await client().schedules.run(id)
  await client().jobs.follow(run.job_id).ended()
  // The end of the events of a job comes first.
  return polled(
    async () => (await client().schedules.runs(id)).runs.find(({ n }) => n === run.n),
    (found) => found?.status !== "running"
  )
}

const product = (price: number) =>
  `<script type="application/ld+json">${
    JSON.stringify({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Barometer & case",
      url: "/a",
      datePublished: "2026-05-02",
      offers: { "@type": "Offer", price: String(price), priceCurrency: "GBP" }
    })
  }</script>`

const paused = { cron: "30 2 * * *", timezone: "Europe/Berlin", paused: true }

describe("/v1/schedules", () => {
  it("runs a crawl, compares it with the one before, lists what has changed and sends it to the webhook", async () => {
    pages = {
      "/": link("/a") + link("/b & c"),
      "/a": `The first text of a page${product(89)}`,
      "/b%20&%20c": "A page that goes away"
    }
    const { id } = await client().schedules.create({
      name: "A <site>",
      ...paused,
      keep: 2,
      webhook: { url: `${url}/hook?token=s3cret` },
      job: { url: `${url}/` }
    })
    assert.deepInclude(await ran(id), { n: 1, status: "done", changes: null })
    assert.deepInclude(await ran(id), { n: 2, status: "done", changes: { new: 0, changed: 0, same: 3, removed: 0 } })
    assert.deepStrictEqual(received, [])
    const told = new Promise<void>((resolve) => onMessage = resolve)
    pages = {
      "/": link("/a") + link("/b & c") + link("/new"),
      "/a": `The second text of a page${product(95)}`,
      "/new": "A new page"
    }
    const third = await ran(id)
    assert.deepInclude(third, { n: 3, changes: { new: 1, changed: 2, same: 0, removed: 1 } })

    const { runs } = await client().schedules.runs(id)
    assert.deepStrictEqual(runs.map(({ n, since }) => [n, since]), [[3, runs[1]?.job_id], [2, runs[1]?.since]])
    const { changes, has_more } = await client().schedules.changes(id)
    assert.isFalse(has_more)
    assert.deepStrictEqual(changes.map(({ page, run }) => [run, page.change, page.url.replace(url, "")]), [
      [3, "new", "/new"],
      [3, "changed", "/"],
      [3, "changed", "/a"],
      [3, "removed", "/b%20&%20c"]
    ])
    assert.notProperty(changes[2]?.page, "title")
    const detailed = (await client().schedules.changes(id, { details: true })).changes.map(({ page }) => page)
    assert.deepStrictEqual(detailed.map(({ change, title }) => `${change} ${title}`), [
      "new A page",
      "changed A page",
      "changed A page",
      "removed A page"
    ])
    assert.match(detailed[2]?.diff ?? "", /\n-The first text of a page\n\+The second text of a page\n/)
    assert.deepStrictEqual(detailed[2]?.records, [{ name: "Barometer & case", field: "price", before: 89, after: 95 }])
    const parts: Array<string> = []
    for (let after: string | undefined;;) {
      const part = await client().schedules.changes(id, { limit: 1, after })
      parts.push(...part.changes.map(({ page }) => page.url))
      if (part.next_cursor === null) break
      after = part.next_cursor
    }
    assert.deepStrictEqual(parts, changes.map(({ page }) => page.url))
    assert.include(await client().diff(third?.job_id ?? "", `${url}/a`), "+The second text of a page")

    await told
    assert.lengthOf(received, 1)
    const [message] = received
    assert.strictEqual(message?.type, "schedule.changed")
    assert.deepInclude(message?.data, { schedule_id: id, job_id: third?.job_id, changes: third?.changes, more: false })
    assert.deepInclude(message?.data, { name: "A <site>", run: 3 })
    const changedPages = message?.data["pages"] as ReadonlyArray<Record<string, unknown>>
    assert.deepStrictEqual(changedPages.map(({ change, title }) => [change, title]), [
      ["new", "A page"],
      ["changed", "A page"],
      ["changed", "A page"],
      ["removed", "A page"]
    ])
    const priced = changedPages.find((page) => page["url"] === `${url}/a`)
    assert.match(String(priced?.["diff"]), /^--- [^]*\n-The first text of a page\n\+The second text of a page\n/)
    assert.deepStrictEqual(priced?.["records"], [
      { name: "Barometer & case", field: "price", before: 89, after: 95 }
    ])
    assert.match(String(changedPages[0]?.["diff"]), /\+A new page/)
    const shown = JSON.stringify([await client().schedules.get(id), await client().jobs.get(third?.job_id ?? "")])
    assert.notInclude(shown, "s3cret")
    assert.include(shown, `"schedule":"${id}"`)

    const feed = await client().schedules.feed(id, { limit: 2 })
    // As feed readers ask: with any Accept, and the key as a password.
    const reader = await fetch(`${service.url}/v1/schedules/${id}/changes?format=atom&limit=2`, {
      headers: { accept: "*/*", authorization: `Basic ${btoa(`reader:${keys.first}`)}` }
    })
    assert.strictEqual(reader.headers.get("content-type"), "application/atom+xml; charset=utf-8")
    assert.strictEqual(await reader.text(), feed)
    assert.strictEqual(XMLValidator.validate(feed), true)
    const { feed: read } = new XMLParser({ ignoreAttributes: false, processEntities: true }).parse(feed) as {
      feed: {
        id: string
        title: string
        updated: string
        author: object
        link: ReadonlyArray<Record<string, string>>
        entry: ReadonlyArray<{ id: string; title: string; summary: string; content: { "#text": string } }>
      }
    }
    assert.deepInclude(read, { id: `urn:gleaner:schedule:${id}`, title: "A <site>" })
    assert.strictEqual(Date.parse(read.updated), Math.floor((third?.finished_at ?? 0) * 1000))
    assert.deepStrictEqual(read.entry.map(({ title }) => title), ["new: A page", "changed: A page"])
    assert.include(read.entry[0]?.content["#text"], "<ins>+A new page</ins>")
    assert.strictEqual(read.link[0]?.["@_href"], `${service.url}/v1/schedules/${id}/changes?format=atom&limit=2`)
    const whole = await client().schedules.feed(id)
    assert.include(whole, "<summary>Barometer &amp; case: price 89 → 95 (run 3)</summary>")
    assert.include(
      whole,
      "&lt;td&gt;&lt;del&gt;89&lt;/del&gt;&lt;/td&gt;&lt;td&gt;&lt;ins&gt;95&lt;/ins&gt;&lt;/td&gt;"
    )

    const records = await fetch(`${service.url}/v1/schedules/${id}/feed?of=records`, {
      headers: { authorization: `Basic ${btoa(`reader:${keys.first}`)}` }
    })
    const listing = await records.text()
    assert.strictEqual(listing, await client().schedules.recordsFeed(id))
    assert.strictEqual(records.headers.get("content-type"), "application/atom+xml; charset=utf-8")
    assert.strictEqual(XMLValidator.validate(listing), true)
    assert.include(
      listing,
      `<link rel="self" type="application/atom+xml" href="${service.url}/v1/schedules/${id}/feed?of=records"/>`
    )
    assert.match(
      listing,
      /<entry>\n<id>urn:gleaner:schedule:\w+:record:\w+<\/id>\n<title>Barometer &amp; case<\/title>/
    )
    assert.include(listing, `<updated>2026-05-02T00:00:00.000Z</updated>\n<link rel="alternate" href="${url}/a"/>`)
    assert.include(listing, "<summary>95 GBP</summary>")
    assert.strictEqual((await fetch(`${service.url}/v1/schedules/${id}/feed`)).status, 401)

    assert.strictEqual(new Set(read.entry.map((entry) => entry.id)).size, 2)
    assert.lengthOf(read.link, 2)

    assert.strictEqual((await client().schedules.delete(id)).id, id)
    assert.strictEqual(await codeOf(client().schedules.get(id)), "schedule_not_found")
  })

  it("is changed, paused and resumed, and lists at most as many as a key may have", async () => {
    const request = { name: "one", ...paused, job: { urls: [`${url}/`, `${url}/a`], fields: ["url" as const] } }
    const made = await client().schedules.create(request)
    assert.deepInclude(made, { name: "one", paused: true, next_run_at: null, keep: 10, cron: "30 2 * * *" })
    assert.isAbove((await client().schedules.change(made.id, { paused: false })).next_run_at ?? 0, Date.now() / 1000)
    const changed = await client().schedules.change(made.id, { every_seconds: 3600, name: "two", keep: 3 })
    assert.deepInclude(changed, { name: "two", cron: null, every_seconds: 3600, keep: 3 })
    await client().schedules.create(request)
    await client().schedules.create(request)
    assert.strictEqual(await codeOf(client().schedules.create(request)), "too_many_schedules")
    const { schedules, total } = await client().schedules.list({ limit: 2 })
    assert.deepStrictEqual([schedules.map(({ name }) => name), total], [["two", "one"], 3])
    for (const { id } of (await client().schedules.list()).schedules) await client().schedules.delete(id)
    assert.strictEqual((await client().schedules.list()).total, 0)
  })

  it("may list as many URLs as a batch, also in a change", async () => {
    const urls = Array.from({ length: 1000 }, (_, n) => `https://${"a".repeat(60)}.test/${"b".repeat(100)}/${n}`)
    const made = await client().schedules.create({ name: "long", ...paused, job: { urls } })
    const changed = await client().schedules.change(made.id, { job: { urls: urls.toReversed() } })
    assert.strictEqual(changed.job.url, urls.at(-1))
    const many = Array.from({ length: 12_000 }, () => urls[0] ?? "")
    assert.strictEqual(await codeOf(client().schedules.change(made.id, { job: { urls: many } })), "request_too_large")
    await client().schedules.delete(made.id)
  })

  it("does not exist for another key", async () => {
    const { id } = await client().schedules.create({ name: "own", ...paused, job: { url } })
    const { schedules } = gleanerClient({ baseUrl: service.url, apiKey: keys.second })
    for (
      const call of [
        () => schedules.get(id),
        () => schedules.change(id, { name: "x" }),
        () => schedules.run(id),
        () => schedules.runs(id),
        () => schedules.changes(id),
        () => schedules.delete(id, { cancel: true })
      ]
    ) assert.strictEqual(await codeOf(call()), "schedule_not_found")
    assert.strictEqual((await schedules.list()).total, 0)
    await client().schedules.delete(id)
  })

  it("runs one job at a time, which its deletion cancels only if it is asked to", async () => {
    pages = {}
    const { id } = await client().schedules.create({ name: "own", ...paused, job: { url: `${url}/hang`, delay_ms: 1 } })
    const waiting = new Promise<http.ServerResponse>((resolve) =>
      site.prependOnceListener("request", (_, response) => {
        response.writeHead = () => response
        response.end = () => response
        resolve(response)
      })
    )
    const { job_id } = await client().schedules.run(id)
    await waiting
    assert.strictEqual(await codeOf(client().schedules.run(id)), "schedule_running")
    await client().schedules.delete(id, { cancel: true })
    assert.strictEqual((await client().jobs.get(job_id)).status, "cancelled")
  })
})
