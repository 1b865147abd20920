import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { commandHere } from "../../support/entries/command-here.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

let folder = ""
let site: FixtureSite
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-table-"))
  site = await startFixtureSite()
  fs.writeFileSync(
    path.join(folder, "shops.csv"),
    [
      "\uFEFFsku;Website;title;note",
      `1;${site.url}/shop;Ours;"two; words"`,
      `2;${site.url}/missing;Gone;=1+1`,
      `3;${site.url}/articles/tide;Tide;`,
      "4;ftp://example.com/;Old;",
      "5;;None;",
      `6;${site.url}/shop;Twice;`
    ].join("\r\n")
  )
})
afterAll(async () => {
  await site.close()
  fs.rmSync(folder, { recursive: true })
})

const batch = (...args: ReadonlyArray<string>) => commandHere(["batch", ...args], { cwd: folder })

describe("gleaner batch with a table", () => {
  it("carries its columns into CSV, with a row and an error for each URL that failed", async () => {
    const { code, err } = await batch(
      "shops.csv",
      "--column",
      "Website",
      "-f",
      "csv",
      "--fields",
      "title,status",
      "--out",
      "pages.csv"
    )
    const text = fs.readFileSync(path.join(folder, "pages.csv"), "utf8")
    assert.match(text, /^sku,title,note,url,page_title,status,error\r\n/)
    const rows: ReadonlyArray<Record<string, string>> = parse(text, { columns: true })
    const bySku = new Map(rows.map((row) => [row["sku"], row]))
    assert.lengthOf(rows, 6)
    assert.deepInclude(bySku.get("1"), { title: "Ours", note: "two; words", status: "200", error: "" })
    assert.strictEqual(bySku.get("6")?.["page_title"], bySku.get("1")?.["page_title"])
    assert.deepInclude(bySku.get("2"), {
      note: "'=1+1",
      url: `${site.url}/missing`,
      page_title: "",
      error: "http_status 404"
    })
    assert.match(bySku.get("4")?.["error"] ?? "", /^has the scheme ftp/)
    assert.strictEqual(bySku.get("5")?.["error"], "has no URL")
    assert.strictEqual(code, 1)
    assert.match(err, /gleaner: 2 rows of the table had no valid URL\n.*1 page failed and 0 were skipped\n$/s)
    assert.notInclude(fs.readdirSync(folder).join(), "ledger")
  })

  it("carries them into JSON Lines under row", async () => {
    const { out } = await batch("shops.csv", "--column", "Website", "--fields", "title")
    const lines = out.trim().split("\n").map((line) => JSON.parse(line))
    assert.lengthOf(lines, 6)
    assert.deepStrictEqual(lines.find(({ row }) => row.sku === "3"), {
      url: `${site.url}/articles/tide`,
      title: "How tides are predicted",
      row: { sku: "3", title: "Tide", note: "" },
      error: ""
    })
    assert.deepStrictEqual(lines.find(({ row }) => row.sku === "2"), {
      url: `${site.url}/missing`,
      row: { sku: "2", title: "Gone", note: "=1+1" },
      error: "http_status 404"
    })
  })

  it("says which columns there are, and what does not go with a table", async () => {
    const ends = [
      await batch("shops.csv", "--column", "website"),
      await batch("shops.csv", "shops.csv", "--column", "Website"),
      await batch("shops.csv", "--column", "Website", "-f", "chunks"),
      await batch("none.csv", "--column", "Website")
    ]
    assert.deepStrictEqual(ends.map(({ code }) => code), [2, 2, 2, 1])
    assert.include(
      ends[0]?.err,
      "--column website is not a column of shops.csv, which has sku, Website, title, note; the nearest is Website."
    )
    assert.include(ends[3]?.err, "none.csv cannot be read: there is no such file or folder")
  })
})

describe("--format chunks", () => {
  it("prints each chunk with the title of its page as a line, of scrape, batch and crawl", async () => {
    const page = `${site.url}/articles/tide`
    const runs = [
      await commandHere(["scrape", page, "-f", "chunks", "--chunks", "max_tokens=60"], { cwd: folder }),
      await batch(page, "-f", "chunks", "--chunks", "max_tokens=60"),
      await commandHere(["crawl", page, "--max-pages", "1", "-f", "chunks", "--chunks", "max_tokens=60"], {
        cwd: folder
      })
    ]
    const [first, ...others] = runs.map(({ out }) => out)
    for (const other of others) assert.strictEqual(other, first)
    const chunks = (first ?? "").trim().split("\n").map((line) => JSON.parse(line))
    assert.isAtLeast(chunks.length, 2)
    for (const [index, chunk] of chunks.entries()) {
      assert.deepInclude(chunk, { title: "How tides are predicted", index })
      assert.isTrue(chunk.url.startsWith(page))
      assert.isAtMost(chunk.tokens, 60)
    }
    assert.deepStrictEqual(runs.map(({ code }) => code), [0, 0, 0])
    const refused = await commandHere(["scrape", page, "-f", "chunks", "--fields", "url"], { cwd: folder })
    assert.strictEqual(refused.code, 2)
    assert.match(refused.err, /--format chunks prints only chunks; omit --fields and --schema/)
  })
})
