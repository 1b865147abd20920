import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { serviceOver } from "../../support/entries/service-process.ts"

describe("without GLEANER_FIRECRAWL_API=on", () => {
  it("there are no such routes", async () => {
    const plain = await serviceOver({ shutdownTimeout: Duration.millis(1) })
    for (const path of ["/v2/scrape", "/v2/crawl", "/v2/map", "/v2/batch/scrape"]) {
      const answer = await plain.call(path, { json: { url: "https://example.com/" } })
      assert.strictEqual(answer.status, 404, path)
      const { error, success } = await answer.json() as { readonly error: string; readonly success: boolean }
      assert.isFalse(success)
      assert.include(error, "GLEANER_FIRECRAWL_API=on")
    }
    await plain.stop()
  })
})
