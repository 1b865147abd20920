import { assert, describe, it } from "@effect/vitest"
import * as child from "node:child_process"
import * as nodePath from "node:path"
import { consoleOptions } from "../../../scripts/support/console-options.ts"
import { asCurl, asPython, asTypeScript } from "../../../src/apps/console/options/as-code.ts"
import { fieldsOf } from "../../../src/apps/console/options/option-fields.ts"
import { readOptions } from "../../../src/apps/console/options/read-options.ts"
import { jsonOfRules } from "../../../src/apps/console/options/typed-rules.ts"
import { stepKinds } from "../../../src/apps/console/options/typed-steps.ts"
import { Action } from "../../../src/core/domain/options/Action.ts"
import { type OptionName } from "../../../src/core/domain/options/RequestOptions.ts"
import { optionOf, routeOptions } from "../../../src/core/domain/options/RouteOptions.ts"

describe("the options of the console", () => {
  for (const route of ["scrape", "crawl", "batch"] as const) {
    it(`has every option of ${route} with a label, and with the default of the API`, () => {
      const fields = fieldsOf(consoleOptions(route))
      assert.sameMembers(
        fields.map(({ name }) => name),
        routeOptions[route].filter((name: OptionName) => name !== "dry_run")
      )
      for (const { kind, label, name, preset } of fields) {
        assert.match(label, /^[A-Z]/, name)
        const { default: value } = optionOf(route, name as OptionName)
        const isPlain = typeof value === "boolean" || typeof value === "number" || typeof value === "string"
        if (isPlain) {
          assert.strictEqual(preset, typeof value === "number" || kind === "mode" ? String(value) : value, name)
        }
      }
    })
  }

  const crawlFields = fieldsOf(consoleOptions("crawl"))

  it("sends what the user said, and nothing that holds anyway", () => {
    assert.deepStrictEqual(
      readOptions(crawlFields, {
        max_pages: "50",
        max_depth: "3",
        scope: "domain",
        dedup: "near",
        include: " */docs/* \n\n*/guide/*",
        headers: "accept-language: de\nx-time: 12:30",
        purpose: "",
        extract: jsonOfRules([
          { type: "", select: " ", fields: [["", ""]] },
          { type: " Product ", select: "", fields: [["price", " .price "], ["", ".name"], ["link", ""]] }
        ]),
        webhook: `{"url":"https://example.com/hook","events":["page.failed"]}`,
        since: "0".repeat(32)
      }),
      {
        options: {
          max_pages: 50,
          dedup: "near",
          include: ["*/docs/*", "*/guide/*"],
          headers: { "accept-language": "de", "x-time": "12:30" },
          extract: [{ type: "Product", fields: { price: ".price" } }],
          webhook: { url: "https://example.com/hook", events: ["page.failed"] },
          since: "0".repeat(32)
        },
        faults: {}
      }
    )
  })

  it("explains each option in the words of the form, not of the API", () => {
    for (const route of ["scrape", "crawl", "batch", "discover"] as const) {
      for (const { help, name } of fieldsOf(consoleOptions(route))) {
        assert.match(help, /^[A-Z\d].*\.$|^markdown: .*\.$/, name)
        assert.notMatch(help, /\b[a-z]+_[a-z_]+\b(?<!utm_source)|\/v1\/|trace\.|JSON Lines|As JSON/, name)
      }
    }
  })

  it("sends numbers and switches of chunks and pictures, and steps, from what is typed", () => {
    const steps = [
      { kind: "type", values: ["input[name=q]", " tides "] },
      { kind: "press", values: ["Enter"] },
      { kind: "scroll_until", values: ["20", ""] },
      { kind: "click_until", values: [".more", "5", ".end"] },
      { kind: "next_page", values: ["a.next", "many"] },
      { kind: "wait_ms", values: ["500"] },
      { kind: "screenshot", values: [] }
    ]
    const actions = [
      { type: ["input[name=q]", " tides "] },
      { press: "Enter" },
      { scroll_until: { max: 20 } },
      { click_until: { click: ".more", max: 5, no_more: ".end" } },
      { next_page: { click: "a.next", max: "many" } },
      { wait_ms: 500 },
      { screenshot: true }
    ]
    assert.deepStrictEqual(
      readOptions(crawlFields, {
        chunks: `{"max_tokens":"200","overlap":""}`,
        pictures: `{"full_page":true,"width":"","format":"png"}`,
        page_actions: JSON.stringify([{ pattern: " /shop/* ", steps }])
      }),
      {
        options: {
          chunks: { max_tokens: 200 },
          pictures: { full_page: true, format: "png" },
          page_actions: [{ pattern: "/shop/*", actions }]
        },
        faults: {}
      }
    )
    const scrapeFields = fieldsOf(consoleOptions("scrape"))
    assert.deepStrictEqual(readOptions(scrapeFields, { actions: JSON.stringify(steps) }).options, { actions })
    assert.deepStrictEqual(readOptions(scrapeFields, { actions: "", chunks: "{}" }).options, { chunks: {} })
  })

  it("has a row for every kind of step of the API", () => {
    assert.sameMembers(stepKinds.map(([kind]) => kind), Object.keys(Action.fields))
  })

  it("sends a mode as a switch or as its name", () => {
    for (const [given, sent] of [["true", {}], ["false", { dedup: false }], ["near", { dedup: "near" }]] as const) {
      assert.deepStrictEqual(readOptions(crawlFields, { dedup: given }).options, sent)
    }
  })

  it("names what cannot be read", () => {
    const { faults, options } = readOptions(crawlFields, {
      max_pages: "many",
      headers: "no colon",
      chunks: `{"overlap":"few"}`
    })
    assert.sameMembers(Object.keys(faults), ["max_pages", "headers", "chunks"])
    assert.deepStrictEqual(options, {})
  })
})

const origin = "http://127.0.0.1:8080"

/** Texts and values that are special in one of the languages. */
const body = {
  url: "https://example.com/it's?a=$HOME&b=`id`\\",
  text: "\"two\nlines\" \u2028 \u{1F3B8} ${x} \\u0041 {0}",
  on: true,
  off: false,
  list: [1, null, { deep: [true] }]
}

describe("a request as code", () => {
  it("is a command that a shell takes, whatever the request says", () => {
    const command = asCurl({ origin, path: "/v1/scrape", body })
    const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${command}`
    const given = child.execFileSync("sh", ["-c", script], { env: { GLEANER_KEY: "k" } }).toString().split("\0")
    assert.strictEqual(given[0], "http://127.0.0.1:8080/v1/scrape")
    assert.strictEqual(given[2], "X-API-Key: k")
    assert.deepStrictEqual(JSON.parse(given[6] ?? ""), body)
  })

  const paths = ["scrape", "crawl", "batch", "discover", "search", "schedules", "wrappers"].map((name) => `/v1/${name}`)

  it.each(paths)("is TypeScript that calls the client: %s", async (path) => {
    const calls: Array<unknown> = []
    const call = (request: unknown) => {
      calls.push(request)
      return path === "/v1/crawl" || path === "/v1/batch" ? [] : { links: [], results: [], id: "" }
    }
    const client = {
      ...Object.fromEntries(["scrape", "crawl", "batch", "discover", "search"].map((name) => [name, call])),
      schedules: { create: call },
      wrappers: { create: call }
    }
    const code = asTypeScript({ origin, path, body }).replace(/^import .*$/m, "")
    const run = new Function("gleanerClient", "process", "console", `return (async () => {${code}\n})()`)
    const made: Array<unknown> = []
    await run(
      (options: unknown) => {
        made.push(options)
        return client
      },
      { env: { GLEANER_KEY: "k" } },
      { log: () => {} }
    )
    assert.deepStrictEqual(made, [{ baseUrl: origin, apiKey: "k" }])
    assert.deepStrictEqual(calls, [body])
  })

  const hasPython = child.spawnSync("python3", ["-c", "import urllib.request"]).status === 0

  it.skipIf(!hasPython).each(paths)("is Python that sends the request: %s", (path) => {
    const program = `import json, os, sys, types
sys.path.insert(0, ${JSON.stringify(nodePath.resolve("src/contract/python"))})
import gleaner
sent = []
def send(self, method, path, body, headers):
    sent.append([path, body])
    return {"links": [], "results": [], "id": "1"}
gleaner.Gleaner._send = send
def end(self):
    raise StopIteration
gleaner.Crawl.__next__ = end
exec(sys.stdin.read())
print("SENT" + json.dumps(sent))`
    const { url, ...others } = body
    const request = path === "/v1/batch" ? { urls: [url], ...others } : body
    const code = asPython({ origin, path, body: request })
    const shown = child.execFileSync("python3", ["-c", program], {
      input: code,
      env: { ...process.env, GLEANER_KEY: "k", PYTHONDONTWRITEBYTECODE: "1" }
    }).toString()
    assert.deepStrictEqual(JSON.parse(shown.slice(shown.indexOf("SENT") + 4)), [[path, request]])
  })
})
