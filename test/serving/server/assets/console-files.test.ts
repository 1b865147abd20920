import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { buildConsole } from "../../../../scripts/support/build-console.ts"
import { serverOver } from "../../../support/entries/server-over.ts"
import { serviceProcess } from "../../../support/entries/service-process.ts"

const dist = path.join(import.meta.dirname, "../../../../dist/console")

let url = ""
let stop = async (): Promise<void> => {}
beforeAll(async () => {
  await buildConsole(dist)
  ;({ stop, url } = await serverOver({}))
})
afterAll(() => stop())

/** As it comes over the wire: fetch would unpack it. */
const raw = (pathname: string, headers: http.OutgoingHttpHeaders = {}, method = "GET") =>
  new Promise<{ readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly bytes: number }>(
    (resolve, reject) => {
      http.request(url + pathname, { headers, method }, (response) => {
        let bytes = 0
        response.on("data", (chunk: Buffer) => (bytes += chunk.length))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }))
      }).on("error", reject).end()
    }
  )

const scriptIn = async (): Promise<string> => /src="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ""

describe("the files of the console", () => {
  it("come with a policy that lets nothing in from elsewhere and no script into a page", async () => {
    const { headers, status } = await raw("/")
    assert.strictEqual(status, 200)
    assert.strictEqual(headers["content-type"], "text/html; charset=utf-8")
    const policy = String(headers["content-security-policy"]).split("; ")
    for (
      const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'"
      ]
    ) {
      assert.include(policy, rule)
    }
    assert.notMatch(policy.join(), /unsafe|https?:|\*/)
    assert.strictEqual(headers["x-content-type-options"], "nosniff")
    assert.notMatch(
      await (await fetch(url)).text(),
      /<script(?! type="module" src="\/assets\/)|<style| on\w+=|https?:\/\//
    )
  })

  it("keep their policy where a browser has the page already", async () => {
    const { headers } = await raw("/")
    const again = await raw("/", { "if-none-match": headers.etag })
    assert.strictEqual(again.status, 304)
    assert.strictEqual(again.headers["content-security-policy"], headers["content-security-policy"])
    assert.strictEqual(again.headers["x-content-type-options"], "nosniff")
    assert.isUndefined(again.headers["content-type"])
  })

  it("are kept by a browser for ever, but for the page, which is asked for again", async () => {
    const script = await scriptIn()
    assert.match(String((await raw(script)).headers["cache-control"]), /max-age=31536000, immutable/)
    const { headers } = await raw("/")
    assert.strictEqual(headers["cache-control"], "no-cache")
    for (const pathname of ["/", script]) {
      const { etag } = (await raw(pathname)).headers
      assert.strictEqual((await raw(pathname, { "if-none-match": etag })).status, 304, pathname)
    }
  })

  it("come packed as the browser likes it, each with a tag of its own", async () => {
    const script = await scriptIn()
    const [plain, gzip, br] = await Promise.all([{}, { "accept-encoding": "gzip" }, { "accept-encoding": "gzip, br" }]
      .map((headers) => raw(script, headers)))
    assert.deepStrictEqual([plain, gzip, br].map((answer) => answer?.headers["content-encoding"]), [
      undefined,
      "gzip",
      "br"
    ])
    assert.isBelow(gzip?.bytes ?? 0, (plain?.bytes ?? 0) / 2)
    assert.isBelow(br?.bytes ?? 0, gzip?.bytes ?? 0)
    assert.lengthOf(new Set([plain, gzip, br].map((answer) => answer?.headers.etag)), 3)
  })

  it("are a problem where there is none, and take no other method", async () => {
    assert.strictEqual((await raw("/assets/nothing.js")).status, 404)
    assert.strictEqual((await raw("/assets/../inputs.sha256")).status, 404)
    assert.strictEqual((await raw("/", {}, "POST")).status, 405)
    assert.strictEqual((await raw("/", {}, "HEAD")).bytes, 0)
  })

  it("are beside the command of the package", async () => {
    const service = await serviceProcess()
    try {
      assert.strictEqual(await (await fetch(service.url)).text(), await (await fetch(url)).text())
    } finally {
      await service.stop()
    }
  })

  it("are under 250 kB in all, packed", () => {
    const sizes = fs.readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(?:js|css|html)$/.test(name)
    )
      .map((name) => gzipSync(fs.readFileSync(path.join(dist, name))).length)
    assert.isAbove(sizes.length, 5)
    assert.isBelow(sizes.reduce((sum, size) => sum + size, 0), 250_000)
  })
})
