import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import type { Page } from "puppeteer-core"
import { consoleOverSite, type ConsolePage } from "../../support/entries/console-over-site.ts"
import { axeViolations } from "../../support/web/axe.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"
import { type PricedPage, pricedPage, pricedRuns } from "../../support/web/priced-page.ts"
import { startSearxng } from "../../support/web/searxng.ts"

const searxng = await startSearxng()
const inBrowser = consoleOverSite({ search: Option.some({ engine: "searxng", url: searxng.url }) })

let site: ChangingSite
const jobs: Array<string> = []
let schedule = ""
/** A job with pictures. */
let pictured = ""
/** Has two runs, between which a price has changed. */
let watched = ""
/** One with rules, and one without. */
const wrappers: Array<string> = []
let priced: PricedPage
beforeAll(async () => {
  priced = await pricedPage()
  site = await changingSite()
  searxng.pages = [[{ url: `${site.url}/tides`, title: "Tides", content: "The tides of today." }]]
})
afterAll(async () => {
  searxng.close()
  await priced.close()
  await site.close()
})

/** Two crawls of a site that changed between them. */
const prepared = async (): Promise<void> => {
  if (jobs.length > 0) return
  for (const more of [{}, { change: true }]) {
    if ("change" in more) site.change()
    const since = jobs.length === 0 ? {} : { since: jobs[0] }
    const { id } = await (await inBrowser.service.call("/v1/crawl", { json: { url: `${site.url}/`, ...since } }))
      .json() as {
        id: string
      }
    await (await inBrowser.service.call(`/v1/jobs/${id}/events`)).text()
    jobs.push(id)
  }
  const { service } = inBrowser
  const pictures = { url: `${site.url}/tides`, max_pages: 1, pictures: { width: 64, height: 64 } }
  pictured = (await (await service.call("/v1/crawl", { json: pictures })).json() as { readonly id: string }).id
  await (await service.call(`/v1/jobs/${pictured}/events`)).text()
  const request = { name: "Tide office", cron: "30 6 * * 1-5", timezone: "Asia/Tokyo", job: { url: `${site.url}/` } }
  schedule = (await (await service.call("/v1/schedules", { json: request })).json() as { readonly id: string }).id
  const { job_id } = await (await service.call(`/v1/schedules/${schedule}/run`, { method: "POST" })).json() as {
    readonly job_id: string
  }
  await (await service.call(`/v1/jobs/${job_id}/events`)).text()
  watched = await pricedRuns(service, priced, [89, 95])
  wrappers.push(await wrapped({ title: "Tides of the week", height: 99 }), await wrapped({ title: "Storm" }))
}

const wrapped = async (data: object): Promise<string> => {
  const schema = { type: "object", properties: { title: { type: "string" }, height: { type: "number" } } }
  const json = { name: "Tides", schema, examples: [{ url: `${site.url}/tides`, data }], urls: [`${site.url}/fees`] }
  const { id } = await (await inBrowser.service.call("/v1/wrappers", { json })).json() as { readonly id: string }
  return id
}

/** Every view, with something to see on it, and what shows that it is there. */
const views: ReadonlyArray<readonly [view: () => string, there: string, act?: (opened: ConsolePage) => Promise<void>]> =
  [
    [() => `scrape?url=${encodeURIComponent(`${site.url}/tides`)}`, ".ask", async ({ click, page }) => {
      await click("Scrape")
      await page.waitForSelector(".document")
    }],
    [() => "scrape", "details.more", ({ page }) => page.click("details.more summary")],
    [() => `crawl?url=${encodeURIComponent(`${site.url}/`)}`, ".ask"],
    [
      () => "batch",
      ".url-list",
      async ({ page }) => {
        await page.locator("textarea[name=urls]").fill(`${site.url}/\n${site.url}/fees\nnot a URL`)
        await page.locator(".code-sample summary").click()
        await page.waitForSelector(".code-sample pre")
      }
    ],
    [() => `scrape?url=${encodeURIComponent(`${site.url}/never`)}`, ".empty"],
    [() => `scrape?url=${encodeURIComponent(`${site.url}/hours`)}`, ".ask", async ({ click, page }) => {
      await click("Scrape")
      await page.waitForSelector(".document")
      await click("Explain", "tab")
      await click("Explain the content")
      await page.waitForSelector(".blocks")
    }],
    [() => "crawl", ".ask", async ({ click, page }) => {
      await page.locator("details.more summary").click()
      await click("Add a pattern")
      await click("Cut the content into chunks", "switch")
      await click("Take a picture of each page", "switch")
      await page.waitForSelector(".steps select")
    }],
    [() => `jobs/${jobs[1]}`, "table.data"],
    [() => `jobs/${jobs[1]}`, "table.data", async ({ page }) => {
      await page.$eval("table.data button.link", (button) => (button as HTMLElement).click())
      await page.waitForSelector("dialog[open]")
    }],
    [() => `jobs/${jobs[0]}`, "table.data", async ({ click, page }) => {
      await click("Link graph", "tab")
      await page.waitForSelector("[data-drawn]")
      await page.focus("[role=tree]")
      await page.waitForSelector("[data-chosen]:not([data-chosen=''])")
    }],
    [() => `jobs/${jobs[1]}`, "table.data", async ({ click, page }) => {
      await click("Templates", "tab")
      await page.locator(".templates details summary").click()
    }],
    [() => `jobs/${pictured}`, "table.data", async ({ click, page }) => {
      await click("Pictures", "tab")
      await page.waitForSelector(".picture-grid li")
    }],
    [() => `jobs/${"0".repeat(32)}`, ".empty"],
    [() => `jobs/${jobs[1]}`, "table.data", async ({ click, page }) => {
      await click("Link graph", "tab")
      await page.select(".graph-form select", "paths")
      await page.waitForSelector(".folder")
      await page.focus("[role=tree]")
    }],
    [() => `jobs/${jobs[1]}`, "table.data", async ({ click, page }) => {
      await page.locator(".downloads summary").click()
      await click("Options", "tab")
      await page.waitForSelector(".pairs")
    }],
    [() => "jobs", ".jobs", async ({ page }) => {
      await page.locator("tbody input[type=checkbox]").click()
      await page.waitForSelector(".filters button")
    }],
    [() => "schedules", ".strip"],
    [() => `schedules/${schedule}`, ".run-log", ({ click }) => click("Edit Tide office")],
    [() => `schedules/${watched}`, ".record-changes", ({ page }) => page.locator(".page-change summary").click()],
    [() => `schedules/${watched}`, ".run-log", async ({ click, page }) => {
      await click("Values", "tab")
      await page.waitForSelector(".line-chart circle")
    }],
    [() => "schedules/new", ".times", async ({ page }) => void await page.select(".times select", "cron")],
    [() => "schedules/none", ".empty"],
    [() => "wrappers", ".chip.failed"],
    [() => `wrappers/${wrappers[0]}`, ".coverage"],
    [() => `wrappers/${wrappers[0]}`, ".coverage", async ({ click, page }) => {
      await click("Check", "tab")
      await page.locator("textarea").fill(`${site.url}/tides\nhttp://10.0.0.1/`)
      await click("Check 2 pages")
      await page.waitForSelector(".notice.warn + .scroll")
    }],
    [() => `wrappers/${wrappers[0]}`, ".coverage", ({ click }) => click("Rules", "tab")],
    [() => `wrappers/${wrappers[1]}`, ".notice.bad"],
    [() => "wrappers/new", ".wanted", async ({ click, page }) => {
      await page.locator(".add-example input").fill(`${site.url}/tides`)
      await click("Load the page")
      await page.locator(".lines li").click()
      await page.locator(".example-values .value:nth-child(2) input").fill("high")
      await click("Add a field")
      await click("Learn the rules")
      await page.waitForSelector(".wanted [aria-invalid=true]")
    }],
    [() => "wrappers/none", ".empty"],
    [() => "profiles", ".empty, .notice"],
    [() => "discover", ".ask", async ({ click, page }) => {
      await page.locator("input[name=url]").fill(`${site.url}/`)
      await click("List the links")
      await page.waitForSelector(".document")
    }],
    [() => "search", ".ask", async ({ click, page }) => {
      await page.locator("input[name=query]").fill("tides")
      if (!await page.$eval("input[name=pages]", (box) => (box as HTMLInputElement).checked)) {
        await page.click("input[name=pages]")
      }
      await click("Search the web")
      await page.waitForSelector(".document blockquote")
    }],
    [() => `changes/${jobs[1]}`, ".d2h-wrapper"],
    [() => "domains", ".filters", ({ page }) => allDomains(page)],
    [() => "service", ".limits"]
  ]

const allDomains = async (page: Page): Promise<void> => {
  await page.select("select[aria-label='Which domains']", "all")
  await page.waitForSelector("table.data")
}

const shown = async (opened: ConsolePage, [view, there, act]: (typeof views)[number]): Promise<void> => {
  await opened.go("nowhere")
  await opened.go(view())
  await opened.page.waitForSelector(there)
  await act?.(opened)
}

const contrast = "color-contrast"

/** Findings of axe, by these rules or by all. The frame of a page runs no script, so axe cannot check it. */
const faultsIn = async ({ page }: ConsolePage, only: object = {}): Promise<ReadonlyArray<string>> =>
  (await axeViolations(page, { iframes: false, ...only })).flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary, html }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`)
  )

/** Elements that extend beyond the screen and cannot be scrolled. */
const tooWide = (): ReadonlyArray<string> => {
  if (document.documentElement.scrollWidth <= screen.width) return []
  return [...document.querySelectorAll("#content *")]
    .filter((element) =>
      element.getBoundingClientRect().right > screen.width &&
      element.closest(".scroll, .tab-list, .canvas, .diff") === null
    )
    .map((element) => element.outerHTML.slice(0, 120))
}

/** Lists that have to be scrolled sideways. */
const sideways = (): ReadonlyArray<string> =>
  [...document.querySelectorAll(".scroll")]
    .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
    .map((list) => `${list.ariaLabel} ${list.scrollWidth} > ${list.clientWidth}`)

describe("every view of the console", () => {
  for (const scheme of ["light", "dark"] as const) {
    it(
      `is without a fault that axe finds, in the ${scheme} theme`,
      { tags: scheme === "dark" ? "long" : [] },
      async () => {
        await prepared()
        const opened = await inBrowser.signedIn()
        const { faults, page } = opened
        await page.emulateMediaFeatures([
          { name: "prefers-color-scheme", value: scheme },
          { name: "prefers-reduced-motion", value: "reduce" }
        ])
        await page.waitForSelector(`[data-theme=${scheme}]`)
        for (const view of views) {
          await shown(opened, view)
          assert.deepStrictEqual(await faultsIn(opened), [], view[0]())
          if (await page.$("dialog[open]") !== null) await page.keyboard.press("Escape")
        }
        assert.deepStrictEqual(faults, [])
      }
    )
  }

  /** Checks every view in a window as narrow as that of a phone. */
  const onPhone = async (check: (opened: ConsolePage, view: string) => Promise<void>): Promise<void> => {
    await prepared()
    const opened = await inBrowser.signedIn()
    const { page } = opened
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true })
    for (const view of views) {
      await shown(opened, view)
      await check(opened, view[0]())
      if (await page.$("dialog[open]") !== null) await page.keyboard.press("Escape")
    }
    await page.setViewport({ width: 1280, height: 900 })
  }

  it("fits a phone, without a fault that axe finds", () =>
    onPhone(async (opened, view) => {
      assert.deepStrictEqual(await opened.page.evaluate(tooWide), [], view)
      assert.deepStrictEqual(await opened.page.evaluate(sideways), [], view)
      // The colours are those of a wide window, and their rule takes as long as all others.
      assert.deepStrictEqual(await faultsIn(opened, { rules: { [contrast]: { enabled: false } } }), [], view)
    }))

  it(
    "has enough contrast on a phone",
    { tags: "long" },
    () =>
      onPhone(async (opened, view) => assert.deepStrictEqual(await faultsIn(opened, { runOnly: [contrast] }), [], view))
  )

  it("keeps the theme that the user chooses", async () => {
    const { click, page } = await inBrowser.signedIn()
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }])
    await click("Use the dark theme")
    await page.reload()
    await page.waitForSelector("[data-theme=dark] .top")
    await click("Use the light theme")
    await page.waitForSelector("[data-theme=light]")
    assert.strictEqual(await page.$("[data-theme=dark]"), null)
  })
})

describe("the sign-in", () => {
  it("is without a fault that axe finds", async () => {
    const opened = await inBrowser.open()
    await opened.page.waitForSelector("input[name=key]")
    assert.deepStrictEqual(await faultsIn(opened), [])
    await opened.context.close()
  })
})
