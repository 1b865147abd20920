import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, type Effect as AnyEffect, Layer, Option, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { GleanerClient } from "../../../src/contract/client/effect/GleanerClient.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"
import { cuttingProxy } from "../../support/network/cutting-proxy.ts"

const world = serviceOverSite({ browser: Option.some("off") })
const fields = ["url", "depth"] as const

const run = <A, E>(use: (client: GleanerClient["Service"]) => AnyEffect.Effect<A, E>, baseUrl = world.service.url) =>
  Effect.runPromise(
    Effect.flatMap(GleanerClient, use).pipe(
      Effect.provide(
        GleanerClient.layer({ baseUrl, apiKey: Redacted.make(keys.first) }).pipe(Layer.provide(FetchHttpClient.layer))
      )
    )
  )

describe("the client for Effect", () => {
  let id: string
  let urls: ReadonlyArray<string>
  beforeAll(async () => {
    const pages = await run((client) =>
      Stream.runCollect(client.crawl({ url: `${world.site.url}/`, max_pages: 8, fields }))
    )
    urls = pages.map(({ url }) => url)
    const { jobs } = await run((client) => client.api.jobs.jobs({ query: {} }))
    id = jobs[0]?.id ?? ""
  })

  it("has every route of the API, with typed problems", async () => {
    const { status } = await run(({ api }) => api.system.health())
    assert.strictEqual(status, "ok")
    const code = await run(({ api }) =>
      api.pages.scrape({ payload: { url: `${world.site.url}/private/log` } }).pipe(
        Effect.as("a page"),
        Effect.catchTag("RobotsDisallowed", (problem) => Effect.succeed(problem.code))
      )
    )
    assert.strictEqual(code, "robots_disallowed")
  })

  it("streams the documents, the ledger and the events of a job", async () => {
    assert.deepStrictEqual(urls[0], `${world.site.url}/`)
    const documents = await run((client) => Stream.runCollect(client.documents(id, { fields })))
    assert.deepStrictEqual(documents.map(({ url }) => url), urls)
    const rest = await run((client) => Stream.runCollect(client.documents(id, { fields, after: 2 })))
    assert.deepStrictEqual(rest.map(({ url }) => url), urls.slice(2))
    const rows = await run((client) => Stream.runCollect(client.ledger(id, { outcome: "stored" })))
    assert.deepStrictEqual(rows.map(({ url }) => url), urls)
    const events = await run((client) => Stream.runCollect(client.events(id)))
    assert.isAtLeast(events.filter(({ event }) => event === "page").length, rows.length)
    assert.strictEqual(events.at(-1)?.id, "end")
    assert.deepStrictEqual(await run((client) => Stream.runCollect(client.events(id, "end"))), [])
  })

  it("goes on after cut connections, each document and each event once", async () => {
    const proxy = await cuttingProxy(world.service.url, [400, 300, 700, 1200])
    const documents = await run((client) => Stream.runCollect(client.documents(id, { fields })), proxy.url)
    assert.deepStrictEqual(documents.map(({ url }) => url), urls)
    const events = await run((client) => Stream.runCollect(client.events(id)), proxy.url)
    const ids = events.flatMap((event) => event.event === "page" ? [event.id] : [])
    assert.deepStrictEqual(ids, ids.map((_, index) => String(index + 1)))
    assert.isAtLeast(proxy.cuts(), 3)
    await proxy.close()
  })

  it("ends where a job is not found", async () => {
    const tag = await run((client) =>
      Stream.runCollect(client.documents("0".repeat(32))).pipe(
        Effect.as("documents"),
        Effect.catchTag("JobNotFound", ({ code }) => Effect.succeed(code))
      )
    )
    assert.strictEqual(tag, "job_not_found")
  })
})
