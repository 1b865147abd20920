import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { consoleOverSite } from "../../support/entries/console-over-site.ts"

const inBrowser = consoleOverSite()
let site: http.Server
let url = ""

/** A path of two lines on a phone, which is cut nowhere. */
const long = "/catalogue/instruments/barometers-and-other-things"
/** A path with many more. */
const longer = `/archive/${"of-all-the-letters/".repeat(12)}`

beforeAll(async () => {
  site = http.createServer((request, response) => {
    const isThere = request.url === "/" || request.url === long
    response.writeHead(isThere ? 200 : 404, { "content-type": "text/html" })
    const many = Array.from({ length: 40 }, (_, index) => `/gone/${index}`)
    const links = [long, longer, "/gone", ...many].map((path) => `<a href="${path}">${path}</a>`).join(" ")
    response.end(`<title>Instruments</title><main><p>About the instruments of ${request.url}.</p>${links}</main>`)
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => site.close(resolve)))

const crawled = async (): Promise<string> => {
  const { service } = inBrowser
  const { id } = await (await service.call("/v1/crawl", { json: { url: `${url}/` } })).json() as { id: string }
  await (await service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

describe("the ledger", () => {
  it("fills a phone, with the path in two lines and the reason below", async () => {
    const id = await crawled()
    const { faults, page } = await inBrowser.signedIn(`jobs/${id}`)
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true })
    await page.waitForFunction(() => document.querySelectorAll("table.data tbody tr:not(.room)").length > 12)
    const seen = await page.evaluate(() => {
      const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
      const rows = [...document.querySelectorAll("table.data tbody tr:not(.room)")]
      return {
        table: boxOf(document.querySelector("table.data")).width,
        list: document.querySelector(".scroll.tall")?.clientWidth ?? 0,
        content: boxOf(document.querySelector(".tab-panel")).width,
        columns: [...document.querySelectorAll("table.data th")].reduce((sum, cell) => sum + boxOf(cell).width, 0),
        rooms: document.querySelectorAll("tr.room").length,
        heights: rows.map((row) => boxOf(row).height),
        rows: rows.map((row) => {
          const link = row.querySelector("button.link")
          const why = row.querySelector(".why-below")
          return {
            name: link?.textContent ?? "",
            isCut: (link?.scrollHeight ?? 0) > (link?.clientHeight ?? 0) + 1,
            lines: boxOf(link).height / Number.parseFloat(link === null ? "1" : getComputedStyle(link).lineHeight),
            why: why?.textContent ?? "",
            isBelow: boxOf(why).top >= boxOf(link).bottom - 1 && boxOf(why).bottom <= boxOf(row).bottom
          }
        })
      }
    })
    await page.setViewport({ width: 1280, height: 900 })
    assert.isAtLeast(seen.table, seen.list - 1)
    assert.isAtLeast(seen.list, seen.content - 3)
    // The rows that are not in the page take no width from the columns.
    assert.isAbove(seen.rooms, 0)
    assert.isAtLeast(seen.columns, seen.table - 1)
    // Rows are virtualized by their height, so it is the same whatever is in them.
    assert.lengthOf([...new Set(seen.heights.map(Math.round))], 1)
    const row = (path: string) => seen.rows.find(({ name }) => name === path)
    assert.deepInclude(row(long), { isCut: false })
    assert.strictEqual(Math.round(row(long)?.lines ?? 0), 2)
    assert.strictEqual(Math.round(row(longer)?.lines ?? 0), 2)
    assert.deepInclude(row("/gone"), { isCut: false, why: "The site answered 404: not found", isBelow: true })
    assert.deepInclude(row(longer), { why: "The site answered 404: not found", isBelow: true })
    assert.deepStrictEqual(faults, [])
  })

  it("is on the first screen of a job, below its progress and a chart of 60 pixels", async () => {
    const id = await crawled()
    const { page } = await inBrowser.signedIn(`jobs/${id}`)
    const row = await page.waitForSelector("table.data tbody tr:nth-child(3)")
    assert.isBelow((await row?.boundingBox())?.y ?? Infinity, 700)
    assert.strictEqual((await (await page.$(".line-chart svg"))?.boundingBox())?.height, 60)
    assert.isNotNull(await page.$(".counters .failed"))
  })
})

describe("the templates of a job", () => {
  it("are named by a page of theirs, as several may have one pattern", async () => {
    const id = await crawled()
    const { click, page, text } = await inBrowser.signedIn(`jobs/${id}`)
    await page.waitForSelector("table.data")
    await click("Templates", "tab")
    await page.waitForSelector(".templates h2")
    assert.include([`${url}/`, url + long], (await text(".templates h2")).trim())
    assert.match(await text(".templates li"), /URLs like http/)
  })
})
