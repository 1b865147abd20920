import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { gunzipSync, strFromU8, unzipSync } from "fflate"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { WARCParser } from "warcio"
import { consoleOverSite, signIn } from "../../support/entries/console-over-site.ts"
import { serviceProcess } from "../../support/entries/service-process.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { heldSite } from "../../support/web/held-site.ts"

const inBrowser = consoleOverSite()
let site: FixtureSite
let changing: ChangingSite
const downloads = fs.mkdtempSync(path.join(os.tmpdir(), "console-"))
beforeAll(async () => {
  site = await startFixtureSite()
  changing = await changingSite()
})
afterAll(async () => {
  await site.close()
  await changing.close()
  fs.rmSync(downloads, { recursive: true, force: true })
})

/** Starts a crawl with the form of the console and gives the id of its job. */
const crawlWithForm = async (url: string) => {
  const opened = await inBrowser.signedIn("crawl")
  await opened.page.locator("input[name=url]").fill(url)
  await opened.click("Start the crawl")
  await opened.page.waitForFunction(() => /^#\/jobs\/[0-9a-f]{32}$/.test(location.hash))
  return { ...opened, id: await opened.page.evaluate(() => location.hash.slice("#/jobs/".length)) }
}

/** A finished job, made over the API. */
const ended = async (body: object): Promise<string> => {
  const { service } = inBrowser
  const { id } = await (await service.call("/v1/crawl", { json: body })).json() as { id: string }
  await (await service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

const statusOf = async (id: string): Promise<string> =>
  (await (await inBrowser.service.call(`/v1/jobs/${id}`)).json() as { readonly status: string }).status

async function* chunksOf(file: string) {
  yield fs.readFileSync(file)
}

describe("a crawl in the console", () => {
  it("says beforehand how much it would fetch", async () => {
    const { click, faults, page, says } = await inBrowser.signedIn("crawl")
    await page.locator("input[name=url]").fill(`${site.url}/`)
    await click("Estimate")
    await says(/About \d+ pages? in/)
    await says("Links on the start page")
    assert.deepStrictEqual(faults, [])
  })

  it("shows how far it is while it runs, and its end", async () => {
    const held = await heldSite(6)
    const { faults, page, says, text } = await crawlWithForm(`${held.url}/`)
    // It may find more pages, so no end is promised.
    await says(/1 done, 7 found so far, at most [\d,]+/)
    assert.isNull(await page.$("progress[value]"))
    assert.strictEqual(await text(".chip.status"), "running")
    assert.strictEqual(await text("[data-counter=stored] dd"), "1")
    held.release()
    await says("The crawl is done")
    assert.strictEqual(await text("[data-counter=stored] dd"), "7")
    assert.match(
      await page.$eval(".line-chart", (chart) => chart.ariaLabel ?? ""),
      /^Pages over time: stored 7, duplicates 0, skipped 0, failed 0$/
    )
    assert.lengthOf(await page.$$(".line-chart polyline"), 1)
    // Failed pages are marked only where there are any.
    assert.isNull(await page.$(".counters .failed"))
    assert.strictEqual(await text("[data-tab=ledger] .count"), "7")
    assert.strictEqual(await text(".chip.status"), "done")
    assert.deepStrictEqual(faults, [])
    await held.close()
  })

  it("is listed among the requests that wait for their domain, with the reason", async () => {
    const held = await heldSite(20)
    const { service } = inBrowser
    const { id } = await (await service.call("/v1/crawl", { json: { url: `${held.url}/` } })).json() as { id: string }
    const { faults, page, says } = await inBrowser.signedIn("domains")
    await says("a request under way")
    await says(/\d+, \d+ under way/)
    await service.call(`/v1/jobs/${id}`, { method: "DELETE" })
    // Only domains that wait are listed, with their delay in milliseconds.
    await says("No domain waits.")
    await page.select("select[aria-label='Which domains']", "all")
    await page.waitForSelector("table.data")
    assert.match(await page.$eval("table.data", (table) => table.innerText), /127\.0\.0\.1\s[^]*\s\d+ m?s/)
    assert.deepStrictEqual(faults, [])
    await held.close()
  })

  it("can be cancelled", async () => {
    const held = await heldSite(6)
    const { click, id, page, says } = await crawlWithForm(`${held.url}/`)
    const inDialog = (name: string) => page.locator(`dialog[open] ::-p-aria([name="${name}"][role="button"])`).click()
    await says("1 done, 7 found")
    await click("Cancel the crawl")
    await says("Its pages so far stay.")
    await inDialog("Keep it")
    assert.strictEqual(await statusOf(id), "running")
    await click("Cancel the crawl")
    await inDialog("Cancel the crawl")
    await says("The crawl was cancelled")
    assert.strictEqual(await statusOf(id), "cancelled")
    await click("Delete")
    await inDialog("Delete")
    await page.waitForFunction(() => location.hash === "#/jobs")
    assert.strictEqual((await inBrowser.service.call(`/v1/jobs/${id}`)).status, 404)
    await held.close()
  })

  it("shows why a page is missing, and which pages link to it", async () => {
    const id = await ended({ url: `${site.url}/`, max_depth: 1 })
    const { faults, page, says, text } = await inBrowser.signedIn(`jobs/${id}`)
    await page.waitForSelector("table.data")
    await page.select("select[aria-label=Outcome]", "failed")
    await says(/\d+ of \d+ URLs/)
    await page.locator("table.data button.link ::-p-text(/missing)").click()
    await page.waitForSelector("dialog[open]")
    const dialog = await text("dialog")
    assert.include(dialog, "The site answered 404: not found")
    assert.match(dialog, new RegExp(`Linked from\\s+${site.url}/`))
    assert.deepStrictEqual(faults, [])
  })

  it("sorts its ledger and draws its graph", async () => {
    const id = await ended({ url: `${site.url}/`, max_depth: 2 })
    const { click, faults, page, says, text } = await inBrowser.signedIn(`jobs/${id}`)
    await page.waitForSelector("table.data")
    await page.locator("th button.sort ::-p-text(Depth)").click()
    await page.locator("th button.sort ::-p-text(Depth)").click()
    await page.waitForSelector("th[aria-sort=descending]")
    const depths = await page.$$eval(
      "table.data tbody tr td:nth-child(5)",
      (cells) => cells.map(({ textContent }) => Number(textContent))
    )
    assert.deepStrictEqual(depths, depths.toSorted((one, other) => other - one))
    assert.isAbove(depths[0] ?? 0, 1)

    await click("Link graph", "tab")
    const drawn = await page.waitForSelector("[data-drawn]")
    const rows = Number(await text("[data-tab=ledger] .count"))
    assert.strictEqual(Number(await drawn?.evaluate((element) => (element as HTMLElement).dataset["drawn"])), rows)
    assert.include(await text(".depths"), "Pages by depth")
    const lines = () => page.$eval("[data-drawn]", (element) => Number((element as HTMLElement).dataset["lines"]))
    const found = await lines()
    await page.$eval("input[aria-describedby=all-links]", (all) => (all as HTMLElement).click())
    await says(/\d+ links among the pages/)
    await page.waitForFunction(
      (found) => Number(document.querySelector<HTMLElement>("[data-drawn]")?.dataset["lines"]) > found,
      {},
      found
    )
    assert.deepStrictEqual(faults, [])
  })

  it("gives its documents as JSON Lines, as CSV, as a zip and as a WARC", async () => {
    const id = await ended({ url: `${changing.url}/` })
    const { click, faults, page, says } = await inBrowser.signedIn(`jobs/${id}`)
    const session = await page.createCDPSession()
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: downloads,
      eventsEnabled: true,
      browserContextId: page.browserContext().id ?? ""
    })
    const downloaded = (): Promise<Buffer> =>
      new Promise((resolve) => {
        let name = ""
        session.on("Browser.downloadWillBegin", ({ suggestedFilename }) => (name = suggestedFilename))
        session.on("Browser.downloadProgress", ({ state }) => {
          if (state === "completed") resolve(fs.readFileSync(path.join(downloads, name)))
        })
      })
    await says("Download 5 documents")
    await page.locator(".downloads summary").click()
    const file = async (kind: string): Promise<Buffer> => {
      const done = downloaded()
      await click(kind)
      return done
    }

    const lines = (await file("JSON Lines")).toString().trim().split("\n").map((line) =>
      JSON.parse(line) as { title: string }
    )
    assert.sameMembers(lines.map(({ title }) => title), [
      "Tide office",
      "Opening hours",
      "Tides of the week",
      "Fees",
      "Contact"
    ])
    const rows = (await file("CSV")).toString().split("\r\n")
    assert.match(rows[0] ?? "", /^url,final_url,.*,title,/)
    assert.include((await file("CSV of records")).toString(), "page_url,source,type,name,")
    const zip = unzipSync(await file("Zip of markdown"))
    assert.lengthOf(Object.keys(zip), 5)
    assert.match(
      strFromU8(Object.values(zip)[0] ?? new Uint8Array()),
      /^---\ntitle: "Tide office"\nurl: "http.*"\nfetched: [-\d]+\n---\n/
    )
    const warc = gunzipSync(await file("WARC"))
    assert.match(strFromU8(warc), /^WARC\/1\.1\r\nWARC-Type: warcinfo\r\n/)
    const records: Array<readonly [type: string | undefined, url: string | null | undefined, text: string]> = []
    const packed = fs.readdirSync(downloads).find((name) => name.endsWith(".warc.gz")) ?? ""
    for await (const record of new WARCParser(chunksOf(path.join(downloads, packed)))) {
      records.push([record.warcType, record.warcTargetURI, await record.contentText()])
    }
    assert.deepStrictEqual(records.slice(1).map(([type]) => type), Array.from({ length: 5 }, () => "conversion"))
    assert.include(records.find(([, url]) => url?.endsWith("/fees") === true)?.[2], "costs three crowns")
    assert.deepStrictEqual(faults, [])
  })

  it("is compared with an earlier one, side by side", async () => {
    const first = await ended({ url: `${changing.url}/` })
    changing.change()
    const second = await ended({ url: `${changing.url}/`, since: first })
    const { click, faults, page, says, text } = await inBrowser.signedIn(`changes/${second}`)
    await says(/3 changed/)
    await page.locator(".pages ::-p-text(/tides)").click()
    await page.waitForFunction(() => document.querySelector(".d2h-wrapper")?.textContent?.includes("14:12"))
    assert.lengthOf(await page.$$(".d2h-file-side-diff"), 2)
    assert.include(await text(".d2h-file-side-diff:first-of-type"), "14:05")
    await page.locator(".kind.removed").click()
    await says("/contact")
    await click("1 new", "button").catch(() => page.locator(".kind.new").click())
    await says("/storm")
    assert.deepStrictEqual(faults, [])
  })
})

describe("a job that is not there", () => {
  it("says so, and where to go on", async () => {
    const { says, text } = await inBrowser.signedIn(`jobs/${"0".repeat(32)}`)
    await says("The job is gone")
    assert.include(await text("main"), "It may have expired")
  })

  it(
    "reports a restart of the service while the console is open, which continues by itself",
    { tags: "long" },
    async () => {
      const held = await heldSite(3)
      const first = await serviceProcess()
      const opened = await inBrowser.open(first.url)
      await signIn(opened.page)
      const { id } = await (await first.call("/v1/crawl", { json: { url: `${held.url}/` } })).json() as { id: string }
      await opened.go(`jobs/${id}`)
      await opened.says("1 done, 4 found")
      await first.stop()
      await opened.says("The service cannot be reached")
      const again = await serviceProcess({ port: Number(new URL(first.url).port) })
      await opened.says("The job is gone")
      await opened.says("lost in a restart")
      assert.notInclude(await opened.text("body"), "The service cannot be reached")
      await opened.go("jobs")
      await opened.says("No jobs")
      await again.stop()
      await held.close()
    }
  )
})
