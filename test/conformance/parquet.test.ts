import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { parquetReadObjects } from "hyparquet"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { commandHere } from "../support/entries/command-here.ts"
import { serviceOverSite } from "../support/entries/service-over-site.ts"
import { json } from "../support/shapes.ts"

const live = serviceOverSite({ browser: Option.some("off") })

const parquet = "application/vnd.apache.parquet"
const rowsOf = async (response: Response) => {
  assert.deepStrictEqual([response.status, response.headers.get("content-type")], [200, parquet])
  return parquetReadObjects({ file: await response.arrayBuffer() })
}

let job = ""
beforeAll(async () => {
  job = String((await live.crawled({ url: `${live.site.url}/shop`, max_pages: 3 })).id)
})

const accepted = (route: string) => live.service.call(`/v1/jobs/${job}${route}`, { headers: { accept: parquet } })

describe("a job as Parquet", () => {
  it("follows the job to its end, with a row for each Document", async () => {
    const rows = await rowsOf(await accepted("/documents"))
    await live.ended(job)
    const { documents } = await json(await live.service.call(`/v1/jobs/${job}/documents`)) as {
      documents: ReadonlyArray<Record<string, unknown>>
    }
    assert.lengthOf(rows, 3)
    for (const [index, row] of rows.entries()) {
      for (const name of ["url", "title", "markdown", "status", "depth", "size_bytes"]) {
        assert.strictEqual(row[name] ?? "", documents[index]?.[name], name)
      }
    }
  })

  it("has the fields that are asked for, and no chunks", async () => {
    const [row] = await rowsOf(await accepted("/documents?fields=title,status&limit=1"))
    assert.deepStrictEqual(Object.keys(row ?? {}), ["title", "status"])
    assert.strictEqual((await accepted("/documents?chunks=true")).status, 400)
  })

  it("has a row for each record, whole and in parts", async () => {
    await live.ended(job)
    const rows = await rowsOf(await accepted("/records?type=Product"))
    const { records } = await json(await live.service.call(`/v1/jobs/${job}/records?type=Product`)) as {
      records: ReadonlyArray<Record<string, unknown>>
    }
    assert.isAbove(rows.length, 1)
    assert.deepStrictEqual(
      rows.map(({ name, page_url, price }) => ({ name, page_url, price })),
      records.map(({ name, page_url, price }) => ({ name, page_url, price }))
    )
    assert.deepStrictEqual(await rowsOf(await accepted("/records?type=Product&limit=1")), rows.slice(0, 1))
  })

  it("is what gleaner crawl and batch write with --format parquet", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-parquet-"))
    const { code } = await commandHere(
      ["crawl", `${live.site.url}/shop`, "--max-pages", "3", "-f", "parquet", "--out", "pages.parquet"],
      { cwd: folder }
    )
    assert.strictEqual(code, 0)
    const read = async (name: string) =>
      parquetReadObjects({ file: new Uint8Array(fs.readFileSync(path.join(folder, name))).buffer })
    const pages = await read("pages.parquet")
    assert.deepStrictEqual(
      pages.map(({ title }) => title),
      (await rowsOf(await accepted("/documents"))).map(({ title }) => title)
    )
    assert.deepStrictEqual(fs.readdirSync(folder), ["pages.parquet"])
    const args = ["batch", `${live.site.url}/shop`, "-f", "parquet", "--fields", "records", "-o", "records.parquet"]
    await commandHere(args, { cwd: folder })
    assert.include((await read("records.parquet")).map(({ name }) => name), "Brass barometer")
    fs.rmSync(folder, { recursive: true })
  })
})
