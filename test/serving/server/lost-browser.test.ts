import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Option } from "effect"
import * as http from "node:http"
import * as os from "node:os"
import * as path from "node:path"
import { browserSetting } from "../../../scripts/support/launch-browser.ts"
import { serviceOver } from "../../support/entries/service-process.ts"
import { type Json, json } from "../../support/shapes.ts"
import { startFixtureSite } from "../../support/web/fixture-site.ts"
import { skipReason } from "../../web/render/support/browser.ts"

const shellPath = "/live"
const linksPath = "/articles/lighthouse"

afterEach(() => vi.restoreAllMocks())

describe("a browser that cannot be had", () => {
  const assertCostsRenderingOnly = async (browser: Option.Option<string>, breakIt: () => void) => {
    const site = await startFixtureSite()
    const service = await serviceOver({ browser })
    try {
      breakIt()
      const scraped = await service.call("/v1/scrape", { json: { url: site.url + shellPath } })
      const document = await json(scraped)
      assert.strictEqual(scraped.status, 200)
      assert.include(codesOf(document), "render_failed")
      const job = await json(await service.call("/v1/crawl", { json: { url: site.url + shellPath, max_pages: 3 } }))
      await (await service.call(`/v1/jobs/${job["id"]}/events`)).text()
      const ended = await json(await service.call(`/v1/jobs/${job["id"]}`))
      assert.strictEqual(ended["status"], "done")
      const documents = await (await service.call(`/v1/jobs/${job["id"]}/documents`)).text()
      assert.include(documents, "render_failed")
      // The process is well, and other pages are read as ever.
      const other = await service.call("/v1/scrape", { json: { url: site.url + linksPath } })
      assert.strictEqual(other.status, 200)
    } finally {
      vi.restoreAllMocks()
      await service.stop()
      await site.close()
    }
  }

  it("costs the rendering only: its folder cannot be made", () =>
    assertCostsRenderingOnly(Option.some(process.execPath), () => {
      vi.stubEnv("TMPDIR", path.join(os.tmpdir(), "no", "such", "folder"))
    }).finally(() => vi.unstubAllEnvs()))

  it("costs the rendering only: it does not start", () =>
    assertCostsRenderingOnly(Option.some(process.execPath), () => {}))

  it.skipIf(skipReason !== "")(`costs the rendering only: its proxy cannot listen${skipReason}`, async () => {
    let asked = 0
    await assertCostsRenderingOnly(browserSetting, () => {
      vi.spyOn(http.Server.prototype, "listen").mockImplementation(function(this: http.Server) {
        asked++
        const error = Object.assign(new Error("listen EMFILE: too many open files"), { code: "EMFILE" })
        queueMicrotask(() => this.emit("error", error))
        return this
      })
    })
    assert.isAbove(asked, 0)
  })
})

const codesOf = (document: Json): ReadonlyArray<unknown> =>
  ((document["trace"] as Json)["warnings"] as ReadonlyArray<Json>).map(({ code }) => code)
