import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys } from "../../../support/entries/service-process.ts"
import type { Json } from "../../../support/shapes.ts"

const live = serviceOverSite({ retries: 0, browser: Option.some("off") })
const { crawled, ended, get } = live

interface Template extends Json {
  readonly examples: ReadonlyArray<string>
  readonly pages: number
}

const templatesOf = async (path: string) => (await get(path))["templates"] as ReadonlyArray<Template>

describe("GET /v1/jobs/{id}/templates", () => {
  it("groups the stored pages, the same in another crawl", async () => {
    const jobs = [
      await ended((await crawled({ max_depth: 2 }))["id"]),
      await ended((await crawled({ max_depth: 2 }))["id"])
    ]
    const [first = [], second] = await Promise.all(jobs.map(({ id }) => templatesOf(`/v1/jobs/${id}/templates`)))
    assert.isAbove(first.length, 1)
    assert.deepStrictEqual(second, first)
    assert.strictEqual(first.reduce((sum, { pages }) => sum + pages, 0), jobs[0]?.["document_count"])
    for (const { examples, pages } of first) assert.lengthOf(examples, Math.min(5, pages))
  })

  it("is read in parts", async () => {
    const { id } = await ended((await crawled({ max_depth: 2 }))["id"])
    const path = `/v1/jobs/${id}/templates`
    const all = await templatesOf(path)
    const first = await get(`${path}?limit=1`)
    assert.deepStrictEqual([first["templates"], first["has_more"], first["total"]], [[all[0]], true, all.length])
    const rest = await get(`${path}?after=${first["next_cursor"]}`)
    assert.deepStrictEqual([rest["templates"], rest["next_cursor"]], [all.slice(1), null])
  })

  it("is not found with another key", async () => {
    const { id } = await crawled({ max_pages: 1 })
    const answer = await live.service.call(`/v1/jobs/${id}/templates`, { key: keys.second })
    assert.strictEqual(answer.status, 404)
  })
})
