import { assert, describe, it } from "@effect/vitest"
import * as net from "node:net"
import * as zlib from "node:zlib"
import { gleanerClient } from "../../../../src/contract/client/index.ts"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"
import { keys } from "../../../support/entries/service-process.ts"
import { type Json, json } from "../../../support/shapes.ts"

const live = serviceOverSite()

const page = "<title>Tides</title><main><h1>Tides</h1><p>Twice a day, see the <a href=table>table</a>.</p></main>"

interface Sent {
  readonly query?: string
  readonly type?: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

const send = ({ body, headers, query = "", type }: Sent): Promise<Response> =>
  fetch(`${live.service.url}/v1/extract${query}`, {
    method: "POST",
    headers: { "x-api-key": keys.first, ...(type === undefined ? {} : { "content-type": type }), ...headers },
    body: typeof body === "string" ? new TextEncoder().encode(body) : body
  })

const sendJson = (value: unknown): Promise<Response> => send({ type: "application/json", body: JSON.stringify(value) })

const linkOf = (document: Json): unknown => (document["links"] as ReadonlyArray<Json>)[0]?.["url"]

describe("POST /v1/extract", () => {
  it("answers the Document of the page in the body, as in JSON, and fetches nothing", async () => {
    const requests = live.site.log.length
    for (
      const response of [
        await send({ query: `?url=${live.site.url}/a`, type: "text/html; charset=utf-8", body: page }),
        await send({ query: `?url=${live.site.url}/a`, body: page }),
        await send({
          query: `?url=${live.site.url}/a`,
          type: "text/html",
          body: zlib.gzipSync(page),
          headers: { "content-encoding": "gzip" }
        }),
        await sendJson({ url: `${live.site.url}/a`, html: page })
      ]
    ) {
      assert.strictEqual(response.status, 200)
      const document = await json(response)
      assert.deepStrictEqual([document["title"], document["status"], document["url"]], [
        "Tides",
        200,
        `${live.site.url}/a`
      ])
      assert.strictEqual(linkOf(document), `${live.site.url}/table`)
      assert.include(String(document["markdown"]), "Twice a day")
    }
    assert.lengthOf(live.site.log, requests)
  })

  it("takes reading options in the query and in JSON, and gives only the markdown for Accept", async () => {
    const one = await json(
      await send({ query: "?fields=title,url&exclude_selectors=h1", type: "text/html", body: page })
    )
    assert.deepStrictEqual(one, { url: "", title: "Tides" })
    const rules = await json(
      await sendJson({
        html: page,
        fields: ["records"],
        extract: [{ type: "Link", select: "a", fields: { to: "@href" } }]
      })
    )
    assert.include(JSON.stringify(rules), "https://page.invalid/table")
    const markdown = await send({ type: "text/html", body: page, headers: { accept: "text/markdown" } })
    assert.match(await markdown.text(), /^# Tides\n\nTwice a day/)
  })

  it("decodes escapes of html in JSON, wherever it stands in the object", async () => {
    const html = "<title>\"Ebb\" \\ é \u{1F30A}</title>"
    const body = ` {\n "fields" : ["title"] ,\t"html" : ${
      JSON.stringify(html).replace("é", "\\u00e9")
    } , "url":"x.test/\\"b" }`
    const document = await json(await send({ type: "application/json", body }))
    assert.strictEqual(document["title"], "\"Ebb\" \\ é \u{1F30A}")
  })

  it("takes JSON that begins with a byte order mark", async () => {
    const body = `\uFEFF${JSON.stringify({ html: page, fields: ["title"] })}`
    const document = await json(await send({ type: "application/json", body }))
    assert.strictEqual(document["title"], "Tides")
  })

  const refusals: ReadonlyArray<readonly [name: string, sent: Sent, status: number, detail: RegExp]> = [
    ["an option of the browser", { query: "?wait_for=p", type: "text/html", body: page }, 400, /wait_for.*scrape/],
    [
      "an option of the fetch",
      { type: "application/json", body: "{\"html\":\"x\",\"headers\":{}}" },
      400,
      /headers.*scrape/
    ],
    ["a key without a page", { type: "application/json", body: "{\"url\":\"https://x.test\"}" }, 400, /html/],
    ["html that is not a string", { type: "application/json", body: "{\"html\":[1]}" }, 400, /html/],
    ["html that is not JSON", { type: "application/json", body: "{\"html\":\"a\nb\"}" }, 400, /html/],
    ["JSON that breaks off", { type: "application/json", body: "{\"html\":\"a" }, 400, /JSON/],
    ["JSON that is not UTF-8", { type: "application/json", body: new Uint8Array([0x7B, 0xFF]) }, 400, /UTF-8/],
    ["an empty page in JSON", { type: "application/json", body: "{\"html\":\"\"}" }, 400, /empty/],
    ["an empty body", { type: "text/html", body: "" }, 400, /empty/],
    ["a wrong URL", { query: "?url=ftp://x.test/", type: "text/html", body: page }, 400, /url/],
    ["an unknown charset", { type: "text/html; charset=klingon", body: page }, 400, /charset/],
    ["a film", { type: "video/mp4", body: page }, 415, /capabilities\.parsers/],
    ["a form, as curl sends it", { type: "application/x-www-form-urlencoded", body: page }, 415, /text\/html/],
    [
      "an unknown coding",
      { type: "text/html", body: page, headers: { "content-encoding": "x" } },
      415,
      /Content-Encoding/
    ],
    ["a coding that lies", { type: "text/html", body: page, headers: { "content-encoding": "gzip" } }, 400, /gzip/],
    ["a broken PDF", { type: "application/pdf", body: "%PDF-1.7 x" }, 400, /broken/],
    ["a page over the limit", { type: "text/html", body: "x".repeat(10 * 1024 * 1024 + 1) }, 413, /10485760/],
    [
      "a bomb",
      { type: "text/html", body: zlib.gzipSync("x".repeat(50_000_000)), headers: { "content-encoding": "gzip" } },
      413,
      /10485760/
    ],
    [
      "options over the limit",
      { type: "application/json", body: JSON.stringify({ html: page, url: "x".repeat(70_000) }) },
      413,
      /65536/
    ]
  ]
  for (const [name, sent, status, detail] of refusals) {
    it(`refuses ${name}`, async () => {
      const response = await send(sent)
      const problem = await json(response)
      assert.strictEqual(response.status, status, JSON.stringify(problem))
      assert.match(response.headers.get("content-type") ?? "", /problem\+json/)
      assert.match(String(problem["detail"]), detail)
    })
  }

  it("reads 10 MB of JSON beside another caller, who waits for none of it", async () => {
    const html = `${page}${"<p>\"quoted\" \\ text</p>\n".repeat(380_000)}`
    const large = Promise.all([0, 1].map(() => sendJson({ html, fields: ["title"] })))
    const health = await live.service.call("/v1/health", { key: keys.second })
    assert.strictEqual(health.status, 200)
    for (const response of await large) {
      const answer = await json(response)
      assert.deepStrictEqual([response.status, answer], [200, { title: "Tides" }])
    }
  })

  it("answers a body that ends before its Content-Length, and one that is longer, without harm", async () => {
    const { hostname, port } = new URL(live.service.url)
    const raw = (length: number, end: boolean) =>
      new Promise<string>((resolve, reject) => {
        const socket = net.connect(Number(port), hostname, () => {
          socket.write(
            `POST /v1/extract HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keys.first}\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${page}`
          )
          if (end) socket.end()
        })
        let answer = ""
        socket.on("data", (chunk) => (answer += chunk.toString())).on("close", () => resolve(answer)).on(
          "error",
          reject
        )
      })
    assert.notInclude(await raw(page.length + 100, true), "HTTP/1.1 200")
    // Node takes the rest for a second request.
    assert.match(await raw(page.length - 7, false), /^HTTP\/1\.1 (?:200|400) /)
    assert.strictEqual((await sendJson({ html: page })).status, 200)
  })

  it("needs a key, and counts against its rate", async () => {
    const without = await fetch(`${live.service.url}/v1/extract`, { method: "POST", body: page })
    assert.strictEqual(without.status, 401)
    const response = await sendJson({ html: page })
    assert.match(response.headers.get("ratelimit") ?? "", /"per-key";r=\d+/)
  })

  it("is a method of the client, for HTML and for bytes", async () => {
    const client = gleanerClient({ baseUrl: live.service.url, apiKey: keys.second })
    const { title } = await client.extract({ html: page, fields: ["title"] })
    const { links } = await client.extract({
      content: page,
      content_type: "text/html",
      url: "x.test/a",
      fields: ["links"]
    })
    assert.deepStrictEqual([title, links[0]?.url], ["Tides", "https://x.test/table"])
  })
})
