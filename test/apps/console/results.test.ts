import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { consoleOverSite, type ConsolePage } from "../../support/entries/console-over-site.ts"
import { type ChangingSite, changingSite } from "../../support/web/changing-site.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { heldSite } from "../../support/web/held-site.ts"

const inBrowser = consoleOverSite()
let site: FixtureSite
let changing: ChangingSite
beforeAll(async () => {
  site = await startFixtureSite()
  changing = await changingSite()
})
afterAll(async () => {
  await site.close()
  await changing.close()
})

/** A finished job, made over the API. */
const ended = async (body: object): Promise<string> => {
  const { service } = inBrowser
  const { id } = await (await service.call("/v1/crawl", { json: body })).json() as { id: string }
  await (await service.call(`/v1/jobs/${id}/events`)).text()
  return id
}

const scraped = async (url: string, open = inBrowser.signedIn("scrape")): Promise<ConsolePage> => {
  const opened = await open
  await opened.page.locator("input[name=url]").fill(url)
  await opened.click("Scrape")
  await shows(opened, url)
  return opened
}

const shows = ({ page }: ConsolePage, url: string) =>
  page.waitForFunction(
    (url) => document.querySelector<HTMLElement>(".document-head")?.innerText.includes(url),
    {},
    url
  )

/** Presses a button and gives the text that it copies. */
const copied = async ({ click, page }: ConsolePage, button: string): Promise<string> => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => {
      Object.assign(globalThis, { copied: text })
      return Promise.resolve()
    }
  })
  await click(button)
  return page.evaluate(() => (globalThis as unknown as { readonly copied: string }).copied) // set above
}

describe("results in the console", () => {
  it("are a table of records, also as CSV", async () => {
    const opened = await scraped(`${site.url}/shop/signal-lamp`)
    const { faults, page, text } = opened
    await page.click("[data-tab=records]")
    assert.include(await text(".tab-panel table.records thead"), "name")
    assert.include(await text(".tab-panel table.records tbody"), "62.25")
    assert.match(await copied(opened, "Copy as CSV"), /^name,price,.*\r\nSignal lamp,62.25,/)
    assert.deepStrictEqual(faults, [])
  })

  it("have the data of a schema, with the source of each value and what is missing", async () => {
    const opened = await inBrowser.signedIn("scrape")
    const { faults, page, text } = opened
    await page.click("details.more summary")
    await page.locator(`::-p-aria([name="Data by a schema"][role="textbox"])`).fill(
      `{"type": "object", "properties": {"titre": {"type": "string"}, "isbn": {"type": "string"}}}`
    )
    await scraped(`${site.url}/articles/tide`, Promise.resolve(opened))
    await page.click("[data-tab=data]")
    assert.match(await text(".tab-panel table tbody"), /\/titre\s+How tides are predicted\s+metadata/)
    assert.include(await text(".tab-panel"), "Not found: /isbn")
    assert.strictEqual(await copied(opened, "Copy as JSON"), `{\n  "titre": "How tides are predicted"\n}`)
    assert.deepStrictEqual(faults, [])
    // A form's values last until the page is loaded again.
    await page.reload()
  })

  it("are kept for Back and for the list of recent ones, and none is fetched twice", async () => {
    const [first, second] = [`${site.url}/docs/tides`, `${site.url}/articles/lighthouse`]
    const opened = await scraped(first)
    await scraped(second, Promise.resolve(opened))
    const { page, text } = opened
    const fetched = site.log.length
    await page.goBack()
    await shows(opened, first)
    assert.include(await text(".recent"), second)
    await page.locator(".recent a[href*=lighthouse]").click()
    await shows(opened, second)
    assert.include(page.url(), encodeURIComponent(second))
    assert.strictEqual(site.log.length, fetched)
    await page.reload()
    await page.waitForFunction(
      (url) => document.querySelector<HTMLInputElement>("input[name=url]")?.value === url,
      {},
      second
    )
    await shows(opened, second)
    assert.strictEqual(site.log.length, fetched)
  })

  it("begin with examples to press", async () => {
    const { click, page } = await inBrowser.signedIn("scrape")
    await page.evaluate(() => sessionStorage.removeItem("gleaner-scrape"))
    await page.reload()
    const examples = await page.waitForSelector(".examples")
    assert.lengthOf(await examples?.$$("button") ?? [], 3)
    await page.setRequestInterception(true)
    const sent = new Promise<string | undefined>((resolve) => {
      page.on("request", (request) => {
        if (new URL(request.url()).pathname !== "/v1/scrape") return void request.continue()
        resolve(request.postData())
        void request.abort()
      })
    })
    await click("A shop products as records books.toscrape.com")
    assert.strictEqual(await sent, `{"url":"https://books.toscrape.com/"}`)
    page.removeAllListeners("request")
    await page.setRequestInterception(false)
    assert.include(page.url(), encodeURIComponent("https://books.toscrape.com/"))
    await page.reload()
  })

  it("explain the content block by block, with reasons on demand", async () => {
    const { click, faults, page, text } = await scraped(`${site.url}/articles/tide`)
    await page.click("[data-tab=explain]")
    await click("Explain the content")
    await page.waitForSelector(".blocks")
    assert.include(await text(".blocks li.kept summary:has(ins)"), "kept")
    assert.match(await text(".blocks li.dropped summary:has(del)"), /dropped/)
    await page.click(".blocks li.kept summary")
    assert.match(await text(".blocks li.kept dl"), /Reasons\s+[+-][\d.]+ \w+=/)
    assert.deepStrictEqual(faults, [])
  })

  it("say why there is no picture without a browser", async () => {
    const { click, page, says } = await scraped(`${site.url}/docs/tides`)
    await page.click("[data-tab=picture]")
    await click("Take a picture")
    await says(/rendering_unavailable|no browser/i)
  })
})

describe("a job in the console", () => {
  it("shows a stored document, also one that an earlier job has", async () => {
    const first = await ended({ url: `${changing.url}/` })
    changing.change()
    const second = await ended({ url: `${changing.url}/`, since: first })
    const { faults, page, text } = await inBrowser.signedIn(`jobs/${second}`)
    const shown = async (path: string): Promise<string> => {
      // A press at a place could meet another row, since rows still come.
      await page.waitForFunction(
        (path) => {
          const links = [...document.querySelectorAll<HTMLElement>("table.data button.link")]
          const link = links.find(({ innerText }) => innerText === path)
          link?.click()
          return link !== undefined
        },
        {},
        path
      )
      const frame = await (await page.waitForSelector("dialog[open] iframe.rendered"))?.contentFrame()
      await frame?.waitForSelector("body.page > *")
      const body = await frame?.$eval("body", (body) => body.innerText) ?? ""
      await page.keyboard.press("Escape")
      await page.waitForSelector("dialog[open]", { hidden: true })
      return body
    }
    assert.include(await shown("/tides"), "14:12")
    assert.include(await text("table.data"), "same")
    assert.include(await shown("/fees"), "three crowns")
    assert.deepStrictEqual(faults, [])
  })

  it("offers the finished jobs of the same site to compare with", async () => {
    const id = await ended({ url: `${changing.url}/`, max_pages: 1 })
    await ended({ url: `${site.url}/`, max_pages: 1 })
    const { page } = await inBrowser.signedIn("crawl")
    await page.locator("input[name=url]").fill(`${changing.url}/`)
    if (await page.$("details.more[open]") === null) await page.click("details.more summary")
    const list = "select:has(option[value='" + id + "'])"
    await page.waitForSelector(list)
    const labels = await page.$$eval(`${list} option`, (all) => all.map(({ textContent }) => textContent ?? ""))
    assert.isTrue(labels.slice(1).every((label) => label.includes(changing.url)), labels.join())
    await page.select(list, id)
    await page.waitForFunction(() => document.querySelector("details.more .count")?.textContent === "1")
    await page.reload()
  })

  it("shows its templates, with the fields of their records", async () => {
    const id = await ended({ url: `${site.url}/shop`, max_pages: 1 })
    const opened = await inBrowser.signedIn(`jobs/${id}`)
    await opened.click("Templates", "tab")
    await opened.says("1 page like this one, 100 % of the host")
    await opened.says("title, ")
  })

  it("gives the documents so far while it runs, and its options in the words of the form", async () => {
    const held = await heldSite(4)
    const { service } = inBrowser
    const body = { url: `${held.url}/`, dedup: false, include: ["*/page/*"] }
    const { id } = await (await service.call("/v1/crawl", { json: body })).json() as { id: string }
    const opened = await inBrowser.signedIn(`jobs/${id}`)
    const { click, page, says, text } = opened
    await says("Download the first 1 document")
    await page.click(".downloads summary")
    const file = page.waitForFunction(() => (globalThis as { readonly saved?: number }).saved)
    await page.evaluate(() => {
      const { createObjectURL } = URL
      URL.createObjectURL = (blob) => {
        Object.assign(globalThis, { saved: (blob as Blob).size })
        return createObjectURL(blob)
      }
    })
    await click("JSON Lines")
    assert.isAbove(await (await file).jsonValue() ?? 0, 100)
    await click("Options", "tab")
    const options = await text(".tab-panel")
    assert.match(options, /Skip duplicate pages\s+off/)
    assert.match(options, /Follow only\s+\*\/page\/\*/)
    assert.notMatch(options, /Maximum depth|\[\]|dedup/)
    held.release()
    await says("The crawl is done")
    await held.close()
    await page.reload()
  })

  it("has its ledger on a phone: the reason below the URL", { tags: "long" }, async () => {
    const id = await ended({ url: `${site.url}/`, max_depth: 1 })
    const { page, text } = await inBrowser.signedIn(`jobs/${id}`)
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true })
    await page.waitForSelector("table.data")
    await page.select("select[aria-label=Outcome]", "failed")
    await page.waitForFunction(() => document.querySelectorAll("table.data tbody tr:not(.room)").length === 1)
    assert.match(await text("table.data tbody"), /\/missing\s+The site answered 404: not found\s+failed/)
    assert.isAtMost(await page.$eval("table.data", (table) => table.getBoundingClientRect().right), 390)
    await page.setViewport({ width: 1280, height: 900 })
  })
})
