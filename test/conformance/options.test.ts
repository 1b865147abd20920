import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Exit, Option } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { inWords } from "../../src/cli/exit-codes.ts"
import { gleaner } from "../../src/cli/gleaner.ts"
import { flagName, formOf } from "../../src/domain/option-forms.ts"
import {
  commandOptions,
  type OptionName,
  requestOptions,
  type Route,
  routeOptions
} from "../../src/domain/RequestOptions.ts"
import { type Json, json } from "../support/shapes.ts"
import { siteAndService } from "../support/site-and-service.ts"

const live = siteAndService({ maxCrawls: 1000, maxRunningCrawls: 16, browser: Option.some("off") })

/** A value of each option that differs from its default, and how it is written on the command line. */
const samples: Readonly<Record<OptionName, readonly [value: unknown, onTheLine: ReadonlyArray<string>]>> = {
  use_cache: [false, ["--no-use-cache"]],
  include_html: [true, ["--include-html"]],
  internal_only: [true, ["--internal-only"]],
  fields: [["url", "title"], ["--fields", "url,title"]],
  include_selectors: [["main", ".x"], ["--include-selectors", "main", "--include-selectors", ".x"]],
  exclude_selectors: [["nav"], ["--exclude-selectors", "nav"]],
  extract: [[{ select: "p", fields: { text: "b" } }], ["--extract", "{\"select\":\"p\",\"fields\":{\"text\":\"b\"}}"]],
  wait_for: ["h1", ["--wait-for", "h1"]],
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
  canonical_links: [true, ["--canonical-links"]],
  drop_tracking: [false, ["--no-drop-tracking"]],
  delay_ms: [5, ["--delay-ms", "5"]],
  concurrency: [1, ["--concurrency", "1"]],
  since: ["0".repeat(32), ["--since", "0".repeat(32)]],
  dry_run: [true, ["--dry-run"]],
  purpose: ["search", ["--purpose", "search"]],
  webhook: [{ url: "https://93.184.215.14/hook", events: ["job.finished"] }, ["--webhook", "example.com"]],
  full_page: [true, ["--full-page"]],
  width: [640, ["--width", "640"]],
  height: [480, ["--height", "480"]],
  format: ["jpeg", ["--format", "jpeg"]]
}

const options = Object.keys(requestOptions) as ReadonlyArray<OptionName>
const routes = Object.keys(routeOptions) as ReadonlyArray<Route>
const takes = (route: Route, name: OptionName): boolean => routeOptions[route].some((known) => known === name)

/** On the command line, since names a file and not a job. */
const onTheLine = (route: Route): ReadonlyArray<OptionName> =>
  routeOptions[route].filter((name) => name === "since" || commandOptions(route).includes(name))

/** What a command says of the address below once it has understood its flags. */
const understood: Readonly<Record<Route, RegExp>> = {
  scrape: /address_blocked/,
  discover: /address_blocked/,
  crawl: /address_blocked/,
  batch: /1 were skipped/,
  screenshot: /^Rendering is switched off/
}

/** An address that is refused before anything is sent. A request that gets this far was understood. */
const blocked = "http://10.0.0.1/"

/** What a route reads: one URL, or a list of them. */
const pageOf = (route: Route): object => route === "batch" ? { urls: [blocked] } : { url: blocked }

/** One letter too many: still nearest to the name it was made from. */
const misspelt = (name: string): string => `${name.slice(0, -1)}${name.at(-1)?.repeat(2)}`

const errorsOf = async (response: Response) =>
  (await json(response))["errors"] as ReadonlyArray<{ pointer?: string; parameter?: string; detail: string }>

const run = (args: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const exit = yield* Effect.exit(Command.runWith(gleaner, { version: "0", renderErrors: false })(args))
    if (Exit.isSuccess(exit)) return { code: 0, line: "" }
    return inWords(Option.getOrUndefined(Cause.findErrorOption(exit.cause)))
  }).pipe(
    Effect.provide(NodeServices.layer),
    Effect.provideService(
      ConfigProvider.ConfigProvider,
      ConfigProvider.fromUnknown({ GLEANER_BROWSER: "off", GLEANER_WORKERS: "0" })
    ),
    Effect.provide(TestConsole.layer),
    Effect.runPromise
  )

describe("each option of a request", () => {
  for (const route of routes) {
    describe(`at /v1/${route}`, () => {
      for (const name of options) {
        it(`${name} is ${takes(route, name) ? "taken" : "refused"}`, async () => {
          const response = await live.service.call(`/v1/${route}`, {
            json: { ...pageOf(route), [name]: samples[name][0] }
          })
          if (takes(route, name) && name === "since") {
            const [error] = await errorsOf(response)
            return assert.match(error?.detail ?? "", /^is no job of this key/)
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
      it("is a flag where the route takes it, refused elsewhere, and suggested where it is nearly spelt", async () => {
        // Without a browser, no picture is taken.
        const base = route === "screenshot" ? [route, blocked, "--out", "never-written.png"] : [route, blocked]
        for (const name of options) {
          const { code, line = "" } = await run([...base, ...samples[name][1]])
          if (onTheLine(route).includes(name)) {
            const said = name === "since" ? /0{32} cannot be read/ : understood[route]
            assert.deepStrictEqual([code, said.test(line)], [1, true], `${name}: ${line}`)
          } // Every command has a format of its own.
          else if (name !== "format") {
            assert.deepStrictEqual([code, line.includes("is no flag of")], [2, true], `${name}: ${line}`)
          }
        }
        for (const name of onTheLine(route)) {
          const { code, line = "" } = await run([...base, `--${misspelt(flagName(name))}`])
          assert.deepStrictEqual([code, line.endsWith(`; the nearest is --${flagName(name)}`)], [2, true], line)
        }
      }, 60_000)
    })
  }

  it("of a scrape stands in a query too, unless it is JSON or a secret", async () => {
    for (const name of options) {
      const value = samples[name][0]
      const query = new URLSearchParams({ url: blocked })
      for (const part of formOf(name) === "texts" ? value as ReadonlyArray<string> : [value]) {
        query.append(name, String(part))
      }
      const response = await live.service.call(`/v1/scrape?${query}`)
      const isTaken = takes("scrape", name) && !["pairs", "jsons"].includes(formOf(name))
      assert.strictEqual(response.status, isTaken ? 403 : 400, `${name}: ${await response.text()}`)
    }
  })

  it("of a crawl is told by its job, with no secrets", async () => {
    const kept = routeOptions.crawl.filter((name) => name !== "dry_run" && name !== "since")
    const asked = Object.fromEntries(kept.map((name) => [name, samples[name][0]]))
    const { id } = await live.crawled({ url: blocked, ...asked })
    const job = await live.ended(id)
    // The URL of a webhook may have a secret in it.
    const { cookies: _, headers: __, webhook: ____, ...told } = asked
    const { credentials_node: ___, ...options } = job["options"] as Json
    assert.deepStrictEqual(options, told)
    assert.notInclude(JSON.stringify(job), "X-Secret")
  })
})

describe("what the options of a page do in a crawl, as its job tells later", () => {
  const documentsOf = async (more: object): Promise<ReadonlyArray<Json>> => {
    const { id } = await live.crawled({ url: `${live.site.url}/articles/tide`, max_pages: 1, ...more })
    await live.ended(id)
    return (await live.get(`/v1/jobs/${id}/documents`))["documents"] as ReadonlyArray<Json>
  }
  const scraped = async (more: object) => json(await live.scrape("/articles/tide", more))

  const asked: ReadonlyArray<readonly [more: object, holds: (document: Json) => void]> = [
    [{ fields: ["title", "tables"] }, (document) => assert.deepStrictEqual(Object.keys(document), ["title", "tables"])],
    [
      { include_selectors: ["table"] },
      ({ text }) => assert.match(String(text), /^High water at the harbour\s+Day\tTime/)
    ],
    [{ exclude_selectors: ["table"] }, ({ tables }) => assert.deepStrictEqual(tables, [])],
    [
      { extract: [{ select: "tbody tr", fields: { day: "td", time: "td:nth-child(2)" } }] },
      ({ records }) => assert.deepInclude((records as ReadonlyArray<Json>)[0], { source: "selectors" })
    ],
    [{ wait_for: ".never" }, ({ trace }) => assert.include(JSON.stringify(trace), "wait_for_missing")],
    [
      { fields: ["blocks", "markdown"] },
      ({ blocks }) => assert.isAbove((blocks as ReadonlyArray<unknown>).length, 2)
    ]
  ]
  for (const [more, holds] of asked) {
    it(`${JSON.stringify(more)}: the same as in a scrape`, async () => {
      const [document] = await documentsOf(more)
      if (document === undefined) return assert.fail("no document")
      holds(document)
      holds(await scraped(more))
    })
  }

  it("fields of the documents of a job are chosen when they are read, too", async () => {
    const { id } = await live.crawled({ max_pages: 3, fields: ["url", "title", "markdown"] })
    await live.ended(id)
    const at = `/v1/jobs/${id}/documents`
    const { documents } = await live.get(`${at}?fields=title,url,text`)
    assert.isTrue((documents as ReadonlyArray<Json>).every((document) => Object.keys(document).join() === "url,title"))
    const lines = await live.service.call(`${at}?fields=title&limit=2`, { headers: { accept: "application/x-ndjson" } })
    assert.match(lines.headers.get("link") ?? "", /&limit=2&fields=title>/)
    assert.match(await lines.text(), /^(?:\{"title":"[^"]*"\}\n){2}$/)
    const wrong = await live.service.call(`${at}?fields=titel`)
    assert.deepStrictEqual([wrong.status, (await errorsOf(wrong))[0]?.parameter], [400, "fields"])
  })

  it("a crawl follows links and drops copies, whatever fields it keeps", async () => {
    const { id } = await live.crawled({ fields: ["title"], include: ["/copy", "/articles/*"] })
    const { stats } = await live.ended(id)
    assert.deepInclude(stats as Json, { duplicates: 1 })
    const { documents } = await live.get(`/v1/jobs/${id}/documents`)
    assert.isTrue((documents as ReadonlyArray<Json>).every((document) => Object.keys(document).join() === "title"))
  })
})

describe("discover", () => {
  it("lists what the sitemaps list with sitemaps, and stops at timeout_seconds", async () => {
    const without = await json(await live.discover("/articles/tide"))
    const { counts, links } = await json(await live.discover("/articles/tide", { sitemaps: true }))
    assert.isAtLeast((links as ReadonlyArray<unknown>).length, (without["links"] as ReadonlyArray<unknown>).length)
    assert.strictEqual((counts as Json)["total"], (links as ReadonlyArray<unknown>).length)
    const slow = await live.discover("/slow", { timeout_seconds: 0.3 })
    assert.strictEqual(slow.status, 502)
    const scrape = await live.scrape("/slow", { timeout_seconds: 0.3 })
    assert.strictEqual(scrape.status, 504)
  })
})
