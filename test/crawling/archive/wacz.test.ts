import { assert, describe, it } from "@effect/vitest"
import { unzipSync } from "fflate"
import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { gzipSync, zstdDecompressSync } from "node:zlib"
import { getSurt, WARCParser } from "warcio"
import { surtOf } from "../../../src/crawling/archive/cdxj.ts"
import { archiveIn, withArchive } from "../../../src/crawling/archive/page-archive.ts"
import { WaczFile } from "../../../src/crawling/archive/WaczFile.ts"
import { exchangeRecords } from "../../../src/crawling/archive/warc-records.ts"
import { compressedJson } from "../../../src/extract/works/compressed-json.ts"
import type { Exchange } from "../../../src/web/net/ExchangeTap.ts"
import { readWacz } from "../../support/read-wacz.ts"

const exchangeOf = (url: string, body: string, more: Partial<Exchange> = {}): Exchange => ({
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  method: "GET",
  url,
  requestHeaders: {},
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: Buffer.from(body),
  isWhole: true,
  ...more
})

const packedOf = (exchange: Exchange) =>
  exchangeRecords(exchange).map(({ bytes, ...entry }) => ({ packed: gzipSync(bytes), ...entry }))

const made = (exchanges: ReadonlyArray<Exchange>) => {
  const file = new WaczFile({ title: "Test", created: new Date(0), pack: gzipSync })
  const parts = exchanges.flatMap((exchange) => packedOf(exchange).map((record) => file.record(record)))
  file.page({ url: exchanges[0]?.url ?? "", ts: "2026-01-02T03:04:05Z", title: "Caf\u00e9" })
  return Buffer.concat([...parts, file.end()])
}

const hasPython = spawnSync("python3", ["-c", "import zipfile"]).status === 0

describe("a WACZ file", () => {
  it("is read by public readers, its records by their places", async () => {
    const bytes = made([
      exchangeOf("https://www.example.com/b?z=1&a=2", "two"),
      exchangeOf("https://example.com/", "one"),
      exchangeOf("https://example.com/same", "", { status: 304 })
    ])
    const { dataPackage, pages, paths, records } = await readWacz(bytes)
    assert.deepStrictEqual(paths, [
      "archive/data.warc.gz",
      "indexes/index.cdxj",
      "pages/pages.jsonl",
      "datapackage.json",
      "datapackage-digest.json"
    ])
    assert.deepStrictEqual(records.map(({ mime, status, text, type }) => [type, status, mime, text]), [
      ["response", 200, "text/html", "one"],
      ["response", 200, "text/html", "two"],
      ["revisit", 304, "warc/revisit", ""]
    ])
    assert.match(records[2]?.header("WARC-Profile") ?? "", /revisit\/server-not-modified$/)
    assert.strictEqual(records[2]?.header("WARC-Refers-To-Target-URI"), "https://example.com/same")
    assert.deepStrictEqual(pages, [
      { id: "1", url: "https://www.example.com/b?z=1&a=2", ts: "2026-01-02T03:04:05Z", title: "Caf\u00e9" }
    ])
    assert.strictEqual(dataPackage["mainPageUrl"], "https://www.example.com/b?z=1&a=2")
  })

  it.skipIf(!hasPython)("is a zip file to other programs", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-wacz-"))
    const file = path.join(folder, "test.wacz")
    fs.writeFileSync(file, made([exchangeOf("https://example.com/", "one")]))
    const python = "import sys, zipfile; sys.exit(0 if zipfile.ZipFile(sys.argv[1]).testzip() is None else 1)"
    execFileSync("python3", ["-c", python, file])
    fs.rmSync(folder, { recursive: true })
  })

  it("has a response once that many pages load", async () => {
    const script = exchangeOf("https://example.com/app.js", "run()")
    const { records } = await readWacz(made([script, script, { ...script, body: Buffer.from("other()") }]))
    assert.deepStrictEqual(records.map(({ text }) => text).toSorted(), ["other()", "run()"])
  })

  it("without records has its files too", async () => {
    const file = new WaczFile({ title: "Test", created: new Date(0), pack: gzipSync })
    const { all, pages, records } = await readWacz(file.end())
    assert.deepStrictEqual([all.map(({ type }) => type), pages, records], [["warcinfo"], [], []])
  })

  it("begins another file with another index before an index takes much memory", () => {
    const file = new WaczFile({ title: "Test", created: new Date(0), pack: gzipSync })
    const parts: Array<Uint8Array> = []
    const [response] = packedOf(exchangeOf("https://example.com/", "one"))
    for (let n = 0; n <= 40_000; n++) {
      const url = `https://example.com/${n}`
      parts.push(file.record({ ...response!, entry: { ...response!.entry!, url, digest: String(n) } }))
    }
    const files = unzipSync(Buffer.concat([...parts, file.end()]))
    assert.includeMembers(Object.keys(files), ["archive/data-2.warc.gz", "indexes/index-2.cdxj"])
    assert.match(Buffer.from(files["indexes/index-2.cdxj"]!).toString(), /"filename":"data-2\.warc\.gz"\}\n$/)
  })
})

describe("the key of a URL in an index", () => {
  it("is that of public readers", () => {
    for (
      const url of [
        "https://example.com/",
        "http://www.example.com:8080/Path/a?b=2&A=1#part",
        "https://www2.example.co.uk/?x",
        "http://127.0.0.1:1/a%20b",
        "urn:uuid:1"
      ]
    ) assert.strictEqual(surtOf(url), getSurt(url), url)
  })
})

describe("the records of a stored page", () => {
  it("are beside its document, which decompresses as before", () => {
    const document = compressedJson(Buffer.from(`{"url":"x"}`))
    const records = packedOf(exchangeOf("https://example.com/", "one"))
    const stored = withArchive(document, records)
    assert.strictEqual(zstdDecompressSync(stored).toString(), `{"url":"x"}`)
    const found = archiveIn(stored)
    assert.deepStrictEqual(Buffer.from(found.document), Buffer.from(document))
    assert.deepStrictEqual(found.records?.map(({ entry }) => entry), records.map(({ entry }) => entry))
    assert.deepStrictEqual(
      found.records?.map(({ packed }) => Buffer.from(packed)),
      records.map(({ packed }) => Buffer.from(packed))
    )
    assert.deepStrictEqual(archiveIn(document), { document })
  })
})

const exchange = {
  at: 0,
  method: "GET",
  url: "https://example.com/?a,,,b",
  requestHeaders: {},
  status: 200,
  headers: { "x-note": "caf\u00e9", "vary": "a,,,b", "warc-x": "a,,,b" },
  body: Buffer.from("body"),
  isWhole: true
}

describe("a WARC record", () => {
  it("has the URL and the header fields byte for byte, as a public reader reads it", async () => {
    const [{ bytes: response } = { bytes: new Uint8Array() }] = exchangeRecords(exchange)
    const record = await WARCParser.parse([response], { keepHeadersCase: true })
    assert.strictEqual(record?.warcTargetURI, exchange.url)
    assert.strictEqual(await record?.contentText(), "body")
    const fields = "\r\nx-note: caf\u00e9\r\nvary: a,,,b\r\nwarc-x: a,,,b\r\n\r\n"
    assert.include(Buffer.from(response).toString("latin1"), fields)
  })
})
