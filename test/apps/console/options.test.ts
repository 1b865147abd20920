import { assert, describe, it } from "@effect/vitest"
import * as child from "node:child_process"
import { consoleOptions } from "../../../scripts/support/console-options.ts"
import { asCurl } from "../../../src/apps/console/options/as-curl.ts"
import { fieldsOf } from "../../../src/apps/console/options/option-fields.ts"
import { readOptions } from "../../../src/apps/console/options/read-options.ts"
import { jsonOfRules } from "../../../src/apps/console/options/typed-rules.ts"
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

  it("sends a mode as a switch or as its name", () => {
    for (const [given, sent] of [["true", {}], ["false", { dedup: false }], ["near", { dedup: "near" }]] as const) {
      assert.deepStrictEqual(readOptions(crawlFields, { dedup: given }).options, sent)
    }
  })

  it("names what cannot be read", () => {
    const { faults, options } = readOptions(crawlFields, { max_pages: "many", headers: "no colon", chunks: "{" })
    assert.sameMembers(Object.keys(faults), ["max_pages", "headers", "chunks"])
    assert.deepStrictEqual(options, {})
  })
})

describe("as curl", () => {
  it("is a command that a shell takes, whatever the request says", () => {
    const body = { url: "https://example.com/it's?a=$HOME&b=`id`\\", text: "\"two\nlines\"" }
    const command = asCurl("http://127.0.0.1:8080", "/v1/scrape", body)
    const script = `curl() { for a in "$@"; do printf '%s\\0' "$a"; done; }\n${command}`
    const given = child.execFileSync("sh", ["-c", script], { env: { GLEANER_KEY: "k" } }).toString().split("\0")
    assert.strictEqual(given[0], "http://127.0.0.1:8080/v1/scrape")
    assert.strictEqual(given[2], "X-API-Key: k")
    assert.deepStrictEqual(JSON.parse(given[6] ?? ""), body)
  })
})
