import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { consoleOverSite, signIn } from "../../support/entries/console-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

const inBrowser = consoleOverSite()
let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())

const scrapes = (): number => site.log.filter((path) => path === "/articles/tide").length

describe("the last scrape of a session", () => {
  it("is shown after a reload without a request, but not to another user", async () => {
    const { click, context, faults, go, page, says, text } = await inBrowser.open()
    await signIn(page)
    await page.locator("input[name=url]").fill(`${site.url}/articles/tide`)
    await page.locator("details.more summary").click()
    await page.locator("textarea[placeholder='session: 3f9a']").fill("session: s3cret")
    await click("Scrape")
    await page.waitForSelector(".document")
    const title = await text(".document h2")
    const requests = scrapes()
    await page.reload()
    await page.waitForSelector(".document")
    assert.strictEqual(await text(".document h2"), title)
    assert.strictEqual(scrapes(), requests)
    assert.notInclude(await page.evaluate(() => JSON.stringify(sessionStorage)), "s3cret")

    // An address that was not scraped here offers to do so.
    await go(`scrape?url=${encodeURIComponent(`${site.url}/articles/lighthouse`)}`)
    await says("a link does not start a request")
    assert.notInclude(site.log, "/articles/lighthouse")
    await click("Scrape this page")
    await page.waitForSelector(".document")

    await click("Sign out")
    await signIn(page, keys.second)
    await page.reload()
    await page.waitForSelector(".view")
    assert.isNull(await page.$(".document"))
    assert.deepStrictEqual(faults, [])
    await context.close()
  })
})

describe("the code of a form", () => {
  it("is the request of the form in each language, and follows it", async () => {
    const { click, faults, go, page, says, text } = await inBrowser.signedIn("crawl")
    await page.locator("input[name=url]").fill(`${site.url}/`)
    await page.locator(".code-sample summary").click()
    await says("X-API-Key")
    assert.include(await text(".code-sample pre"), `{"url":"${site.url}/"}`)
    await page.locator(".option-row input").fill("7")
    await page.waitForFunction(() => document.querySelector(".code-sample pre")?.textContent?.includes(`"max_pages":7`))
    await click("Python", "tab")
    await says("max_pages=7")
    await click("TypeScript", "tab")
    await says("client.crawl({")
    for (const view of ["batch", "discover", "search", "schedules/new", "wrappers/new"]) {
      await go(view)
      const input = await page.waitForSelector("textarea[name=urls], input[name=url], input[name=query], form input")
      await input?.type("https://example.com/")
      await page.locator(".code-sample summary").click()
      await page.waitForSelector(".code-sample pre")
    }
    assert.deepStrictEqual(faults, [])
  })
})
