import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { flagName, formOf } from "../../src/core/domain/options/option-forms.ts"
import { type OptionName, requestOptions } from "../../src/core/domain/options/RequestOptions.ts"
import { commandOptions, type Route, routeOptions } from "../../src/core/domain/options/RouteOptions.ts"
import { commandOver } from "../support/entries/command-over.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { serviceProcess } from "../support/entries/service-process.ts"
import { type Json, json } from "../support/shapes.ts"

const keyFile = path.join(os.tmpdir(), `gleaner-key-${process.pid}`)
fs.writeFileSync(keyFile, randomBytes(32).toString("base64"))
const live = serviceOverSite(
  {
    workers: 1,
    maxCrawls: 1000,
    maxRunningCrawls: 16,
    browser: Option.some("off"),
    secretsKeyFile: Option.some(keyFile)
  },
  serviceProcess
)

const pageActionsFile = path.join(os.tmpdir(), `gleaner-page-actions-${process.pid}.json`)
fs.writeFileSync(pageActionsFile, JSON.stringify([{ pattern: "/shop/*", actions: [{ click: "#more" }] }]))
const actionsFile = path.join(os.tmpdir(), `gleaner-actions-${process.pid}.json`)
fs.writeFileSync(actionsFile, JSON.stringify([{ click: "#more" }, { scroll: "bottom" }]))
const schema = { type: "object", properties: { name: { type: "string" } } }
const schemaFile = path.join(os.tmpdir(), `gleaner-schema-${process.pid}.json`)
fs.writeFileSync(schemaFile, JSON.stringify(schema))
/** A wrapper of the caller, with rules of a person. */
let wrapper = "0".repeat(32)
beforeAll(async () => {
  const examples = [{ url: "http://10.0.0.1/", data: { name: "x" } }]
  const made = await live.service.call("/v1/wrappers", { json: { name: "x", schema, examples } })
  wrapper = String((await json(made))["id"])
  const rules = { rows: [], fields: [{ pointer: "/name", selector: "h1", attribute: null }] }
  await live.service.call(`/v1/wrappers/${wrapper}`, { method: "PUT", json: { rules } })
  await live.service.call("/v1/profiles/reader", { method: "PUT", json: { origins: ["http://10.0.0.1"] } })
})
afterAll(() => {
  for (const file of [actionsFile, keyFile, pageActionsFile, schemaFile]) fs.rmSync(file)
})

/** A value of each option that differs from its default, and how it is written on the command line. */
const samples: Readonly<Record<OptionName, readonly [value: unknown, onTheLine: ReadonlyArray<string>]>> = {
  use_cache: [false, ["--no-use-cache"]],
  max_age_seconds: [60, ["--max-age-seconds", "60"]],
  language: [["de-CH", "de"], ["--language", "de-CH,de"]],
  include_html: [true, ["--include-html"]],
  internal_only: [true, ["--internal-only"]],
  fields: [["url", "markdown"], ["--fields", "url,markdown"]],
  include_selectors: [["main", ".x"], ["--include-selectors", "main", "--include-selectors", ".x"]],
  exclude_selectors: [["nav"], ["--exclude-selectors", "nav"]],
  hidden: ["include", ["--hidden", "include"]],
  ocr: [false, ["--no-ocr"]],
  links: ["text", ["--links", "text"]],
  extract: [[{ select: "p", fields: { text: "b" } }], ["--extract", "{\"select\":\"p\",\"fields\":{\"text\":\"b\"}}"]],
  schema: [schema, ["--schema", schemaFile]],
  profile: ["reader", ["--profile", "reader"]],
  search: [true, ["--search"]],
  get wrapper() {
    return [wrapper, ["--wrapper", wrapper]] as const
  },
  wait_for: ["h1", ["--wait-for", "h1"]],
  actions: [[{ click: "#more" }, { scroll: "bottom" }], ["--actions", actionsFile]],
  page_actions: [[{ pattern: "/shop/*", actions: [{ click: "#more" }] }], ["--page-actions", pageActionsFile]],
  hide_overlays: [true, ["--hide-overlays"]],
  archive: [true, ["--archive"]],
  pictures: [{ full_page: true }, ["--pictures", os.tmpdir()]],
  chunks: [{ max_tokens: 300, overlap: 20 }, ["--chunks", "max_tokens=300,overlap=20"]],
  query: ["tide", ["--query", "tide"]],
  max_tokens: [500, ["--max-tokens", "500"]],
  headers: [{ "X-Secret": "value" }, ["--headers", "X-Secret: value"]],
  cookies: [{ session: "value" }, ["--cookies", "session=value"]],
  timeout_seconds: [5, ["--timeout-seconds", "5"]],
  max_pages: [2, ["--max-pages", "2"]],
  max_depth: [1, ["--max-depth", "1"]],
  scope: ["prefix", ["--scope", "prefix"]],
  dedup: [false, ["--no-dedup"]],
  include: [["/a*"], ["--include", "/a*"]],
  exclude: [["/b*"], ["--exclude", "/b*"]],
  sitemaps: [true, ["--sitemaps"]],
  max_sitemaps: [3, ["--max-sitemaps", "3"]],
  source: ["all", ["--source", "all"]],
  modified_since: ["2026-11-01", ["--modified-since", "2026-11-01", "--sitemaps"]],
  canonical_links: [true, ["--canonical-links"]],
  drop_tracking: [false, ["--no-drop-tracking"]],
  delay_ms: [5, ["--delay-ms", "5"]],
  concurrency: [1, ["--concurrency", "1"]],
  since: ["0".repeat(32), ["--since", "0".repeat(32)]],
  adaptive: [true, ["--adaptive"]],
  dry_run: [true, ["--dry-run"]],
  prefer: ["markdown", ["--prefer", "markdown"]],
  purpose: ["search", ["--purpose", "search"]],
  content_use: ["reference", ["--content-use", "reference"]],
  webhook: [{ url: "https://93.184.215.14/hook", events: ["job.finished"] }, ["--webhook", "example.com"]],
  full_page: [true, ["--full-page"]],
  width: [640, ["--width", "640"]],
  height: [480, ["--height", "480"]],
  format: ["jpeg", ["--format", "jpeg"]]
}

const options = Object.keys(requestOptions) as ReadonlyArray<OptionName>
const routes = Object.keys(routeOptions) as ReadonlyArray<Route>
const takes = (route: Route, name: OptionName): boolean => routeOptions[route].some((known) => known === name)

/** On the command line, since names a file and not a job, and pictures a folder. */
const onTheLine = (route: Route): ReadonlyArray<OptionName> =>
  routeOptions[route].filter((name) => name === "since" || name === "pictures" || commandOptions(route).includes(name))

/** Output of a command for the address below once it has parsed its flags. */
const understood: Readonly<Record<Route, RegExp>> = {
  scrape: /address_blocked/,
  explain: /address_blocked/,
  discover: /address_blocked/,
  crawl: /address_blocked/,
  batch: /1 was skipped/,
  screenshot: /^Rendering is switched off/
}

/** An address that is refused before anything is sent. A request that gets this far was understood. */
const blocked = "http://10.0.0.1/"

/** Options that a route reads: one URL, or a list of them. */
const pageOf = (route: Route): object => route === "batch" ? { urls: [blocked] } : { url: blocked }

/** Another option without which this one is refused. */
const neededBy = (route: Route, name: OptionName): object =>
  name === "modified_since" && takes(route, name) ? { sitemaps: true } : {}

/** One letter too many: still nearest to the name it was made from. */
const misspelt = (name: string): string => `${name.slice(0, -1)}${name.at(-1)?.repeat(2)}`

const errorsOf = async (response: Response) =>
  (await json(response))["errors"] as ReadonlyArray<{ pointer?: string; parameter?: string; detail: string }>

describe("each option of a request", () => {
  for (const route of routes) {
    describe(`at /v1/${route}`, () => {
      for (const name of options) {
        it(`${name} is ${takes(route, name) ? "taken" : "refused"}`, async () => {
          const response = await live.service.call(`/v1/${route}`, {
            json: { ...pageOf(route), ...neededBy(route, name), [name]: samples[name][0] }
          })
          if (takes(route, name) && name === "since") {
            const [error] = await errorsOf(response)
            return assert.match(error?.detail ?? "", /^does not exist for this key/)
          }
          if (takes(route, name)) return assert.notStrictEqual(response.status, 400, await response.text())
          assert.strictEqual(response.status, 400)
          const [error] = await errorsOf(response)
          assert.strictEqual(error?.pointer, `/${name}`)
          assert.match(error?.detail ?? "", /is unknown here/)
        })
      }

      it("is suggested for a name that is nearly it", async () => {
        for (const name of routeOptions[route]) {
          const wrong = misspelt(name)
          const [error] = await errorsOf(
            await live.service.call(`/v1/${route}`, { json: { ...pageOf(route), [wrong]: 1 } })
          )
          assert.deepStrictEqual(error, {
            pointer: `/${wrong}`,
            detail: `is unknown here; the nearest known name is ${name}`
          })
        }
      })
    })

    describe(`for gleaner ${route}`, () => {
      const tags = route === "crawl" ? [] : "long"
      it(
        "is a flag where the route takes it, refused elsewhere, and suggested where nearly spelt",
        { tags },
        async () => {
          // Without a browser, no picture is taken.
          const base = route === "screenshot" ? [route, blocked, "--out", "never-written.png"] : [route, blocked]
          for (const name of options) {
            const { code, line = "" } = await commandOver([...base, ...samples[name][1]])
            if (onTheLine(route).includes(name)) {
              const said = name === "since" ? /0{32} cannot be read/ : understood[route]
              assert.deepStrictEqual([code, said.test(line)], [1, true], `${name}: ${line}`)
            } // Every command has a format of its own.
            else if (name !== "format") {
              assert.deepStrictEqual([code, line.includes("is not a flag of")], [2, true], `${name}: ${line}`)
            }
          }
          for (const name of onTheLine(route)) {
            const { code, line = "" } = await commandOver([...base, `--${misspelt(flagName(name))}`])
            assert.deepStrictEqual([code, line.endsWith(`; the nearest is --${flagName(name)}`)], [2, true], line)
          }
        }
      )
    })
  }

  it("of a scrape stands in a query too, unless it is JSON or a secret", async () => {
    for (const name of options) {
      const value = samples[name][0]
      const query = new URLSearchParams({ url: blocked })
      for (const part of formOf(name) === "texts" ? value as ReadonlyArray<string> : [value]) {
        query.append(name, formOf(name) === "numbers" ? "max_tokens=300,overlap=20" : String(part))
      }
      const response = await live.service.call(`/v1/scrape?${query}`)
      const isTaken = takes("scrape", name) && !["pairs", "jsons", "file"].includes(formOf(name))
      assert.strictEqual(response.status, isTaken ? 403 : 400, `${name}: ${await response.text()}`)
    }
  })

  it("of a crawl is told by its job, with no secrets", async () => {
    // A profile is in place of headers and cookies.
    const left = new Set<string>(["dry_run", "profile", "since"])
    const kept = routeOptions.crawl.filter((name) => !left.has(name))
    const asked = Object.fromEntries(kept.map((name) => [name, samples[name][0]]))
    const { id } = await live.crawled({ url: blocked, ...asked })
    const job = await live.ended(id)
    // The URL of a webhook may have a secret in it.
    const { cookies: _, headers: __, webhook: ____, ...told } = asked
    const { credentials_node: ___, ...options } = job["options"] as Json
    assert.deepStrictEqual(options, told)
    assert.notInclude(JSON.stringify(job), "X-Secret")
  })

  it("of a batch is told by its job, with no secrets", async () => {
    const kept = routeOptions.batch.filter((name) => name !== "since" && name !== "profile")
    const asked = Object.fromEntries(kept.map((name) => [name, samples[name][0]]))
    const { id } = await json(await live.service.call("/v1/batch", { json: { urls: [blocked], ...asked } }))
    const job = await live.ended(id)
    const { cookies: _, headers: __, webhook: ____, ...told } = asked
    assert.deepInclude(job["options"] as Json, { ...told, max_depth: 0 })
    assert.notInclude(JSON.stringify(job), "X-Secret")
    assert.notProperty(job["options"], "webhook")
  })

  it("of a job is suggested in a query too, for a name that is nearly it", async () => {
    const known = routeOptions.scrape.filter((name) => !["pairs", "jsons", "file"].includes(formOf(name)))
    for (const name of known) {
      const wrong = misspelt(name)
      const response = await live.service.call(`/v1/scrape?url=${blocked}&${wrong}=1`)
      assert.deepStrictEqual(await errorsOf(response), [
        { parameter: wrong, detail: `is unknown here; the nearest known name is ${name}` }
      ])
    }
  })
})
