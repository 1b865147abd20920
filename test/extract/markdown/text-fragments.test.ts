import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "puppeteer-core"
import { launchBrowser } from "../../../scripts/support/launch-browser.ts"
import type { Block, Document } from "../../../src/core/domain/document/Document.ts"
import { Extractor } from "../../../src/extract/Extractor.ts"
import { findBrowser } from "../../../src/web/render/browser/find-browser.ts"
import { skipReason } from "../../web/render/support/browser.ts"
import { jsonOf } from "../document-of.ts"
import { inputOf } from "./page-of.ts"

const prose = "The moon pulls at the sea, and the sea follows by the same delay each day, give or take the weather."

/** Words that come again, also before the content, in cells, in marks, in capitals and in other scripts. */
const html = `<!doctype html><html lang=en><meta charset=utf-8><title>Tides</title><body>
<nav><ul><li><a href=/s>Spring tides</a><li><a href=/n>Neap tides</a></ul></nav>
<main><h1>Tides of the cape</h1><p>${prose}</p>
<h2>Spring <b>tides</b></h2><p>${prose}</p><p>Each day, at 06:12, somebody looks.</p>
<h2>NEAP TIDES</h2><p>${prose} That is <i>all</i> there is to&nbsp; say.</p>
<h3>Costs</h3><p>Two to three days</p><h3>Benefits</h3><p>Two to three days</p>
<table><caption>High water</caption><tr><th>Day<th>Time<tr><td>Monday<td>06:12<tr><td>Tuesday<td>06:55</table>
<ul><li>${prose}<li>Costs, dear reader - and more</ul><pre>tide(now)\n  + 1</pre>
<blockquote><p>市政府召开新闻发布会，介绍今年以来的经济发展情况，并回答了记者的提问。市政府召开会议。</p></blockquote>
<h3>Costs</h3><p>市政府召开会议。</p><p>${prose} The end.</p></main><footer>Spring tides, Costs</footer>`

let browser: Browser
const long = "<!doctype html><p style='padding: 9000px 0'>Before.</p><p>It came after all.</p>"
const server = http.createServer((request, response) =>
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(request.url === "/long" ? long : html)
)
let url = ""

beforeAll(async () => {
  if (skipReason !== "") return
  browser = await launchBrowser([], await Effect.runPromise(findBrowser({ browser: Option.none() })))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(async () => {
  await browser?.close()
  server.close().closeAllConnections()
})

/** Opens addresses in a browser and returns whether the element of each path is in the middle of its window. */
const opened = async (blocks: ReadonlyArray<Block>): Promise<ReadonlyArray<boolean>> => {
  const page = await browser.newPage()
  await page.evaluateOnNewDocument(() => {
    // Each block fills more than a window, so that one alone is in sight.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync("main > *, main li, nav li { padding: 900px 0 !important; margin: 0 !important }")
    document.addEventListener("DOMContentLoaded", () => {
      document.adoptedStyleSheets = [sheet]
    })
  })
  const found: Array<boolean> = []
  for (const [index, block] of blocks.entries()) {
    // Another document each time: within one, a browser follows a text directive only after a click.
    await page.goto(block.url.replace("#", `?${index}#`))
    found.push(
      await page.evaluate(
        (path) =>
          new Promise<boolean>((resolve) => {
            const look = (frames: number) => {
              const { bottom, top } = document.querySelector(path)?.getBoundingClientRect() ?? { bottom: 0, top: 0 }
              const isThere = scrollY > 0 && top < innerHeight / 2 && bottom > innerHeight / 2
              if (isThere || frames === 0) resolve(isThere)
              else requestAnimationFrame(() => look(frames - 1))
            }
            look(100)
          }),
        block.path
      )
    )
  }
  return found
}

/** A headless shell does not, whatever the address. */
const followsTextFragments = async (): Promise<boolean> => {
  const page = await browser.newPage()
  await page.goto(`${url}long#:~:text=after%20all`)
  return page.evaluate(() =>
    new Promise<boolean>((resolve) => {
      const look = (frames: number) =>
        scrollY > 0 || frames === 0 ? resolve(scrollY > 0) : requestAnimationFrame(() => look(frames - 1))
      look(100)
    })
  )
}

describe(`the addresses of blocks${skipReason}`, () => {
  it.skipIf(skipReason !== "")("lead a browser to the block that they belong to", async ({ skip }) => {
    skip(!await followsTextFragments(), "(skipped: the headless shell of npm follows no text fragments; Chromium does)")
    const page = { ...inputOf(html, url), options: { fields: ["blocks" as const] } }
    const { blocks = [] } = JSON.parse(
      await Effect.runPromise(
        Effect.provide(
          Effect.flatMap(Extractor, (extractor) => Effect.map(extractor.extract(page), jsonOf)),
          Extractor.layerInline
        )
      )
    ) as Document
    assert.isAtLeast(blocks.length, 18)
    const found = await opened(blocks)
    assert.deepStrictEqual(blocks.filter((_, index) => found[index] !== true).map(({ url }) => decodeURI(url)), [])
  })
})
