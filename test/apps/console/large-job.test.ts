import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { crawlDefaults, type Job, JobId } from "../../../src/core/domain/job/Job.ts"
import type { LedgerRow } from "../../../src/core/domain/job/LedgerRow.ts"
import { consoleOverSite, signIn } from "../../support/entries/console-over-site.ts"
import { serverOver } from "../../support/entries/server-over.ts"

const inBrowser = consoleOverSite()
const pages = 10_000
const origin = "https://large.example"
const id = JobId.make("a".repeat(32))

/** A site of sections of sections: every tenth page has pages below it, every hundredth is broken. */
const rows: ReadonlyArray<LedgerRow> = Array.from({ length: pages }, (_, index) => {
  const depth = index === 0 ? 0 : index <= 20 ? 1 : index <= 1000 ? 2 : 3
  const parent = depth === 1 ? 0 : depth === 2 ? 1 + index % 20 : 21 + index % 980
  const isBroken = index > 0 && index % 100 === 0
  const url = (of: number) => of === 0 ? `${origin}/` : `${origin}/page/${of}`
  return {
    url: url(index),
    outcome: isBroken ? "failed" : index % 7 === 6 ? "duplicate" : "stored",
    code: isBroken ? "http_status" : "",
    status: isBroken ? 404 : 200,
    depth,
    found_on: depth === 0 ? "" : url(parent),
    ...(isBroken ? { referrers: [url(parent), url(0)] } : {}),
    elapsed_ms: index % 400
  }
})

const of = (outcome: LedgerRow["outcome"]): number => rows.filter((row) => row.outcome === outcome).length

const job: Job = {
  id,
  url: `${origin}/`,
  status: "done",
  created_at: 1_795_241_722,
  finished_at: 1_795_251_722,
  stats: {
    crawled: pages,
    stored: of("stored"),
    failed: of("failed"),
    skipped: 0,
    duplicates: of("duplicate"),
    pending: 0
  },
  errors: [],
  document_count: of("stored"),
  notes: [],
  options: { ...crawlDefaults, max_pages: pages }
}

let server: { readonly url: string; readonly stop: () => Promise<void> }
beforeAll(async () => {
  server = await serverOver({
    store: {
      get: () => Effect.succeed(Option.some({ job, revision: 1 })),
      changed: () => Effect.never,
      ledger: (_, { after, limit }) => {
        const items = rows.slice(after, after + limit)
        const next = after + items.length
        return Effect.succeed({ items, next, more: next < rows.length, total: rows.length })
      }
    }
  })
})
afterAll(() => server.stop())

describe("a job of 10,000 pages in the console", () => {
  it("is shown, filtered, sorted and drawn, with few rows of it in the page", async () => {
    const { click, context, faults, go, page, says, text } = await inBrowser.open(server.url)
    await signIn(page)
    await go(`jobs/${id}`)
    await says("10,000 URLs")
    assert.isBelow((await page.$$("table.data tbody tr")).length, 60)
    assert.strictEqual(await page.$eval("table.data", (table) => table.getAttribute("aria-rowcount")), "10001")

    await page.$eval(".scroll.tall", (list) => list.scrollTo(0, list.scrollHeight))
    await page.waitForFunction(() => document.querySelector("table.data")?.textContent?.includes("/page/9999"))
    await page.select("select[aria-label=Outcome]", "failed")
    await says("99 of 10,000 URLs")
    await page.locator("input[aria-label='Filter by URL']").fill("/page/4200")
    await says("1 of 10,000 URLs")

    // This many pages are folders with their counts, unless the user wants the graph.
    await click("Link graph", "tab")
    await page.waitForSelector("[role=tree][aria-label='Pages by path']")
    assert.isNull(await page.$("[data-drawn]"))
    assert.match(await text(".folder"), /large\.example\s+8,\d{3}\s+1,\d{3}\s+99/)
    await page.focus("[role=tree]")
    await page.keyboard.press("ArrowDown")
    await page.waitForSelector("[role=treeitem][aria-selected=true][aria-level='2'][aria-expanded=false]")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("End")
    await page.waitForSelector("[role=treeitem][aria-selected=true]")
    assert.isBelow((await page.$$("[role=treeitem]")).length, 80)
    await page.select(".graph-form select", "rings")
    const graph = await page.waitForSelector("[data-drawn='10000']")
    await click("Zoom in")
    await page.evaluate(() => new Promise(requestAnimationFrame))
    assert.isAbove((await graph?.$$("canvas"))?.length ?? 0, 3)
    // The tree has few of them in the page too, and its keys reach every one.
    await page.focus("[role=tree]")
    await page.keyboard.press("End")
    await page.waitForSelector("[data-chosen]:not([data-chosen=''])")
    await page.waitForSelector("[role=treeitem][aria-selected=true][aria-posinset='20']")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("End")
    await page.waitForSelector("[role=treeitem][aria-selected=true][aria-level='3']")
    assert.isBelow((await page.$$("[role=treeitem]")).length, 80)
    assert.match(await text(".depths"), /3\s+7,\d{3}/)
    assert.deepStrictEqual(faults, [])
    await context.close()
  })
})
