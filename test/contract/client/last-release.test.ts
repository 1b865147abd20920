import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type * as Current from "../../../src/contract/client/index.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"
import * as Last from "./last-release/client.js"

const world = serviceOverSite({ browser: Option.some("off") })
let client: Last.GleanerClient
beforeAll(() => {
  client = Last.gleanerClient({ baseUrl: world.service.url, apiKey: keys.first })
})

const all = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

const refused = async (call: Promise<unknown>): Promise<Last.GleanerError> => {
  const error = await call.then(() => undefined, (error: unknown) => error)
  assert.instanceOf(error, Last.GleanerError)
  return error
}

/** True where a value of the first type is one of the second. */
type Fits<A, B> = [A] extends [B] ? true : false

/** Warnings, sources of records, options that are on or off and the like may get further values. */
type Open<A> = A extends string ? string
  : A extends boolean ? boolean | string
  : A extends ReadonlyArray<infer Item> ? ReadonlyArray<Open<Item>>
  : A extends object ? { readonly [K in keyof A]: Open<A[K]> }
  : A

describe("the types of the last release", () => {
  it("describe the current answers, and the current options take its requests", () => {
    const answers: {
      document: Fits<Current.Document, Open<Last.Document>>
      job: Fits<Current.Job, Open<Last.Job>>
      jobs: Fits<Current.JobList, Open<Last.JobList>>
      documents: Fits<Current.JobDocuments, Open<Last.JobDocuments>>
      ledger: Fits<Current.Ledger, Open<Last.Ledger>>
      links: Fits<Current.DiscoverResult, Open<Last.DiscoverResult>>
      plan: Fits<Current.CrawlPlan, Open<Last.CrawlPlan>>
      health: Fits<Current.Health, Open<Last.Health>>
    } = {
      document: true,
      job: true,
      jobs: true,
      documents: true,
      ledger: true,
      links: true,
      plan: true,
      health: true
    }
    const requests: {
      scrape: Fits<Last.ScrapeRequest, Current.ScrapeRequest>
      crawl: Fits<Last.CrawlRequest, Current.CrawlRequest>
      batch: Fits<Last.BatchRequest, Current.BatchRequest>
      discover: Fits<Last.DiscoverRequest, Current.DiscoverRequest>
      screenshot: Fits<Last.ScreenshotRequest, Current.ScreenshotRequest>
      client: Fits<keyof Last.GleanerClient, keyof Current.GleanerClient>
    } = { scrape: true, crawl: true, batch: true, discover: true, screenshot: true, client: true }
    assert.notInclude([...Object.values(answers), ...Object.values(requests)], false)
  })
})

describe("the client of the last release, with the current service,", () => {
  it("scrapes a page, whole and in parts", async () => {
    const url = `${world.site.url}/articles/tide`
    const page = await client.scrape({ url })
    assert.strictEqual(page.title, "How tides are predicted")
    assert.strictEqual(page.tables[0]?.headers[0], "Day")
    assert.strictEqual(page.trace.cache_hit, false)
    assert.deepStrictEqual(await client.scrape({ url, fields: ["title"] }), { title: page.title })
    assert.match(
      await client.markdown({ url, exclude_selectors: ["table"] }),
      /^# How tides are predicted\n(?![^]*High)/
    )
    assert.match(await client.text({ url }), /^How tides are predicted\n/)
  })

  it("extracts records by rules", async () => {
    const { records } = await client.scrape({
      url: `${world.site.url}/shop`,
      extract: [{ type: "Item", select: ".product-card", fields: { name: "h2", price: ".price" } }]
    })
    const item = records.find(({ source }) => source === "selectors")
    assert.deepStrictEqual([item?.type, item?.fields["price"]], ["Item", 89])
  })

  it("lists links, describes the service and plans a crawl", async () => {
    const url = `${world.site.url}/`
    const { counts, links } = await client.discover({ url, internal_only: true })
    assert.lengthOf(links, counts.returned)
    const health = await client.health()
    assert.deepStrictEqual([health.status, health.capabilities.rendering], ["ok", false])
    assert.match(await client.metrics(), /^gleaner_/m)
    assert.isTrue((await client.dryRun({ url, max_pages: 3 })).allowed)
  })

  it("follows a crawl: documents, events, ledger and the job", async () => {
    const run = client.crawl({ url: `${world.site.url}/`, max_pages: 4, fields: ["url", "title"] })
    const pages = await all(run)
    const job = await run.ended()
    assert.deepStrictEqual([job.status, job.document_count], ["done", pages.length])
    assert.deepStrictEqual(pages[0], { url: `${world.site.url}/`, title: "News from the harbour" })
    const rows = await all(client.ledger(job.id))
    const events = await all(client.events(job.id))
    assert.deepStrictEqual(
      events.flatMap((event) => event.event === "page" ? [event.data.url] : []),
      rows.map(({ url }) => url)
    )
    assert.strictEqual(events.at(-1)?.event, "status")
  })

  it("runs a batch, compares it with an earlier one, and deletes both", async () => {
    const urls = ["/articles/tide", "/shop"].map((path) => world.site.url + path)
    const { id } = await client.batch({ urls }).ended()
    assert.deepStrictEqual((await all(client.documents(id, { fields: ["url"] }))).map(({ url }) => url), urls)
    assert.lengthOf((await client.jobs.documents(id, { limit: 1 })).documents, 1)
    assert.lengthOf((await client.jobs.get(id, { documents: true })).documents ?? [], 2)
    assert.lengthOf(await all(client.jobs.follow(id)), 2)
    const later = await client.batch({ urls, since: id }).ended()
    assert.deepStrictEqual((await all(client.ledger(later.id))).map(({ change }) => change), ["same", "same"])
    assert.strictEqual(await client.diff(later.id, urls[0] ?? ""), "")
    assert.includeMembers((await client.jobs.list()).jobs.map((job) => job.id), [id, later.id])
    assert.strictEqual((await client.jobs.cancel(later.id)).status, "done")
    await client.jobs.delete(id)
    assert.strictEqual((await refused(client.jobs.get(id))).code, "job_not_found")
  })

  it("reports each refusal by the code that it knows", async () => {
    const { service, site } = world
    const codeOf = async (call: Promise<unknown>) => (await refused(call)).code
    assert.strictEqual(await codeOf(client.screenshot({ url: `${site.url}/` })), "rendering_unavailable")
    assert.strictEqual(await codeOf(client.scrape({ url: `${site.url}/private/log` })), "robots_disallowed")
    assert.strictEqual(await codeOf(client.scrape({ url: "http://10.0.0.1/" })), "address_blocked")
    assert.strictEqual(await codeOf(client.scrape({ url: `${site.url}/video.mp4` })), "unsupported_content_type")
    assert.strictEqual(await codeOf(client.scrape({ url: `${site.url}/reset` })), "fetch_failed")
    const wrong = await refused(client.scrape({ url: "ftp://example.com/" }))
    assert.deepStrictEqual([wrong.code, wrong.status, wrong.errors[0]?.pointer], ["invalid_request", 400, "/url"])
    const stranger = Last.gleanerClient({ baseUrl: service.url, apiKey: "not a key" })
    assert.strictEqual(await codeOf(stranger.health()), "unauthorized")
  })
})
