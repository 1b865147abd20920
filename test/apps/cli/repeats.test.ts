import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Document } from "../../../src/core/domain/document/Document.ts"
import { commandHere } from "../../support/entries/command-here.ts"
import { repeatingSite, shipping } from "../../support/web/repeating-site.ts"

let site: Awaited<ReturnType<typeof repeatingSite>>
let folder = ""
beforeAll(async () => {
  site = await repeatingSite()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-repeats-"))
})
afterAll(() => {
  site.stop()
  fs.rmSync(folder, { recursive: true })
})

const crawl = (...args: ReadonlyArray<string>) => commandHere(["crawl", `${site.url}/kettle`, ...args], { cwd: folder })

const pagesIn = (lines: string): ReadonlyArray<Document> =>
  lines.trim().split("\n").map((line) => JSON.parse(line) as Document)

describe("gleaner crawl --repeats", () => {
  it("drop writes pages without what all of them have, and no ledger", async () => {
    const before = fs.readdirSync(folder)
    const { code, err } = await crawl(
      "--repeats",
      "drop",
      "--out",
      path.join(folder, "pages.jsonl"),
      "--markdown",
      path.join(folder, "pages")
    )
    assert.strictEqual(code, 0, err)
    const pages = pagesIn(fs.readFileSync(path.join(folder, "pages.jsonl"), "utf8"))
    assert.lengthOf(pages, 8)
    for (const { markdown, repeats = [], text } of pages) {
      assert.notInclude(markdown + text, shipping)
      assert.isTrue(repeats.some((part) => part.markdown.includes(shipping) && part.pages === 7))
    }
    const made = fs.readdirSync(folder).filter((name) => !before.includes(name))
    assert.deepStrictEqual(made.toSorted(), ["pages", "pages.jsonl"])
    for (const file of fs.readdirSync(path.join(folder, "pages"), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".md")) continue
      assert.notInclude(fs.readFileSync(path.join(folder, "pages", file), "utf8"), shipping)
    }
  })

  it("mark only lists it, and keep changes nothing", async () => {
    const [marked, kept, plain] = await Promise.all([
      crawl("--repeats", "mark", "--fields", "url,markdown"),
      crawl("--repeats", "keep", "--fields", "url,markdown"),
      crawl("--fields", "url,markdown")
    ])
    assert.strictEqual(kept.out, plain.out)
    const pages = pagesIn(marked.out)
    assert.deepStrictEqual(pages.map(({ markdown, url }) => ({ url, markdown })), [...pagesIn(plain.out)])
    for (const { repeats } of pages) assert.lengthOf(repeats ?? [], 2)
  })

  it("is refused with --resume, which has not all pages", async () => {
    await crawl("--out", "whole.jsonl", "--max-pages", "2")
    const { code, err } = await commandHere(["crawl", "--resume", "whole.jsonl", "--repeats", "drop"], { cwd: folder })
    assert.strictEqual(code, 2)
    assert.include(err, "--repeats")
  })
})

it("gleaner explain --pages marks the blocks that the pages of a crawl have", async () => {
  await crawl("--out", "site.jsonl")
  const { code, err, out } = await commandHere(["explain", `${site.url}/violin`, "--pages", "site.jsonl"], {
    cwd: folder
  })
  assert.strictEqual(code, 0, err)
  const lines = out.split("\n")
  assert.lengthOf(lines.filter((line) => line.includes("of 8 pages of the host")), 1)
  const at = lines.findIndex((line) => line === `+ ${shipping}`)
  assert.strictEqual(lines[at + 3]?.trim(), "on 8 of 8 pages of the host")
})
