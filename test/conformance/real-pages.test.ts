import { assert, describe, it } from "@effect/vitest"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { serviceProcess } from "../support/entries/service-process.ts"
import { assertShape, documentShape, json } from "../support/shapes.ts"
import { realPageIds } from "../support/web/fixture-site.ts"

/** Every tenth page of the shared set: 105 real pages of all types, of which each third one is read first. */
const ids = realPageIds().filter((_, index) => index % 10 === 0)
const some = ids.filter((_, index) => index % 3 === 0)

const live = serviceOverSite({ workers: 1 }, serviceProcess)

describe.skipIf(ids.length === 0)(
  `real pages of ../shared/extraction${ids.length === 0 ? " (the folder is not there)" : ""}`,
  () => {
    const areScraped = async (pages: ReadonlyArray<string>) => {
      let withText = 0
      for (const id of pages) {
        const response = await live.service.call("/v1/scrape", { json: { url: `${live.site.url}/real/${id}` } })
        const document = await json(response)
        assert.strictEqual(response.status, 200, `${id}: ${JSON.stringify(document).slice(0, 300)}`)
        assertShape(document, documentShape)
        if (String(document["text"]).length > 100) withText++
      }
      assert.isAtLeast(withText, pages.length * 0.97)
    }
    it("are scraped without an error, each a whole Document with text and links", () => areScraped(some))
    it("are scraped so to the last one", { tags: "long" }, () => {
      assert.isAtLeast(ids.length, 100)
      return areScraped(ids.filter((id) => !some.includes(id)))
    })
  }
)
