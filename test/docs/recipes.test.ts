import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type RunningService, serviceProcess } from "../support/entries/service-process.ts"
import { codeBlocks } from "../support/handbook.ts"
import { builtCommand } from "../support/processes/built-command.ts"
import { commandsIn, type Ran, runShown } from "../support/processes/run-shown.ts"
import { type FixtureSite, startFixtureSite } from "../support/web/fixture-site.ts"
import { startReceiver, type WebhookReceiver } from "../support/web/webhook-receiver.ts"
import { browserVariable, skipReason } from "../web/render/support/browser.ts"

let site: FixtureSite
let service: RunningService
let receiver: WebhookReceiver
let folder: string
beforeAll(async () => {
  site = await startFixtureSite()
  receiver = await startReceiver()
  service = await serviceProcess({ firecrawlApi: true, webhookAddresses: ["127.0.0.0/8"] })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-recipes-"))
})
afterAll(async () => {
  await service.stop()
  await site.close()
  receiver.close()
  fs.rmSync(folder, { recursive: true })
})

const readText = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8")
const linesOf = (name: string): number => readText(name).trim().split("\n").length

/** The result of the last command of a recipe. */
type Outcome = RegExp | ((ran: Ran) => void | Promise<void>)

const file = (name: string, content: RegExp): Outcome => () => assert.match(readText(name), content)

const tide = /^# How tides are predicted\n/

const recipes: Readonly<Record<string, Outcome>> = {
  "A page as markdown": file("tide.md", tide),
  "Only some elements of a page": /^# How tides are predicted\n(?![^]*High water)/,
  "A page in another language": tide,
  "A stored page, if it is not older than an hour": /"title":"How tides are predicted"[^]*"cache_hit":/,
  "A page behind a login": tide,
  "A list with a button to load more": /Ada has watched[^]*Ida has watched/,
  "A list that loads while it is scrolled": () => {
    assert.deepStrictEqual(
      [...readText("ships.md").matchAll(/Ship number (\d+) lies/g)].map(([, number]) => Number(number)),
      Array.from({ length: 1000 }, (_, index) => index + 1)
    )
  },
  "A page behind a form": /One brass barometer/,
  "A page that you already have": /^The tide comes in twice a day\.\n$/,
  "A spreadsheet, a presentation or an old Word file": /^\| 2nd row \| 2nd row 2nd column \|$/m,
  "An e-book": file("tides.md", /At new and full moon the tide rises highest\./),
  "A picture of a page": file("tide.png", /PNG/),
  "A picture of each page of a site": () => assert.lengthOf(fs.readdirSync(path.join(folder, "pictures")), 3),
  "A page as a PDF": file("tide.pdf", /^%PDF-/),
  "The tables of a page": file("tides.csv", /^Day,Time,Height \(m\)\r\nMonday,06:12,4\.8\r\n/),
  "The products of a shop": file("shop.csv", /^source,type,name,url,[^]*Brass barometer/),
  "Records by CSS selectors": /"name": "Brass barometer",[^]*"price": 89,/,
  "The products of a shop, by a schema of your own": /"data": \[\s*\{\s*"name": "Brass barometer",\s*"Preis": 89/,
  "Parquet in DuckDB": async () => {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path.join(folder, "records.parquet")) })
    assert.includeMembers(Object.keys(rows[0] ?? {}), ["name", "price", "currency", "page_url", "type"])
    assert.isTrue(
      rows.some(({ name, price, type }) => type === "Product" && name !== null && typeof price === "number")
    )
  },
  "The pages of a site as CSV": file("pages.csv", /^url,title,description,text\r\n(?:[^]*?\r\n){5,}/),
  "The products of a whole site as CSV": file("products.csv", /^page_url,source,type,[^]*Brass barometer/),
  "A site as a folder of markdown": () => {
    const pages = fs.readdirSync(path.join(folder, "harbour"), { recursive: true, encoding: "utf8" })
    assert.lengthOf(pages.filter((name) => name.endsWith(".md")), 5)
  },
  "Each article of a site once": () => assert.strictEqual(linesOf("articles.jsonl"), 5),
  "A site without the text that its pages repeat": () => {
    const pages = fs.readdirSync(path.join(folder, "harbour-alone"), { recursive: true, encoding: "utf8" })
    assert.lengthOf(pages.filter((name) => name.endsWith(".md")), 5)
  },
  "llms.txt of a site": () => {
    assert.match(readText("llms.txt"), /^# [^]*\n## /)
    assert.include(readText("llms-full.txt"), "How tides are predicted")
  },
  "A copy that works without a server": ({ err }) =>
    assert.match(err, /^mirror: 5 pages and .*; open \S+index\.html$/m),
  "The URLs of a sitemap": /^http\S+\/articles\/lighthouse\nhttp\S+\/articles\/tide\n$/,
  "Only the pages of the sitemap": () => assert.strictEqual(linesOf("sitemap.jsonl"), 2),
  "The pages of a list in a file": () => assert.strictEqual(linesOf("list.jsonl"), 2),
  "Go on with an interrupted crawl": () => assert.strictEqual(linesOf("site.jsonl"), 5),
  "The pages that changed since yesterday": ({ err }) => assert.match(err, /; 0 new, 0 changed, 5 same, 0 removed$/m),
  "Broken links": ({ code, out }) => {
    assert.strictEqual(code, 1)
    assert.match(out, /^broken +404 +http\S+\/missing/m)
  },
  "The size and duration of a crawl, before it starts": /"allowed": true,[^]*"finish_seconds": /,
  "A WARC archive": () => assert.isAbove(fs.statSync(path.join(folder, "site.warc.gz")).size, 1000),
  "A web archive to replay": () => assert.isAbove(fs.statSync(path.join(folder, "site.wacz")).size, 1000),
  "Chunks with their numbers of tokens": /"tokens": \d+/,
  "The passages that answer a question": /"chunks": \[[^]*High water/,
  "Python": /^How tides are predicted\n$/,
  "n8n, or a client of Firecrawl": /^\{"success":true,"data":\{"markdown":"# How tides are predicted/,
  "A webhook at the end of a job": async () => {
    await receiver.until((arrived) => arrived.some(({ type }) => type === "job.finished"))
    assert.strictEqual(receiver.arrived.at(-1)?.path, "/done")
  }
}

/** Programs that a recipe needs besides Gleaner: their lines are not run. */
const otherPrograms = /^duckdb /

/** Recipes that other tests run. */
const elsewhere = [
  "Tools for an agent (MCP)",
  "Types for openapi-fetch",
  "Documents in an S3 bucket",
  "The changes of each day, sent to a webhook",
  "Price changes in Slack, or by mail",
  "The changes of a site in a feed reader",
  "A large site each day, with few requests",
  "From a cron job to a schedule"
]

const blocks = codeBlocks.filter((block) => block.file.endsWith("recipes.md"))
const needsBrowser = new Set([
  "A picture of a page",
  "A picture of each page of a site",
  "A page as a PDF",
  "A list with a button to load more",
  "A list that loads while it is scrolled",
  "A page behind a form"
])

/** The others differ in options, which have tests of their own. */
const examples = new Set([
  "A page as markdown",
  "The products of a shop, by a schema of your own",
  "Records by CSS selectors",
  "Broken links",
  "Python"
])

describe("the recipes of the documentation", () => {
  for (const [heading, outcome] of Object.entries(recipes)) {
    const tags = examples.has(heading) ? [] : "long"
    it.skipIf(needsBrowser.has(heading) && skipReason !== "")(heading, { tags }, async () => {
      const commands = blocks.filter((block) => block.heading === heading).flatMap(({ text }) => commandsIn(text))
        .filter((command) => !otherPrograms.test(command))
      assert.isAtLeast(commands.length, 1)
      let ran: Ran = { code: 1, out: "", err: "" }
      for (const command of commands) {
        const env = needsBrowser.has(heading) ? browserVariable : {}
        const line = command.replaceAll("http://127.0.0.1:9000", receiver.url)
        ran = await runShown(line, { folder, site: site.url, service: service.url }, env)
        if (heading !== "Broken links") assert.strictEqual(ran.code, 0, `${command}\n${ran.err}`)
      }
      if (outcome instanceof RegExp) assert.match(ran.out, outcome)
      else await outcome(ran)
    })
  }

  it("Tools for an agent (MCP)", async () => {
    const shown = blocks.find((block) => block.heading === "Tools for an agent (MCP)")?.text ?? ""
    const { command, args } = (JSON.parse(shown) as {
      readonly mcpServers: { readonly gleaner: { readonly command: string; readonly args: ReadonlyArray<string> } }
    }).mcpServers.gleaner
    assert.strictEqual(command, "gleaner")
    const client = new Client({ name: "test", version: "1" })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [builtCommand, ...args], stderr: "ignore" })
    )
    assert.include((await client.listTools()).tools.map(({ name }) => name), "scrape")
    await client.close()
  })

  it("are all run", () => {
    assert.sameMembers([...Object.keys(recipes), ...elsewhere], blocks.map(({ heading }) => heading))
    assert.isAtLeast(blocks.length, 30)
  })
})
