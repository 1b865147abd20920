import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { consoleOverSite } from "../../support/entries/console-over-site.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"

const inBrowser = consoleOverSite()
let site: ChangingSite
beforeAll(async () => {
  site = await changingSite()
})
afterAll(() => site.close())

describe("the links of a page in the console", () => {
  it("are listed with their counts, and filtered", async () => {
    const { click, faults, page, says } = await inBrowser.signedIn("discover")
    await page.locator("input[name=url]").fill(`${site.url}/`)
    await click("List the links")
    await page.waitForSelector(".document")
    await says("4 links")
    await says(/Of this site\s+4/)
    await page.select("select[aria-label='Which links']", "nofollow")
    await says("0 of 4 links")
    await page.select("select[aria-label='Which links']", "internal")
    await page.locator("input[type=search]").fill("tides")
    await says("1 of 4 links")
    assert.deepStrictEqual(faults, [])
  })

  it("are not requested by a link to the view", async () => {
    const { page, says } = await inBrowser.signedIn(`discover?url=${encodeURIComponent(`${site.url}/fees`)}`)
    await page.waitForFunction(
      (url) => document.querySelector<HTMLInputElement>("input[name=url]")?.value === url,
      {},
      `${site.url}/fees`
    )
    await says("No page yet")
    assert.isNull(await page.$(".document"))
  })
})
