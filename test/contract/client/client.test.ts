import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { type GleanerClient, gleanerClient, GleanerError } from "../../../src/contract/client/index.ts"
import { rightsInWords } from "../../../src/contract/client/rights-in-words.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"

const world = serviceOverSite({ browser: Option.some("off") })
let client: GleanerClient
beforeAll(() => {
  client = gleanerClient({ baseUrl: `${world.service.url}/`, apiKey: keys.first })
})

const all = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

const refused = async (call: Promise<unknown>): Promise<GleanerError> => {
  const error = await call.then(() => undefined, (error: unknown) => error)
  assert.instanceOf(error, GleanerError)
  return error
}

describe("the client, for one page", () => {
  it("gives a Document, or only the fields that are named", async () => {
    const url = `${world.site.url}/articles/tide`
    const whole = await client.scrape({ url })
    assert.strictEqual(whole.title, "How tides are predicted")
    const some = await client.scrape({ url, fields: ["title", "status"] })
    assert.deepStrictEqual(some, { title: whole.title, status: 200 })
    // @ts-expect-error: the answer has only the fields that were asked for
    assert.isUndefined(some.markdown)
  })

  it("gives only markdown and text", async () => {
    const url = `${world.site.url}/articles/tide`
    assert.match(await client.markdown({ url }), /^# How tides are predicted\n/)
    assert.match(await client.text({ url }), /^How tides are predicted\n/)
  })

  it("gives its links, what the service can do, and its metrics", async () => {
    const { counts, links } = await client.discover({ url: `${world.site.url}/`, internal_only: true })
    assert.lengthOf(links, counts.returned)
    assert.include((await client.health()).capabilities.parsers, "text/html")
    assert.match(await client.metrics(), /^gleaner_/m)
  })

  it("says what a dry run finds", async () => {
    const plan = await client.dryRun({ url: `${world.site.url}/` })
    assert.isTrue(plan.allowed)
    assert.isAbove(plan.links, 5)
  })

  it("throws a problem with all its members", async () => {
    const robots = await refused(client.scrape({ url: `${world.site.url}/private/log` }))
    assert.strictEqual(robots.code, "robots_disallowed")
    assert.strictEqual(robots.status, 403)
    assert.strictEqual(robots.url, `${world.site.url}/private/log`)
    const wrong = await refused(client.scrape({ url: "ftp://example.com/", timeout_seconds: -1 }))
    assert.deepStrictEqual(wrong.errors.map(({ pointer }) => pointer).toSorted(), ["/timeout_seconds", "/url"])
    assert.strictEqual(
      wrong.message,
      "url: has the scheme ftp; only http and https can be fetched; timeout_seconds: must be greater than 0"
    )
    const stranger = gleanerClient({ baseUrl: world.service.url, apiKey: "not a key" })
    assert.strictEqual((await refused(stranger.health())).code, "unauthorized")
  })

  it("says that no service answers, and what else does", async () => {
    const nowhere = gleanerClient({ baseUrl: "http://127.0.0.1:1", tries: 1 })
    assert.strictEqual((await refused(nowhere.health())).code, "network_error")
    const site = gleanerClient({ baseUrl: world.site.url })
    const { code, status } = await refused(site.health())
    assert.deepStrictEqual({ code, status }, { code: "unexpected_answer", status: 404 })
  })

  it("ends with its signal", async () => {
    const controller = new AbortController()
    const scraping = client.scrape({ url: `${world.site.url}/slow` }, { signal: controller.signal })
    controller.abort(new Error("enough"))
    assert.strictEqual(await scraping.then(String, (error: Error) => error.message), "enough")
  })
})

describe("the client, for jobs", () => {
  it("gives the pages of a crawl, each with the fields that are named, then its job", async () => {
    const run = client.crawl({ url: `${world.site.url}/`, max_pages: 5, fields: ["url", "depth"] })
    const pages = await all(run)
    const job = await run.ended()
    assert.strictEqual(job.status, "done")
    assert.lengthOf(pages, job.document_count)
    assert.deepStrictEqual(pages[0], { url: `${world.site.url}/`, depth: 0 })
    const rows = await all(client.ledger(job.id))
    assert.isAtLeast(rows.length, pages.length)
    assert.deepStrictEqual(
      (await all(client.ledger(job.id, { outcome: "stored" }))).map(({ url }) => url),
      pages.map(({ url }) => url)
    )
    const events = await all(client.events(job.id))
    assert.deepStrictEqual(
      events.flatMap((event) => event.event === "page" ? [event.data.url] : []),
      rows.map(({ url }) => url)
    )
    assert.deepStrictEqual(events.at(-1), {
      id: "end",
      event: "status",
      data: { status: "done", finished_at: job.finished_at }
    })
    assert.deepStrictEqual(await all(client.events(job.id, { lastEventId: "end" })), [])
  })

  it("reads a list of pages, page by page and as a whole", async () => {
    const urls = ["/articles/tide", "/articles/lighthouse", "/shop"].map((path) => world.site.url + path)
    const { id } = await client.batch({ urls, fields: ["url"] }).ended()
    assert.deepStrictEqual(await all(client.documents(id, { fields: ["url"] })), urls.map((url) => ({ url })))
    const first = await client.jobs.documents(id, { limit: 2 })
    assert.lengthOf(first.documents, 2)
    const after = first.next_cursor ?? ""
    const url = urls[2] ?? ""
    assert.deepStrictEqual((await client.jobs.documents(id, { after })).documents.map((page) => page.url), [url])
    assert.deepStrictEqual(await all(client.documents(id, { after, fields: ["url"] })), [{ url }])
    assert.deepStrictEqual((await all(client.jobs.follow(id))).map((page) => page.url), urls)
    assert.lengthOf((await client.jobs.ledger(id, { limit: 1 })).ledger, 1)
    assert.lengthOf((await client.jobs.get(id, { documents: true })).documents ?? [], 3)
    assert.include((await client.jobs.list({ limit: 5 })).jobs.map((job) => job.id), id)
    assert.strictEqual((await client.jobs.delete(id)).status, "done")
    assert.strictEqual((await refused(client.jobs.get(id))).code, "job_not_found")
  })

  it("cancels nothing when an iteration is left, and a job when it is told to", async () => {
    const urls = ["/articles/tide", "/slow"].map((path) => world.site.url + path)
    const run = client.batch({ urls })
    for await (const page of run) {
      assert.strictEqual(page.url, urls[0])
      break
    }
    const { id } = await run.job
    assert.strictEqual((await client.jobs.get(id)).status, "running")
    assert.strictEqual((await run.cancel()).status, "cancelled")
    assert.lengthOf(await all(run), 1)
    assert.strictEqual((await client.jobs.cancel(id)).status, "cancelled")
  })

  it("throws what a crawl failed of", async () => {
    const run = client.crawl({ url: `${world.site.url}/private/log` })
    const error = await refused(all(run))
    assert.deepStrictEqual([error.code, error.url], ["robots_disallowed", `${world.site.url}/private/log`])
    assert.strictEqual((await run.ended()).status, "failed")
  })

  it("throws what a crawl was refused for where it is first looked at", async () => {
    const run = client.crawl({ url: `${world.site.url}/`, since: "0".repeat(32) })
    assert.strictEqual((await refused(run.job)).errors[0]?.pointer, "/since")
    assert.strictEqual((await refused(all(run))).code, "invalid_request")
  })

  it("starts one job for one idempotency key", async () => {
    const [one, other] = await Promise.all(
      [0, 1].map(() => client.batch({ urls: [`${world.site.url}/shop`] }, { idempotencyKey: "the-same" }).job)
    )
    assert.strictEqual(one?.id, other?.id)
  })

  it("compares a page with that of an earlier crawl", async () => {
    const urls = [`${world.site.url}/shop`]
    const earlier = await client.batch({ urls }).ended()
    const later = await client.batch({ urls, since: earlier.id }).ended()
    assert.strictEqual(await client.diff(later.id, urls[0] ?? ""), "")
    assert.strictEqual((await refused(client.diff(earlier.id, urls[0] ?? ""))).code, "diff_not_found")
  })
})

it("says each statement about the use of a page in a few words", () => {
  assert.deepStrictEqual(
    rightsInWords({
      uses: { search: "yes", "ai-train": "no" },
      content_use: "reference",
      directives: ["noindex"],
      tdm: { reserved: true, policy: "https://example.com/policy.json" },
      licenses: [{ url: "https://example.com/license.xml", from: "robots.txt" }],
      price: { amount: "0.01", currency: "USD", scheme: "crawler-price" },
      sources: [{ from: "robots.txt" }]
    }),
    [
      "search: yes",
      "ai-train: no",
      "content_use: reference",
      "noindex",
      "text and data mining reserved",
      "license: https://example.com/license.xml",
      "price: 0.01 USD (crawler-price)"
    ]
  )
  assert.deepStrictEqual(rightsInWords({ price: { scheme: "payment" }, sources: [] }), ["price: (payment)"])
})
