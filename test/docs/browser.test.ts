import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "puppeteer-core"
import { launchBrowser } from "../../scripts/support/launch-browser.ts"
import { docsPages } from "../../src/serving/server/docs-pages.ts"
import { serverOver } from "../support/entries/server-over.ts"
import { buildDocsForTests } from "../support/processes/built-docs.ts"
import { axeViolations } from "../support/web/axe.ts"
import { skipReason } from "../web/render/support/browser.ts"

const pages = ["/docs", ...docsPages.map(({ name }) => `/docs/${name}`), "/docs/reference"]
/** Pages of each kind, since axe takes its time. */
const different = ["/docs", "/docs/guide", "/docs/operating", "/docs/reference"]

/** Leaves three entries of each part of a page. The reference has two hundred, of the same kinds. */
const shorten = (): void => {
  let entries = 0
  for (const element of document.querySelectorAll("#content > *")) {
    if (element.localName === "h2") entries = 0
    if (element.localName === "h3") entries++
    if (entries > 3) element.remove()
  }
}

let browser: Browser
let url = ""
let stop = async (): Promise<void> => {}
beforeAll(async () => {
  if (skipReason !== "") return
  await buildDocsForTests()
  ;({ stop, url } = await serverOver({}))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stop()
})

describe.skipIf(skipReason !== "")("the documentation in a browser", () => {
  const seriousFaults = async (scheme: "light" | "dark", prepare: (page: Page) => Promise<void>) => {
    const page = await browser.newPage()
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }])
    const serious: Array<string> = []
    for (const pathname of different) {
      await page.goto(url + pathname)
      await prepare(page)
      for (const { id, impact, nodes } of await axeViolations(page)) {
        if (impact === "serious" || impact === "critical") {
          serious.push(`${pathname} ${id}: ${nodes[0]?.html.slice(0, 160)}`)
        }
      }
    }
    return serious
  }

  for (const scheme of ["light", "dark"] as const) {
    it(`is without a serious fault, in the ${scheme} theme`, { tags: "long" }, async () => {
      assert.deepStrictEqual(await seriousFaults(scheme, async () => {}), [])
    })
  }

  it("is without a serious fault, in three entries of each part", async () => {
    assert.deepStrictEqual(await seriousFaults("light", (page) => page.evaluate(shorten)), [])
  })

  it("finds the section of a question, and leads to it", async () => {
    const page = await browser.newPage()
    const faults: Array<string> = []
    page.on("pageerror", (error) => faults.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text())
    })
    await page.goto(`${url}/docs`)
    await page.type("[role=search] input", "webhook signed")
    await page.waitForSelector("#found a")
    const first = await page.$eval("#found a", (link) => link.getAttribute("href"))
    assert.strictEqual(first, "/docs/jobs#webhooks")
    const violations = await axeViolations(page)
    assert.deepStrictEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical"), [])
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    assert.strictEqual(page.url(), `${url}/docs/jobs#webhooks`)
    assert.deepStrictEqual(faults, [])
  })

  it("has its list of pages without scripts, and no search", async () => {
    const page = await browser.newPage()
    await page.setJavaScriptEnabled(false)
    await page.goto(`${url}/docs`)
    assert.isNull(await page.$("[role=search]"))
    assert.lengthOf(await page.$$(".pages a"), docsPages.length + 1)
  })

  it("fits a phone", async () => {
    const page = await browser.newPage()
    await page.setViewport({ width: 360, height: 740 })
    for (const pathname of pages) {
      await page.goto(url + pathname)
      assert.isAtMost(await page.evaluate(() => document.documentElement.scrollWidth), 360, pathname)
    }
    await page.type("[role=search] input", "resume")
    await page.waitForSelector("#found a")
    const { left, right } = await page.$eval("#found", (list) => list.getBoundingClientRect().toJSON() as DOMRect)
    assert.isTrue(left >= 0 && right <= 360, `${left} to ${right}`)
  })
})
