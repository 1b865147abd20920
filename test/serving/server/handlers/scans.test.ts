import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { usableLanguages } from "../../../../src/extract/workers/ocr/ocr-peer.ts"
import { flate, pdfOf, png } from "../../../extract/workers/ocr/scan-pdf.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { type Json, json } from "../../../support/shapes.ts"

const isInstalled = usableLanguages(["eng"]).length === 1
const reason = isInstalled ? "" : " (skipped: tesseract.js or its language eng is not installed)"

const start = `<title>Files</title><main><p>Two files of the harbour, for all who need them.</p>
<a href="/scan.png">image</a> <a href="/scan.pdf">scan</a></main>`
const answers: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
  "/": ["text/html", start],
  "/scan.png": ["image/png", png],
  "/scan.pdf": ["application/pdf", pdfOf([{ text: "The first page." }, { picture: flate }])]
}

describe.skipIf(!isInstalled)(`scans over HTTP${reason}`, () => {
  const site = http.createServer((request, response) => {
    const [type, body] = answers[request.url ?? ""] ?? ["text/plain", ""]
    response.writeHead(answers[request.url ?? ""] === undefined ? 404 : 200, { "content-type": type }).end(body)
  })
  let url: string
  let service: RunningService
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    service = await serviceOver({ browser: Option.some("off"), ocrLanguages: Option.some(["eng"]) })
  })
  afterAll(async () => {
    await service.stop()
    await new Promise((resolve) => {
      site.closeAllConnections()
      site.close(resolve)
    })
  })

  const extract = (query: string) =>
    fetch(`${service.url}/v1/extract${query}`, {
      method: "POST",
      headers: { "x-api-key": keys.first, "content-type": "image/png" },
      body: new Uint8Array(png)
    })

  const crawled = async (options: object) => {
    const { id } = await json(await service.call("/v1/crawl", { json: { url, ...options } }))
    await (await service.call(`/v1/jobs/${id}/events`)).text()
    return json(await service.call(`/v1/jobs/${id}?documents=true`))
  }

  it("are read in the languages that /v1/health lists", async () => {
    const { capabilities } = await json(await service.call("/v1/health"))
    assert.deepStrictEqual((capabilities as Json)["ocr"], ["eng"])
    assert.include((capabilities as Json)["parsers"], "image/png")
  })

  it("are Documents of a scrape and of a body", async () => {
    for (
      const response of [await service.call("/v1/scrape", { json: { url: `${url}/scan.png` } }), await extract("")]
    ) {
      const document = await json(response)
      assert.strictEqual(response.status, 200, JSON.stringify(document))
      assert.include(String(document["text"]), "the fishermen read it before they leave")
      assert.strictEqual(((document["trace"] as Json)["ocr"] as ReadonlyArray<Json>)[0]?.["page"], 1)
    }
  })

  it("are refused where the caller does not want them, and only auto and false are understood", async () => {
    const refused = [
      await service.call("/v1/scrape", { json: { url: `${url}/scan.png`, ocr: false, use_cache: false } }),
      await extract("?ocr=false")
    ]
    for (const response of refused) assert.strictEqual(response.status, 415, await response.text())
    for (const ocr of [true, "yes", null]) {
      const wrong = await service.call("/v1/scrape", { json: { url, ocr } })
      assert.strictEqual(wrong.status, 400)
      assert.match(await wrong.text(), /must be auto or false/)
    }
  })

  it("are Documents of a crawl, unless it leaves them out", async () => {
    const textsOf = ({ documents }: Json) => (documents as ReadonlyArray<Json>).map(({ text }) => String(text))
    const job = await crawled({ max_pages: 3 })
    assert.deepStrictEqual(textsOf(job).map((text) => /harbour master/.test(text)), [false, true, true])
    const { stats, ...without } = await crawled({ max_pages: 3, ocr: false })
    assert.deepStrictEqual(textsOf(without).map((text) => /harbour master/.test(text)), [false, false])
    assert.strictEqual((stats as Json)["skipped"], 1)
  })
})
