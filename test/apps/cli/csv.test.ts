import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { commandHere } from "../../support/entries/command-here.ts"
import { serviceOverSite } from "../../support/entries/service-over-site.ts"
import { keys } from "../../support/entries/service-process.ts"

const live = serviceOverSite()

let folder = ""
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-csv-"))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const rowsOf = (csv: string): ReadonlyArray<Readonly<Record<string, string>>> => parse(csv, { columns: true })

const run = async (...args: ReadonlyArray<string>) => {
  const environment = { GLEANER_PORT: new URL(live.service.url).port, GLEANER_API_KEYS: `first:${keys.first}` }
  return commandHere(args, { environment, cwd: folder })
}

describe("--format csv", () => {
  const page = () => `${live.site.url}/articles/tide`
  const shop = () => `${live.site.url}/shop`

  it("of gleaner scrape is a row, the records or the table of a page", async () => {
    const [row, records, table] = await Promise.all([
      run("scrape", page(), "--format", "csv", "--fields", "title,status"),
      run("scrape", shop(), "-f", "csv", "--fields", "records"),
      run("scrape", page(), "-f", "csv", "--fields", "tables")
    ])
    assert.strictEqual(row.out, "title,status\r\nHow tides are predicted,200\r\n")
    assert.include(rowsOf(records.out).map(({ name }) => name), "Brass barometer")
    assert.match(table.out, /^Day,Time,/)
  })

  it("of gleaner scrape has one header for several pages, and none without a page", async () => {
    const [pages, tables, failed] = await Promise.all([
      run("scrape", page(), shop(), "-f", "csv", "--fields", "url"),
      run("scrape", page(), shop(), "-f", "csv", "--fields", "tables"),
      run("scrape", `${live.site.url}/reset`, "-f", "csv")
    ])
    assert.strictEqual(pages.out, `url\r\n${page()}\r\n${shop()}\r\n`)
    assert.deepStrictEqual([tables.code, tables.out], [2, ""])
    assert.match(tables.err, /prints the table of one page/)
    assert.deepStrictEqual([failed.code, failed.out], [1, ""])
  })

  it("of gleaner crawl writes a row for each page, and no ledger", async () => {
    const { code } = await run("crawl", shop(), "--max-pages", "2", "-f", "csv", "--out", "pages.csv")
    assert.strictEqual(code, 0)
    const rows = rowsOf(fs.readFileSync(path.join(folder, "pages.csv"), "utf8"))
    assert.lengthOf(rows, 2)
    assert.include(rows[0], { url: shop(), status: "200" })
    assert.notInclude(fs.readdirSync(folder).join(), "ledger")
    const resumed = await run("crawl", "--resume", "pages.csv", "-f", "csv")
    assert.notStrictEqual(resumed.code, 0)
  })

  it("of gleaner batch has the records of all pages", async () => {
    const { out } = await run("batch", shop(), page(), "-f", "csv", "--fields", "records")
    const rows = rowsOf(out)
    assert.include(rows.map(({ name }) => name), "Brass barometer")
    assert.strictEqual(rows[0]?.["page_url"], shop())
  })

  it("of gleaner jobs records has the records of a job, as its JSON Lines", async () => {
    const { id } = await live.crawled({ url: shop(), max_pages: 1 })
    await live.ended(id)
    const [csv, lines, wrong] = await Promise.all([
      run("jobs", "records", String(id), "-f", "csv", "--type", "Product"),
      run("jobs", "records", String(id), "--type", "Product"),
      run("jobs", "records", "x")
    ])
    const names = lines.out.trim().split("\n").map((line) => (JSON.parse(line) as { name: string }).name)
    assert.include(names, "Brass barometer")
    assert.deepStrictEqual(rowsOf(csv.out).map(({ name }) => name), names)
    assert.match(wrong.err, /is not the id of a job/)
  })

  it("of gleaner extract is the row of a saved page", async () => {
    fs.writeFileSync(path.join(folder, "page.html"), "<title>=A</title><p>The tide comes in twice a day.")
    const [row] = rowsOf((await run("extract", "page.html", "--format", "csv")).out)
    assert.include(row, { title: "'=A", text: "The tide comes in twice a day." })
  })
})
