import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "puppeteer-core"
import { keys, serviceOver } from "../test/support/entries/service-process.ts"
import { changingSite } from "../test/support/web/changing-site.ts"
import { startFixtureSite } from "../test/support/web/fixture-site.ts"
import { pricedPage, pricedRuns } from "../test/support/web/priced-page.ts"
import { buildConsole } from "./support/build-console.ts"
import { launchBrowser } from "./support/launch-browser.ts"

/**
 * Pictures of every view of the console, in both themes and as a phone shows them, into the folder named. With `readme`
 * the two of the README, into scripts/readme.
 */
const root = path.join(import.meta.dirname, "..")
const [folder = "readme"] = process.argv.slice(2)
const isReadme = folder === "readme"
const target = isReadme ? path.join(root, "scripts/readme") : path.resolve(folder)
fs.mkdirSync(target, { recursive: true })

await buildConsole(path.join(root, "dist/console"))
const site = await startFixtureSite()
const changing = await changingSite()
const service = await serviceOver()
const browser = await launchBrowser(["--enable-unsafe-swiftshader"])

const ended = async (body: object): Promise<string> => {
  const { id } = await (await service.call("/v1/crawl", { json: body })).json() as { id: string }
  await (await service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

/** A schedule with a run. */
const scheduled = async (): Promise<string> => {
  const request = { name: "Harbour", cron: "30 6 * * 1-5", timezone: "Europe/Berlin", job: { url: `${changing.url}/` } }
  const { id } = await (await service.call("/v1/schedules", { json: request })).json() as { readonly id: string }
  const run = await service.call(`/v1/schedules/${id}/run`, { method: "POST" })
  const { job_id } = await run.json() as { readonly job_id: string }
  await (await service.call(`/v1/jobs/${job_id}/events`)).text()
  return id
}

const sign = async (page: Page): Promise<void> => {
  await page.goto(service.url)
  await page.waitForSelector("input[name=key]")
  await page.type("input[name=key]", keys.first)
  await page.keyboard.press("Enter")
  await page.waitForSelector(".top")
}

const scrape = async (page: Page, tab?: string): Promise<void> => {
  await page.goto(`${service.url}/#/scrape?url=${encodeURIComponent(`${site.url}/articles/tide`)}`)
  await page.click("button[type=submit]")
  await page.waitForSelector(".document")
  if (tab !== undefined) await page.click(`[data-tab=${tab}]`)
}

const first = await ended({ url: `${changing.url}/` })
changing.change()
const second = await ended({ url: `${changing.url}/`, since: first })
const crawl = await ended({ url: `${site.url}/` })
const schedule = await scheduled()
const pictured = await ended({ url: `${site.url}/shop`, pictures: {}, max_pages: 8 })
const priced = await pricedPage()
const prices = await pricedRuns(service, priced, [89, 95, 92.5, 99])

const views: ReadonlyArray<readonly [name: string, show: (page: Page) => Promise<unknown>]> = [
  ["scrape-empty", (page) => page.waitForSelector(".examples")],
  ["scrape", (page) => scrape(page)],
  ["scrape-explain", async (page) => {
    await scrape(page, "explain")
    await page.click(".tab-panel button")
    await page.waitForSelector(".blocks")
    await page.click(".blocks li.kept summary")
  }],
  ["scrape-records", async (page) => {
    await page.goto(`${service.url}/#/scrape?url=${encodeURIComponent(`${site.url}/shop`)}`)
    await page.waitForFunction(() => document.querySelector(".document") === null)
    await page.click("button[type=submit]")
    await page.waitForSelector("[data-tab=records]")
    await page.click("[data-tab=records]")
  }],
  ["scrape-trace", (page) => scrape(page, "trace")],
  ["scrape-metadata", (page) => scrape(page, "metadata")],
  ["scrape-options", async (page) => {
    await page.click("details.more summary")
  }],
  ["crawl", async (page) => {
    await page.goto(`${service.url}/#/crawl`)
    await page.waitForSelector("input[name=url]")
    await page.evaluate(() => (document.querySelector<HTMLInputElement>("input[name=url]") ?? { value: "" }).value = "")
    await page.type("input[name=url]", `${site.url}/`)
    await page.click(".ask .secondary")
    await page.waitForSelector(".estimate")
  }],
  ["crawl-options", async (page) => {
    await page.click("details.more summary")
    await page.click("::-p-aria([name='Add a record'][role='button'])")
    await page.click("::-p-aria([name='Add a pattern'][role='button'])")
    await page.click("::-p-aria([name='Take a picture of each page'][role='switch'])")
    await page.$eval(".of-page-steps", (field) => field.scrollIntoView({ block: "center" }))
  }],
  ["batch", async (page) => {
    await page.goto(`${service.url}/#/batch`)
    const list = await page.waitForSelector("textarea[name=urls]")
    await list?.type(`${site.url}/\n${site.url}/articles/tide\n${changing.url}/fees\nftp://files.example/a\n`)
    await page.click("details.more summary")
  }],
  ["job", async (page) => {
    await page.goto(`${service.url}/#/jobs/${crawl}`)
    await page.waitForSelector("table.data")
    await page.waitForSelector(".line-chart svg")
  }],
  ["job-page", async (page) => {
    const failed = await page.waitForSelector("::-p-xpath(//tr[.//span[contains(@class,'failed')]]//button)")
    await failed?.click()
    await page.waitForSelector("dialog[open]")
  }],
  ["job-document", async (page) => {
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog[open]", { hidden: true })
    await page.$eval("table.data button.link", (button) => (button as HTMLElement).click())
    await page.waitForSelector("dialog[open] iframe.rendered")
  }],
  ["job-graph", async (page) => {
    await page.keyboard.press("Escape")
    await page.waitForSelector("dialog[open]", { hidden: true })
    await page.$eval("[data-tab=graph]", (tab) => (tab as HTMLElement).click())
    await page.waitForSelector("[data-drawn]")
    await page.focus("[role=tree]")
    await page.keyboard.press("ArrowDown")
    await page.$eval(".canvas", (canvas) => canvas.scrollIntoView({ block: "end" }))
  }],
  ["job-folders", async (page) => {
    await page.select(".graph-form select", "paths")
    await page.waitForSelector(".folder")
    await page.focus("[role=tree]")
    await page.keyboard.press("ArrowDown")
    await page.$eval(".path-tree", (tree) => tree.scrollIntoView({ block: "end" }))
  }],
  ["job-templates", async (page) => {
    await page.$eval("[data-tab=templates]", (tab) => (tab as HTMLElement).click())
    await page.waitForSelector(".templates h2")
  }],
  ["job-pictures", async (page) => {
    await page.goto(`${service.url}/#/jobs/${pictured}`)
    await page.locator("[data-tab=pictures]").click()
    await page.waitForFunction(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length > 2)
  }],
  ["jobs", async (page) => {
    await page.goto(`${service.url}/#/jobs`)
    await page.waitForSelector(".jobs")
  }],
  ["schedules", async (page) => {
    await page.goto(`${service.url}/#/schedules`)
    await page.waitForSelector(".strip")
  }],
  ["schedule", async (page) => {
    await page.goto(`${service.url}/#/schedules/${schedule}`)
    await page.waitForSelector(".run-log")
  }],
  ["schedule-changes", async (page) => {
    await page.goto(`${service.url}/#/schedules/${prices}`)
    await page.waitForSelector(".record-changes")
  }],
  ["schedule-values", async (page) => {
    await page.locator("[data-tab=values]").click()
    await page.waitForSelector(".line-chart circle")
  }],
  ["schedule-edit", async (page) => {
    await page.goto(`${service.url}/#/schedules/${schedule}`)
    await page.locator("::-p-aria([name='Edit Harbour'][role='button'])").click()
    await page.waitForSelector("dialog[open] .times")
  }],
  ["schedule-new", async (page) => {
    await page.goto(`${service.url}/#/schedules/new`)
    await page.waitForSelector("form .times")
  }],
  ["discover", async (page) => {
    await page.goto(`${service.url}/#/discover`)
    await page.locator("input[name=url]").fill(`${site.url}/`)
    await page.locator("button[type=submit]").click()
    await page.waitForSelector(".document")
  }],
  ["changes", async (page) => {
    await page.goto(`${service.url}/#/changes/${second}`)
    await page.waitForSelector(".d2h-wrapper")
  }],
  ["domains", async (page) => {
    await page.goto(`${service.url}/#/domains`)
    await page.waitForSelector(".filters")
    await page.select("select[aria-label='Which domains']", "all")
    await page.waitForSelector("table.data")
  }],
  ["service", async (page) => {
    await page.goto(`${service.url}/#/service`)
    await page.waitForSelector(".limits")
  }]
]

const quiet = () => new Promise((resolve) => setTimeout(resolve, 350))
const sizes = isReadme
  ? [["", { width: 1280, height: 860 }] as const]
  : [["", { width: 1280, height: 900 }] as const, ["-phone", { width: 390, height: 844 }] as const]
for (const [suffix, viewport] of sizes) {
  for (const scheme of ["light", "dark"] as const) {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    page.on("console", (message) => process.stdout.write(`${message.type()}: ${message.text()}\n`))
    page.on("pageerror", (error) => process.stdout.write(`error: ${String(error)}\n`))
    await page.setViewport(viewport)
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }])
    if (!isReadme) {
      await page.goto(service.url)
      await page.waitForSelector("input[name=key]")
      await page.screenshot({ path: path.join(target, `sign-in-${scheme}${suffix}.png`) })
    }
    await sign(page)
    for (const [name, show] of views) {
      try {
        await show(page)
      } catch (error) {
        process.stdout.write(`${name}: ${String(error)}\n`)
      }
      if (isReadme && !(scheme === "light" ? name === "scrape" : name === "job-graph")) continue
      await quiet()
      await page.screenshot({
        path: path.join(
          target,
          isReadme ? `console-${name}.webp` : `${name}-${scheme}${suffix}.png`
        ) as `${string}.png`,
        ...(isReadme ? { type: "webp" as const, quality: 80 } : {})
      })
    }
    await context.close()
  }
}
await browser.close()
await service.stop()
await priced.close()
await site.close()
await changing.close()
