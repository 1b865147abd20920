import { assert, describe, it } from "@effect/vitest"
import { WARCParser } from "warcio"
import { exchangeRecords } from "../../../src/crawling/archive/warc-records.ts"

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
