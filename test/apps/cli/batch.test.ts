import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { commandOutput } from "../../support/entries/command-over.ts"
import { loopback } from "../../support/entries/command-process.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

let folder = ""
let site: FixtureSite
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-batch-"))
  site = await startFixtureSite()
})
afterAll(async () => {
  await site.close()
  fs.rmSync(folder, { recursive: true })
})

const inFolder = (name: string): string => path.join(folder, name)

/** The line and the exit code with which the command ends, and the URLs that it wrote. */
const gleanerBatch = (args: ReadonlyArray<string>, stdin = "") => {
  const out = inFolder("out.jsonl")
  fs.writeFileSync(out, "")
  return Effect.map(commandOutput(["batch", ...args, "--out", out], loopback, stdin), (end) => ({
    ...end,
    urls: fs.readFileSync(out, "utf8").split("\n").filter((line) => line !== "").map((line) =>
      (JSON.parse(line) as { url: string }).url.replace(site.url, "")
    )
  }))
}

describe("gleaner batch", () => {
  it.live("reads URLs from the command line, from a file and from stdin", () =>
    Effect.gen(function*() {
      const file = inFolder("urls.txt")
      fs.writeFileSync(file, `# pages\n\n  ${site.url}/shop  \r\n`)
      const { code, urls } = yield* gleanerBatch([`${site.url}/articles/tide`, file, "-"], `${site.url}/\n`)
      assert.strictEqual(code, 0)
      assert.sameMembers([...urls], ["/articles/tide", "/shop", "/"])
    }))

  it.live("ends with 1 when a page is missing, and still prints the others", () =>
    Effect.gen(function*() {
      const { code, line, urls } = yield* gleanerBatch([`${site.url}/no-such-page`, `${site.url}/shop`])
      assert.deepStrictEqual({ code, line, urls: [...urls] }, {
        code: 1,
        line: "1 page failed and 0 were skipped; --verbose names them",
        urls: ["/shop"]
      })
    }))

  it.live("reports all invalid URLs with their lines before anything is fetched", () =>
    Effect.gen(function*() {
      const file = inFolder("bad.txt")
      fs.writeFileSync(file, "ftp://example.com/\nhttps://example.com/\nhttps://u:p@example.com/\n")
      const { code, line } = yield* gleanerBatch([file])
      assert.strictEqual(code, 2)
      assert.match(line, /"ftp:\/\/example.com\/" \(line 1 of .*bad.txt\) has the scheme ftp; .*\(line 3 of /)
      const { line: cut } = yield* gleanerBatch(["-"], `{"markdown":"${"words ".repeat(1000)}"}\n`)
      assert.match(cut, /^"\{.{90,110}\.\.\. \(line 1 of stdin\) is not a URL/)
      const table = Array.from({ length: 21 }, (_, row) => `${row},a page,example.com/${row}`).join("\n")
      const { line: once } = yield* gleanerBatch(["-"], table)
      assert.match(
        once,
        /^"0,a page,\S+" \(line 1 of stdin\), .* \(line 5 of stdin\) and 16 more: each (?:has a host that cannot exist, so it )?is not a URL; give one such as https:\/\/example\.com\/page; for a table, .* gleaner batch TABLE\.csv --column url\.$/
      )
      assert.deepInclude(yield* gleanerBatch(["-"], "\n"), { code: 2, line: "The input contains no URL." })
    }))

  it.live("names the nearest flag for one that it does not have", () =>
    Effect.gen(function*() {
      const { code, line } = yield* gleanerBatch(["example.com", "--max-page", "3"])
      assert.strictEqual(code, 2)
      assert.include(line, "--max-pages")
    }))
})
