import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { type RunningService, serviceOver } from "../support/entries/service-process.ts"
import { blocksUnder } from "../support/handbook.ts"
import { commandsIn, type Ran, runShown } from "../support/processes/run-shown.ts"
import { type FixtureSite, startFixtureSite } from "../support/web/fixture-site.ts"
import { type FakeSearxng, startSearxng } from "../support/web/searxng.ts"
import { browserVariable, skipReason } from "../web/render/support/browser.ts"

let site: FixtureSite
let service: RunningService
let searxng: FakeSearxng
let folder: string
beforeAll(async () => {
  site = await startFixtureSite()
  searxng = await startSearxng()
  searxng.pages = [[{ url: `${site.url}/articles/tide`, title: "How tides are predicted" }]]
  service = await serviceOver({ search: Option.some({ engine: "searxng", url: searxng.url }) })
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-readme-"))
})
afterAll(async () => {
  await service.stop()
  await site.close()
  searxng.close()
  fs.rmSync(folder, { recursive: true })
})

const run = (command: string, env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  runShown(command, { folder, site: site.url, service: service.url }, env)

/** Expected output of a command, or a condition that holds after it. */
type Outcome = RegExp | ((ran: Ran) => void)

const isThere = (name: string, what: RegExp): Outcome => () =>
  assert.match(fs.readFileSync(path.join(folder, name)).toString("latin1"), what)

const picture = isThere("page.png", /^.PNG/)

/** Every command under a heading, in their order. */
const outcomes: ReadonlyArray<readonly [heading: string, outcomes: ReadonlyArray<Outcome>, needs?: "browser"]> = [
  ["Scrape, discover, picture", [/"internal":true[^]*"counts":/]],
  ["Crawl a site", [/^\{"id":"[^"]+",[^]*"status":"queued"/]],
  ["The command line", [
    isThere("tide.md", /^# How tides are predicted\n/),
    () => assert.isAtLeast(fs.readdirSync(path.join(folder, "harbour"), { recursive: true }).length, 5)
  ]],
  ["Extract: a page of your own", [/"title":"Tides"/, /^\{"markdown":"The tide comes in twice a day\."\}$/]],
  ["The service", [/^# How tides are predicted\n/]],
  ["Pictures", [picture], "browser"],
  ["Errors", [(ran) => assert.strictEqual(problemOf(ran.out).code, "address_blocked")]],
  ["Log, metrics and traces", [/^# HELP gleaner_\w+ .*\n# TYPE gleaner_/]],
  ["Formats of a response", [
    /^# How tides are predicted\n(?![^]*High water)/,
    /^\{"url":"http[^]*"returned":\d+\}\}$/
  ]],
  ["CSV", [/^source,type,name,url,image,price,currency,description,fields\./]],
  ["All options", [
    /^# How tides are predicted\n(?![^]*High water)/,
    /"source": "selectors",\s+"type": "Item",\s+"name": "Brass barometer",[^}]*"price": 89,\s+"currency": "GBP",/,
    /^(?:\{"url":"[^"]+","title":"[^"]+","text":"[^"]+"\}\n){3}$/
  ]],
  ["Data by a schema", [
    isThere("schema.json", /^\{"type": "object"/),
    /"data": \{\s+"titre": "How tides are predicted",\s+"Sprache": "en"\s+\},[^]*"missing": \[\]/
  ]],
  ["Consent banners", [/^# How tides are predicted\n/]],
  ["Pictures of the pages", [/^(?:\{"picture":\{"url":"[^"]*pictures\/[^"]+\.webp",.*\}\n){3}$/], "browser"],
  ["Age and language", [/^# How tides are predicted\n/, /^# How tides are predicted\n/]],
  ["Passages for a language model", [/^\{"title":"How tides are predicted","chunks":\[\{[^]*"chunks_left_out":\d+/]],
  ["Search the web", [
    /^\{"results":\[\{"url":"[^"]+","title":"How tides are predicted","snippet":"",[^]*"chunks":\[\{"index":/
  ]],
  ["Chunks and passages", [
    /"title": "How tides are predicted",\s+"chunks": \[\s+\{\s+"index": 0,/,
    /"heading_path": \[[^]*"chunks_left_out": \d+/,
    /^\{"title":"How tides are predicted","chunks":\[\{"index":0,/
  ]],
  ["Pages behind a login", [/"title":"How tides are predicted"/, /^# How tides are predicted\n/]],
  ["Batches", [/^(?:\{"url":"[^"]+","title":"[^"]+"\}\n){2}$/, isThere("shop.jsonl", /^\{"url":"[^\n]+\n$/)]],
  ["Before a crawl starts", [/"allowed": true,[^]*"finish_seconds": /]],
  ["Near duplicates", [/^(?:\{"url":.*\}\n){5}$/]],
  ["Only what changed", [
    isThere("last.jsonl", /^(?:\{.*\}\n){5}$/),
    ({ err }) => assert.match(err, /; 0 new, 0 changed, 5 same, 0 removed$/m)
  ]],
  ["Schedules", [/"name":"Shop",[^]*"next_run_at":\d+/]],
  ["Messages by mail and chat", [/"name":"Prices",(?![^]*hooks\.slack)[^]*"receivers":\["slack"\]/]],
  ["A copy of a site", [
    ({ err }) => assert.match(err, /^mirror: 5 pages and .*; open \S+index\.html$/m),
    isThere("llms.txt", /^# .*\n\n(?:> .*\n\n)?## /)
  ]],
  ["Saved pages", [
    isThere("page.html", /^<title>Tides/),
    /^The tide comes in twice a day\.\n$/,
    isThere("saved.jsonl", /^\{"id": 1/),
    isThere("documents.jsonl", /^\{"id":1,"document":\{/),
    isThere("saved/page.html", /^<title>Tides/),
    isThere("notes/page.md", /^---\ntitle: "Tides"\nfile: "saved\/page\.html"\n---\n\nThe tide/)
  ]],
  ["Why content is kept or dropped", [/twice a day/, isThere("why.html", /^<!doctype html>/i)]]
]

/** The first commands that a reader sees. */
const examples = new Set(["Scrape, discover, picture", "Crawl a site", "The service", "Errors", "CSV"])

const problemOf = (text: string): { readonly code?: string; readonly detail?: string } =>
  JSON.parse(text) as { readonly code?: string; readonly detail?: string }

describe("the commands of the documentation", () => {
  for (const [heading, expected, needs] of outcomes) {
    const tags = examples.has(heading) ? [] : "long"
    it.skipIf(needs === "browser" && skipReason !== "")(`under ${heading} do what it says`, { tags }, async () => {
      const commands = blocksUnder(heading, "sh").flatMap(commandsIn)
      assert.strictEqual(commands.length, expected.length)
      for (const [index, command] of commands.entries()) {
        const ran = await run(command, needs === "browser" ? browserVariable : {})
        assert.strictEqual(ran.code, 0, `${command}\n${ran.err}`)
        const outcome = expected[index]
        if (outcome instanceof RegExp) assert.match(ran.out, outcome, command)
        else outcome?.(ran)
      }
    })
  }

  it.skipIf(skipReason !== "")("of the page about the command line do what it says", { tags: "long" }, async () => {
    const commands = blocksUnder("Command line", "sh").flatMap(commandsIn)
    const install = commands.find((command) => command.includes("--install-browser"))
    assert.isDefined(install, "it downloads, so that it is not run")
    const outputs = new Map<string, string>()
    for (const command of commands.filter((command) => command !== install)) {
      const isPicture = command.includes("screenshot")
      const { code, err, out } = await run(command, isPicture ? browserVariable : {})
      assert.strictEqual(code, 0, `${command}\n${err}`)
      outputs.set(command.replace(/^.*npm run -s gleaner -- /, "").split(" ")[0] ?? "", out)
    }
    assert.match(outputs.get("doctor") ?? "", /GLEANER_DOMAIN_DELAY/)
    assert.match(outputs.get("scrape") ?? "", /^How tides are predicted\n/)
    assert.include(outputs.get("discover"), `${site.url}/`)
    assert.lengthOf(fs.readFileSync(path.join(folder, "pages.jsonl"), "utf8").trim().split("\n"), 5)
    assert.isAtLeast(fs.readdirSync(path.join(folder, "pages"), { recursive: true }).length, 5)
    assert.isAbove(fs.statSync(path.join(folder, "articles.warc.gz")).size, 1000)
  })

  it("about jobs show, read, cancel and delete one", { tags: "long" }, async () => {
    const commands = blocksUnder("Jobs of a service", "sh").flatMap(commandsIn)
    assert.lengthOf(commands, 7)
    const started = await service.call("/v1/crawl", { json: { url: site.url, max_pages: 2, search: true } })
    const { id } = await started.json() as { readonly id: string }
    const { hostname, port } = new URL(service.url)
    for (const command of commands) {
      const line = command.replace(/[0-9a-f]{32}/, id).replace("http://gleaner.example:8080", service.url)
      const { code, err, out } = await run(line, { GLEANER_HOST: hostname, GLEANER_PORT: port })
      assert.strictEqual(code, 0, `${command}\n${err}`)
      if (command.includes("jobs records")) assert.match(out, /^page_url,source,type,name,/)
      else if (command.includes("jobs templates")) {
        assert.match(out + err, /^(?:template +pages|gleaner: the job has no)/)
      } else if (command.includes("jobs search")) {
        assert.match(out + err, /#:~:text=|^gleaner: no stored page has these words/)
      } else assert.include(out + err, id, command)
    }
    assert.strictEqual((await service.call(`/v1/jobs/${id}`)).status, 404)
  })

  it("about wrappers learn one, and read data by its rules", { tags: "long" }, async () => {
    const commands = blocksUnder("Wrappers", "sh").flatMap(commandsIn)
    assert.lengthOf(commands, 4)
    const { hostname, port } = new URL(service.url)
    const outputs: Array<string> = []
    for (const command of commands) {
      const { code, err, out } = await run(command, { GLEANER_HOST: hostname, GLEANER_PORT: port })
      assert.strictEqual(code, 0, `${command}\n${err}`)
      outputs.push(out)
    }
    assert.match(
      outputs[2] ?? "",
      /^id +[0-9a-f]{32}\n[^]*status +ready\npages +1 learnt, 1 checked\n\/headline +right 100%/
    )
    assert.match(outputs[3] ?? "", /"data":\{"headline":"[^"]+"\}[^]*"source":"wrapper","wrapper":"[0-9a-f]{32}"/)
  })

  it("about a container make keys that the service takes", async () => {
    const [enter, make = "", start = ""] = blocksUnder("In a container", "sh").flatMap(commandsIn)
    assert.strictEqual(enter, "cd scripts/container")
    assert.match(start, /^docker compose -f alone\.yaml /)
    assert.strictEqual((await run(make)).code, 0)
    const { code, out } = await run(`GLEANER_API_KEYS=file:secrets/keys npm run -s gleaner -- doctor`)
    assert.strictEqual(code, 0)
    assert.match(out, /^keys +1 from GLEANER_API_KEYS: me$/m)
  })

  it.each(["Start with a checkout", "Start with the package"])("%s print the first page", async (heading) => {
    const commands = blocksUnder(heading, "sh").flatMap(commandsIn)
    const own = commands.filter((command) => /^(?:npm run -s )?gleaner (?!serve)/.test(command))
    assert.strictEqual(commands.length - own.length, 2, "the installation and the service")
    let last: Ran | undefined
    for (const command of own) {
      last = await run(command)
      assert.strictEqual(last.code, 0, `${command}\n${last.err}`)
    }
    assert.match(last?.out ?? "", /^# How tides are predicted\n/)
  })

  it("the problem that the documentation shows is the one that comes", async () => {
    const [shown = "{}"] = blocksUnder("Errors", "json")
    const answer = await service.call("/v1/scrape", { json: { url: "http://10.0.0.1/" } })
    const { detail = "", ...rest } = problemOf(await answer.text())
    const { detail: beginning = "", ...others } = problemOf(shown)
    assert.deepStrictEqual(others, rest)
    assert.strictEqual(detail.slice(0, beginning.length - 4), beginning.slice(0, -4))
  })
})
