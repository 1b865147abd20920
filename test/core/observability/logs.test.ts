import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import * as http from "node:http"
import * as net from "node:net"
import { undisturbed } from "../../support/processes/built-command.ts"
import { type Collector, startCollector } from "../../support/processes/collector.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"

const secret = "secret-of-the-caller-000001"

type Line = Readonly<Record<string, unknown>>

let site: FixtureSite
let busy: http.Server
let collector: Collector
let service: ChildProcess
let url = ""
const allowedOrigin = "https://app.example.com"

let out = ""
let log = ""

/** Lines of the log so far, in their order. */
const lines = (): ReadonlyArray<Line> =>
  log.slice(0, log.lastIndexOf("\n")).split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Line)
const linesOf = (name: string, value: unknown) => lines().filter((line) => line[name] === value)

const call = (path: string, init: RequestInit & { readonly json?: unknown } = {}) =>
  fetch(url + path, {
    ...(init.json === undefined ? {} : { method: "POST", body: JSON.stringify(init.json) }),
    ...init,
    headers: { "x-api-key": secret, "content-type": "application/json", ...init.headers }
  })

/** Waits for the lines of the requests so far, which are written shortly after the answers, in their order. */
const settled = async () => {
  const id = randomUUID()
  // Not counted by any limit and, unlike a probe, logged.
  await (await fetch(`${url}/settled`, { headers: { "x-request-id": id } })).arrayBuffer()
  while (linesOf("request.id", id).length === 0) await once(service.stderr ?? service, "data")
}

beforeAll(async () => {
  site = await startFixtureSite()
  busy = http.createServer((request, response) =>
    request.url === "/robots.txt"
      ? response.writeHead(404).end()
      : response.writeHead(429, { "retry-after": "7" }).end("too many")
  )
  await once(busy.listen(0, "127.0.0.1"), "listening")
  collector = await startCollector()
  service = spawn(process.execPath, [...undisturbed, "serve"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      GLEANER_PORT: "0",
      GLEANER_API_KEYS: `caller:${secret}`,
      GLEANER_CORS_ORIGINS: allowedOrigin,
      GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
      GLEANER_DOMAIN_DELAY: "0 millis",
      GLEANER_WORKERS: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url
    }
  })
  service.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()))
  url = await new Promise<string>((resolve) =>
    service.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString()
      const address = /listens on (\S+)/.exec(out)?.[1]
      if (address !== undefined) resolve(address)
    })
  )
})

afterAll(async () => {
  service.kill("SIGKILL")
  collector.stop()
  busy.close().closeAllConnections()
  await site.close()
})

describe("the log of a service that nobody watches", () => {
  it("has one line of JSON for each request, with the id, the key, the route and how it went", async () => {
    const response = await call("/v1/scrape", {
      json: { url: `${site.url}/articles/tide?token=of-the-page` },
      headers: { "x-request-id": "of-the-caller.1" }
    })
    const body = await response.arrayBuffer()
    await settled()
    const [line, ...more] = linesOf("request.id", "of-the-caller.1")
    assert.deepStrictEqual(more, [])
    assert.strictEqual(response.headers.get("x-request-id"), "of-the-caller.1")
    assert.match(String(line?.["message"]), /^POST \/v1\/scrape 200, [\d.]+ ms, \d+ B$/)
    const duration = Number(line?.["http.server.request.duration"])
    const size = Number(line?.["http.response.size"])
    assert.isTrue(duration > 0.001 && duration < 20, `${duration} is a time in seconds`)
    assert.isAbove(size, 500)
    assert.isBelow(size, body.byteLength + 1000)
    assert.include(line, {
      level: "info",
      "http.request.method": "POST",
      "http.route": "/v1/scrape",
      "url.path": "/v1/scrape",
      "http.response.status_code": 200,
      "key.name": "caller"
    })
  })

  it("names the problem of an error, which has an id of ours if the caller's is not usable", async () => {
    const refused = await call("/v1/scrape", {
      json: { url: "http://10.0.0.1/" },
      headers: { "x-request-id": "two words \"quoted\"" }
    })
    const id = refused.headers.get("x-request-id") ?? ""
    await settled()
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.include(linesOf("request.id", id)[0], {
      "http.response.status_code": 403,
      "error.type": "address_blocked"
    })
    for (const path of ["/nothing", "/v1/jobs/0123456789abcdef0123456789abcdef"]) {
      const response = await call(path, { headers: { "x-request-id": `x${"y".repeat(128)}` } })
      assert.match(response.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/, `${path} ${response.status}`)
    }
  })

  it("says that a caller hung up before the answer, and that an answer was cut off", async () => {
    const asked = site.log.length
    const impatient = new AbortController()
    const scrape = call("/v1/scrape", {
      json: { url: `${site.url}/slow` },
      headers: { "x-request-id": "hung-up" },
      signal: impatient.signal
    })
    while (site.log.length === asked) await settled()
    impatient.abort()
    await scrape.catch(() => {})
    const job = (await call("/v1/crawl", { json: { url: `${site.url}/slow` } })).headers.get("location") ?? ""
    const bored = new AbortController()
    await call(`${job}/events`, { signal: bored.signal, headers: { "x-request-id": "bored" } })
    bored.abort()
    for (const id of ["hung-up", "bored"]) while (linesOf("request.id", id).length === 0) await settled()
    await call(job, { method: "DELETE" })
    assert.strictEqual(linesOf("request.id", "hung-up")[0]?.["http.response.status_code"], 499)
    assert.match(
      String(linesOf("request.id", "bored")[0]?.["message"]),
      /^GET \/v1\/jobs\/\w+\/events 200, .* cut off$/
    )
  })

  it("has a line for bytes that are not a request", async () => {
    const socket = net.connect(Number(new URL(url).port), "127.0.0.1")
    socket.end("GET\r\n\r\n")
    await once(socket.resume(), "close")
    await settled()
    const found = linesOf("error.type", "invalid_request")
    assert.deepStrictEqual(found.map((line) => line["http.response.status_code"]), [400])
  })

  it("tells the answer that was sent where no route was asked", async () => {
    const ask = async (id: string, init: RequestInit & { readonly path?: string }) => {
      const response = await call(init.path ?? "/", { ...init, headers: { ...init.headers, "x-request-id": id } })
      const body = await response.arrayBuffer()
      await settled()
      const [line] = linesOf("request.id", id)
      assert.strictEqual(line?.["http.response.status_code"], response.status)
      assert.isAbove(Number(line?.["http.response.size"]), body.byteLength)
      return line
    }
    assert.strictEqual((await ask("broken-path", { path: "/v1/jobs/%ff" }))?.["error.type"], "invalid_request")
    const preflight = { origin: allowedOrigin, "access-control-request-method": "POST" }
    await ask("preflight", { path: "/v1/scrape", method: "OPTIONS", headers: preflight })
    const metrics = await (await call("/v1/metrics")).text()
    assert.match(metrics, /gleaner_http_requests_total\{[^}]*route="none"[^}]*status="400"/)
    assert.notMatch(metrics, /route="none"[^}]*status="499"/)
  })

  it("tells a job from its queue to its end, and a job that is cancelled or fails", async () => {
    const start = async (path: string) => {
      const crawl = await call("/v1/crawl", { json: { url: site.url + path, max_pages: 3 } })
      return String(crawl.headers.get("location")?.split("/").at(-1))
    }
    const done = await start("/articles/tide")
    await (await call(`/v1/jobs/${done}/events`)).text()
    const slow = await start("/slow")
    await call(`/v1/jobs/${slow}`, { method: "DELETE" })
    const failed = await start("/private/log")
    await (await call(`/v1/jobs/${failed}/events`)).text()
    await settled()
    const told = (id: string) =>
      linesOf("job.id", id).map(({ message }) => String(message)).filter((message) => message.startsWith("job "))
    assert.deepStrictEqual(told(done), ["job queued", "job started", "job finished"])
    assert.strictEqual(told(slow).at(-1), "job cancelled")
    assert.deepStrictEqual(told(failed), ["job queued", "job started", "job failed: robots_disallowed"])
    const end = linesOf("job.id", done).find(({ message }) => message === "job finished")
    assert.include(end, { "key.name": "caller", "job.url": `${site.url}/articles/tide` })
    assert.include(end?.["job.pages"], { crawled: 3, pending: 0 })
    // The requests that create and read a job are logged with its id.
    const routes = linesOf("job.id", done).map((line) => line["http.route"]).filter((route) => route !== undefined)
    assert.deepStrictEqual(routes, ["/v1/crawl", "/v1/jobs/{id}/events"])
  })

  it("says that a domain is slowed down, and why", async () => {
    const { port } = busy.address() as net.AddressInfo
    await call("/v1/scrape", { json: { url: `http://127.0.0.1:${port}/`, timeout_seconds: 1 } })
    await settled()
    const [line] = linesOf("message", "domain slowed down")
    assert.include(line, { "server.address": "127.0.0.1", "http.response.status_code": 429, "retry_after.seconds": 7 })
  })

  it("leaves out probes, and holds no secret and no query", async () => {
    await fetch(`${url}/readyz`)
    await call("/v1/metrics")
    await call("/v1/jobs?limit=3")
    await fetch(`${url}/v1/jobs`, { headers: { authorization: "Bearer wrong-key-of-somebody-else" } })
    await settled()
    const paths = lines().map((line) => line["url.path"])
    assert.include(paths, "/v1/jobs")
    for (const probe of ["/healthz", "/readyz", "/v1/metrics"]) assert.notInclude(paths, probe)
    for (const hidden of [secret, "of-the-page", "wrong-key", "limit=3"]) assert.notInclude(log + out, hidden)
  })
})
