import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as net from "node:net"
import { serverOver } from "../../../support/entries/server-over.ts"
import { keys } from "../../../support/entries/service-process.ts"

const secret = keys.first

/** The server over services that are broken in one way each. */
let url = ""
let stop = (): Promise<void> => Promise.resolve()
beforeAll(async () => {
  ;({ stop, url } = await serverOver({
    reader: { read: () => Effect.die(new Error("a bug in /srv/gleaner/secret.ts")) },
    // An answer that does not fit its schema.
    discoverer: { discover: () => Effect.succeed({ result: { url: 7 }, timings: [] } as never) },
    store: { documents: () => Stream.empty }
  }, { rateLimit: 5 }))
})
afterAll(() => stop())

const post = (path: string) =>
  fetch(url + path, {
    method: "POST",
    headers: { "x-api-key": secret, "content-type": "application/json" },
    body: JSON.stringify({ url: "https://example.com" })
  })

const raw = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    let answer = ""
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes))
    socket.on("data", (chunk) => (answer += chunk.toString()))
    socket.on("close", () => resolve(answer))
  })

describe("faults of the service itself", () => {
  it("a defect in a handler is a 500 problem that tells nothing of the inside", async () => {
    const response = await post("/v1/scrape")
    const text = await response.text()
    assert.strictEqual(response.status, 500)
    assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
    assert.include(text, `"code":"internal_error"`)
    assert.notMatch(text, /secret\.ts|a bug|at /)
  })

  it("an answer that cannot be encoded is a 500 problem", async () => {
    const response = await post("/v1/discover")
    assert.strictEqual(response.status, 500)
    assert.include(await response.text(), `"code":"internal_error"`)
  })

  it("bytes that are not HTTP get a problem too, and so do header fields that are too large", async () => {
    assert.match(
      await raw("GARBAGE\r\n\r\n"),
      /^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*"code":"invalid_request"/
    )
    assert.match(
      await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 [\s\S]*problem\+json/
    )
  })

  it("bytes that follow a request get their problem after its answer, and not in the middle of it", async () => {
    const answers = await raw("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\nGARBAGE\r\n\r\n")
    const [first = "", second = "", ...others] = answers.split(/(?=HTTP\/1\.1 \d)/)
    assert.match(first, /^HTTP\/1\.1 200 /)
    assert.match(second, /^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/)
    assert.deepStrictEqual(others, [])
  })

  it("an expectation that nobody knows, a missing Host and a second one get a problem", async () => {
    assert.match(
      await raw("GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n"),
      /^HTTP\/1\.1 417 [\s\S]*problem\+json[\s\S]*"code":"expectation_failed"/
    )
    for (const hosts of ["", "host: a\r\nHost: b\r\n", "host: a\r\nhost: a\r\n"]) {
      assert.match(
        await raw(`GET /healthz HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`),
        /^HTTP\/1\.1 400 [\s\S]*problem\+json[\s\S]*"code":"invalid_request"/
      )
    }
  })

  it("the key's limit is a 429 with Retry-After and the RateLimit fields, and another minute is another chance", async () => {
    let response = await post("/v1/scrape")
    for (let sent = 0; response.status !== 429 && sent < 10; sent++) response = await post("/v1/scrape")
    assert.strictEqual(response.status, 429)
    const problem = (await response.json()) as { code: string; retry_after: number }
    assert.strictEqual(problem.code, "rate_limited")
    assert.strictEqual(response.headers.get("retry-after"), String(problem.retry_after))
    assert.match(response.headers.get("ratelimit") ?? "", /r=0/)
    assert.match(response.headers.get("ratelimit-policy") ?? "", /q=5;w=60/)
  })
})
