import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { consoleOverSite, type ConsolePage } from "../../support/entries/console-over-site.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

const inBrowser = consoleOverSite()
let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())

const scraped = async (url: string): Promise<ConsolePage> => {
  const opened = await inBrowser.signedIn("scrape")
  await opened.page.locator("input[name=url]").fill(url)
  await opened.page.evaluate(() => document.querySelector(".document, .notice.bad")?.setAttribute("data-old", ""))
  await opened.click("Scrape")
  await opened.page.waitForSelector(":is(.document, .notice.bad):not([data-old])")
  return opened
}

/** Text in the frame of the rendered page. Its scripts are disabled, so it is read from outside. */
const framed = async ({ page }: ConsolePage): Promise<string> => {
  const element = await page.waitForSelector("iframe.rendered")
  const frame = await element?.contentFrame()
  await frame?.waitForSelector("body.page > *")
  return await frame?.$eval("body", (body) => body.innerText) ?? ""
}

describe("a scrape in the console", () => {
  it("shows the page as it reads, as markdown and as text, and what it says of itself", async () => {
    const opened = await scraped(`${site.url}/articles/tide`)
    const { faults, page, says, text } = opened
    assert.strictEqual(await text(".document-head h2"), "How tides are predicted")
    assert.match(await framed(opened), /A tide table for a harbour is printed a year ahead/)
    const shown = async (tab: string): Promise<string> => {
      await page.click(`[data-tab=${tab}]`)
      return text(".tab-panel")
    }
    assert.match(await shown("markdown"), /\*\*High water at the harbour\*\*/)
    assert.notInclude(await shown("text"), "**")
    assert.include(await shown("metadata"), "How tides are predicted")
    assert.include(await shown("tables"), "Monday")
    assert.match(await shown("trace"), /fetch\s+[\d.,]+ m?s/)
    await page.click("[data-tab=links]")
    await page.locator("input[aria-label='Filter the links']").fill("lighthouse")
    await page.waitForFunction(() => document.querySelectorAll(".tab-panel tbody tr").length === 1)
    await says("/articles/lighthouse")
    assert.deepStrictEqual(faults, [])
  })

  it("says in words what to be warned of", async () => {
    const { says, text } = await scraped(`${site.url}/live`)
    await says("rendering_unavailable")
    assert.include(await text("main"), "JavaScript")
  })

  it("says why there is no page", async () => {
    const { says, text } = await scraped(`${site.url}/private/log`)
    await says("The site's robots.txt disallows this URL")
    await scraped("nothing at all")
    await says("The request is invalid")
    assert.notInclude(await text("main"), "robots.txt")
  })

  it("takes options, and names the one that is wrong", async () => {
    const { click, faults, page, text } = await inBrowser.signedIn("scrape")
    await page.click("details.more summary")
    const field = (label: string) => page.locator(`::-p-aria([name="${label}"][role="textbox"])`)
    await field("Header fields").fill("no colon")
    await page.locator("input[name=url]").fill(`${site.url}/articles/tide`)
    await page.locator("button[type=submit]").click()
    await page.waitForFunction(() => document.body.innerText.includes("Write one pair a line, as name: value."))
    await field("Header fields").fill("accept-language: de")
    await click("Add a record")
    await field("Type of record 1").fill("Day")
    await field("Element of record 1").fill("table tr")
    await field("Field 1 of record 1").fill("day")
    await field("Place of field 1 of record 1").fill("td")
    await field("Fields").fill("title\nrecords")
    // The head of the page stays above what was scrolled below it.
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator("button[type=submit]").click()
    await page.waitForSelector("[data-tab=records]")
    assert.strictEqual(await page.$("[data-tab=markdown]"), null)
    assert.include(await text(".tab-panel"), "Monday")
    assert.deepStrictEqual(faults, [])
    // A form's values last until the page is loaded again.
    await page.reload()
  })

  it("begins with a press, never with an address that a link has", async () => {
    const { click, go, page } = await inBrowser.signedIn("jobs")
    const sent: Array<string> = []
    page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() !== "GET" || pathname === "/v1/scrape") sent.push(`${request.method()} ${pathname}`)
    })
    const asked = site.log.length
    const query = new URLSearchParams({ url: `${site.url}/articles/lighthouse`, since: "0".repeat(32) })
    for (const view of ["crawl", "batch", "jobs", "changes", "domains", "service", "scrape"]) {
      await go(`${view}?${query}`)
      await page.waitForNetworkIdle({ idleTime: 100 })
    }
    assert.strictEqual(await page.$eval("input[name=url]", ({ value }) => value), query.get("url"))
    assert.deepStrictEqual([sent, site.log.length], [[], asked])
    await click("Scrape")
    await page.waitForSelector(".document")
    assert.deepStrictEqual(sent, ["POST /v1/scrape"])
    await page.reload()
  })

  it("is used with only the keyboard", async () => {
    const { page } = await scraped(`${site.url}/articles/tide`)
    await page.focus("[role=tab][aria-selected=true]")
    await page.keyboard.press("ArrowRight")
    const chosen = () =>
      page.$eval("[role=tab][aria-selected=true]", (tab) => [tab.textContent, tab === document.activeElement])
    assert.deepStrictEqual(await chosen(), ["Markdown", true])
    await page.keyboard.press("End")
    assert.deepStrictEqual(await chosen(), ["Picture", true])
    await page.keyboard.press("ArrowRight")
    assert.deepStrictEqual(await chosen(), ["Page", true])
  })
})

/** Each part reports if it runs, and requests a file if it loads. */
const attack = (id: string) => `parent.postMessage('${id}','*');top.pwned='${id}'`
const markup = (id: string) =>
  `<img src=/beacon/${id} onerror="${attack(id)}"><svg onload="${attack(id)}"><script>${attack(id)}</script></svg>` +
  `<iframe srcdoc="<script>${attack(id)}</script>"></iframe><a href="javascript:${attack(id)}">link ${id}</a>` +
  `<style>@import '/beacon/${id}.css'</style><form action=/beacon><button autofocus onfocus="${
    attack(id)
  }">x</button></form>`
const escaped = (html: string) => html.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(`"`, "&quot;")

const hostilePage = () => {
  const text = escaped(markup("text"))
  return `<!doctype html><html lang="en"><head><title>${escaped(markup("title"))}</title>
<meta name=description content="${escaped(markup("description"))}"><meta property="og:title" content="${
    escaped(markup("og"))
  }">
<meta property="og:url" content="javascript:${attack("og-url")}">
<script type="application/ld+json">{"@type":"Product","name":${
    JSON.stringify(markup("ld")).replaceAll("</", "<\\/")
  },"url":"javascript:x"}</script>
</head><body><main><h1>${text}</h1>${
    markup("body")
  }<p>${text} and so on, so that there is enough of it to be content of a page.</p>
<pre>${text}</pre><p>![a](javascript:x) [b](javascript:${attack("md")}) &lt;script&gt;${attack("md")}&lt;/script&gt;</p>
<table><caption>${text}</caption><tr><th>${text}</th></tr><tr><td>${text}</td></tr></table>
<a href="/x?${encodeURIComponent(markup("query"))}">${text}</a><a href="data:text/html,${
    encodeURIComponent(markup("data"))
  }">data</a>
<img src="/picture.png" alt="${escaped(markup("alt"))}"></main></body></html>`
}

describe("a hostile page in the console", () => {
  it("runs nothing, loads nothing and asks for nothing, on whatever tab", async () => {
    const asked: Array<string> = []
    const server = http.createServer((request, response) => {
      asked.push(request.url ?? "")
      response.writeHead(200, { "content-type": "text/html" }).end(hostilePage())
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const opened = await scraped(url)
    const { faults, page } = opened
    await page.evaluate(() => addEventListener("message", ({ data }) => (Object.assign(globalThis, { pwned: data }))))
    const visited = asked.filter((path) => path !== "/robots.txt")
    assert.match(await framed(opened), /and so on/)
    const frame = await (await page.$("iframe.rendered"))?.contentFrame()
    assert.strictEqual(
      await frame?.$$eval(
        "*",
        (all) =>
          all.filter((element) =>
            /^(?:script|style|iframe|img|svg|form|button|object|embed)$/i.test(element.localName) ||
            [...element.attributes].some(({ name, value }) =>
              name.startsWith("on") || /^\s*(?:javascript|data):/i.test(value)
            )
          ).length
      ),
      0
    )
    for (
      const tab of await page.$$eval(
        "[data-tab]",
        (tabs) => tabs.map((tab) => (tab as HTMLElement).dataset["tab"] ?? "")
      )
    ) {
      await page.click(`[data-tab=${tab}]`)
      assert.strictEqual(
        await page.$(".tab-panel a[href^='javascript:'], .tab-panel a[href^='data:'], .tab-panel script"),
        null
      )
    }
    assert.isUndefined(await page.evaluate(() => (globalThis as { readonly pwned?: unknown }).pwned))
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(asked.filter((path) => path !== "/robots.txt"), visited)
    // Verify the check itself.
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement("img"), { src: "http://127.0.0.1:1/beacon" }))
    })
    await page.waitForFunction(() => true)
    for (let wait = 0; faults.length === 0 && wait < 100; wait++) {
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    assert.match(faults.join(), /^img-src http:\/\/127\.0\.0\.1:1\/beacon/)
    await new Promise((resolve) => server.close(resolve))
  })

  it("is shown although its markdown is made to take for ever", async () => {
    const text = `# A page\n\n${"a_".repeat(30_000)}\n\n${"> ".repeat(25_000)}deep\n\nThe end of the page.\n`
    const server = http.createServer((_, response) =>
      void response.writeHead(200, { "content-type": "text/markdown" }).end(text)
    )
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const opened = await scraped(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    assert.match(await framed(opened), /The end of the page/)
    assert.deepStrictEqual(opened.faults, [])
    await new Promise((resolve) => server.close(resolve))
  })
})
