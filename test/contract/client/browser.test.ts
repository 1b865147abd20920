import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import type { Browser } from "puppeteer-core"
import { buildClient } from "../../../scripts/build-client.ts"
import { launchBrowser } from "../../../scripts/support/launch-browser.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { skipReason } from "../../web/render/support/browser.ts"

/** Calls of a page or a worker to the client: the same text in both. */
const use = (baseUrl: string, url: string) => `
  import { gleanerClient, GleanerError } from "/client.js"
  const client = gleanerClient({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: "${keys.first}" })
  const urls = []
  const run = client.crawl({ url: ${JSON.stringify(url)}, max_pages: 4, fields: ["url"] })
  for await (const page of run) urls.push(page.url)
  let events = 0
  for await (const event of run.events()) if (event.event === "page") events++
  const code = await client.scrape({ url: "ftp://example.com/" }).catch((error) => error instanceof GleanerError && error.code)
  const result = { urls, stored: (await run.ended()).stats.stored, events, code }
`

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-page-"))
let files: Readonly<Record<string, string>> = {}
const pages = http.createServer((request, response) => {
  const name = request.url ?? ""
  response.setHeader("content-type", name.endsWith(".js") ? "text/javascript" : "text/html")
  response.end(name === "/client.js" ? fs.readFileSync(path.join(folder, "client.js")) : files[name])
})
let site: FixtureSite
let service: RunningService
let browser: Browser | undefined
let origin = ""
beforeAll(async () => {
  await buildClient(path.join(folder, "client.js"))
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  site = await startFixtureSite()
  service = await serviceOver({ corsOrigins: [origin], browser: Option.some("off") })
  if (skipReason === "") browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service.stop()
  await site.close()
  pages.close().closeAllConnections()
  fs.rmSync(folder, { recursive: true })
})

describe(`the client in Chromium${skipReason}`, () => {
  const assertReadsCrawl = async (html: string) => {
    files = {
      "/": html,
      "/page.js": `${use(service.url, `${site.url}/`)}\nwindow.result = result`,
      "/worker.js": `${use(service.url, `${site.url}/`)}\npostMessage(result)`
    }
    const page = await (browser ?? assert.fail("no browser")).newPage()
    await page.goto(origin)
    const handle = await page.waitForFunction("window.result")
    const result = await handle.jsonValue() as { urls: Array<string>; stored: number; events: number; code: string }
    await page.close()
    assert.strictEqual(result.urls[0], `${site.url}/`)
    assert.lengthOf(result.urls, result.stored)
    assert.isAtLeast(result.events, result.stored)
    assert.strictEqual(result.code, "invalid_request")
  }

  it.skipIf(skipReason !== "")(
    "reads a crawl in a page of another origin",
    () => assertReadsCrawl(`<script type="module" src="/page.js"></script>`)
  )

  it.skipIf(skipReason !== "")("reads a crawl in a worker", () =>
    assertReadsCrawl(
      `<script>new Worker("/worker.js", { type: "module" }).onmessage = ({ data }) => { window.result = data }</script>`
    ))
})
