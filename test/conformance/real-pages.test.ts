import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type FixtureSite, realPageIds, startFixtureSite } from "../support/fixture-site.ts"
import { type RunningService, startService } from "../support/service.ts"
import { assertShape, documentShape, json } from "./shapes.ts"

/** Every fifth page of the shared set: 210 real pages of all types. */
const ids = realPageIds().filter((_, index) => index % 5 === 0)

let site: FixtureSite
let service: RunningService
beforeAll(async () => {
  site = await startFixtureSite()
  service = await startService()
})
afterAll(async () => {
  await service.stop()
  await site.close()
})

describe.skipIf(ids.length === 0)(
  `real pages of ../shared/extraction${ids.length === 0 ? " (the folder is not there)" : ""}`,
  () => {
    it("are scraped without an error, each a whole Document with text and links", async () => {
      assert.isAtLeast(ids.length, 200)
      let withText = 0
      for (const id of ids) {
        const response = await service.call("/v1/scrape", { json: { url: `${site.url}/real/${id}` } })
        const document = await json(response)
        assert.strictEqual(response.status, 200, `${id}: ${JSON.stringify(document).slice(0, 300)}`)
        assertShape(document, documentShape)
        if (String(document["text"]).length > 100) withText++
      }
      assert.isAtLeast(withText, ids.length * 0.97)
    }, 120_000)
  }
)
