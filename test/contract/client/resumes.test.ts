import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fc from "fast-check"
import { gleanerClient } from "../../../src/contract/client/index.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"
import { cuttingProxy } from "../../support/network/cutting-proxy.ts"

const world = serviceOverSite({ browser: Option.some("off") })

describe("after a cut connection", () => {
  it("every document comes once and in order, wherever the cut is", async () => {
    const direct = gleanerClient({ baseUrl: world.service.url, apiKey: keys.first })
    const { document_count, id } = await direct.crawl({ url: `${world.site.url}/`, fields: ["url", "text"] }).ended()
    const expected = (await direct.jobs.documents(id, { limit: 100 })).documents
    assert.lengthOf(expected, document_count)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 3 }), async (cuts) => {
        const proxy = await cuttingProxy(world.service.url, cuts)
        const client = gleanerClient({ baseUrl: proxy.url, apiKey: keys.first })
        const found = []
        for await (const document of client.documents(id)) found.push(document)
        assert.deepStrictEqual(found, expected)
        await proxy.close()
      }),
      { numRuns: 5 }
    )
  })

  it("a crawl goes on by itself, and every event comes once", async () => {
    const proxy = await cuttingProxy(world.service.url, [900, 700, 1500])
    const client = gleanerClient({ baseUrl: proxy.url, apiKey: keys.first })
    const run = client.crawl({ url: `${world.site.url}/`, max_pages: 8 })
    const rows: Array<string> = []
    for await (const event of run.events()) if (event.event === "page") rows.push(event.data.url)
    const pages = []
    for await (const page of run) pages.push(page.url)
    const job = await run.ended()
    assert.strictEqual(proxy.cuts(), 3)
    assert.lengthOf(pages, job.document_count)
    assert.deepStrictEqual(rows, (await client.jobs.ledger(job.id)).ledger.map(({ url }) => url))
    await proxy.close()
  })
})
