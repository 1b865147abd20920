import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { consoleOverSite } from "../../support/entries/console-over-site.ts"
import { type PricedPage, pricedPage, pricedRuns } from "../../support/web/priced-page.ts"

const inBrowser = consoleOverSite()
let priced: PricedPage
beforeAll(async () => {
  priced = await pricedPage()
})
afterAll(() => priced.close())

describe("the changes of a schedule", () => {
  it("have the title of the page, what has changed, and the run; and numbers are a line over the runs", async () => {
    const id = await pricedRuns(inBrowser.service, priced, [89, 95, 92.5])
    const { click, faults, page, says, text } = await inBrowser.signedIn(`schedules/${id}`)
    await page.waitForSelector(".record-changes")
    const log = await text(".run-log")
    assert.match(log, /Run 3\s+done\s+1 changed[^]*changed A shop of instruments[^]*1 line added, 1 removed/)
    assert.match(log, /Barometer\s+price\s+95\s+92\.5/)
    assert.match(log, /Run 2[^]*Barometer\s+price\s+89\s+95/)
    // Headings go down by one level.
    assert.deepStrictEqual(await page.$$eval("main :is(h1, h2, h3)", (all) => all.map(({ localName }) => localName)), [
      "h1",
      "h2",
      "h2",
      "h2"
    ])
    await page.locator(".page-change summary").click()
    await page.waitForSelector(".page-change h3")

    await click("Values", "tab")
    await says("Record")
    await page.waitForSelector(".line-chart circle:nth-of-type(3)")
    assert.strictEqual(
      await page.$eval(".line-chart", (chart) => chart.ariaLabel),
      "price of Barometer: 89, 95, 92.5"
    )
    assert.match(await text(".tab-panel table"), /Run 3\s[^]*92\.5[^]*Run 1\s[^]*89/)
    assert.notInclude(await text(".value-choice"), "sku")
    assert.deepStrictEqual(faults, [])
  })
})
