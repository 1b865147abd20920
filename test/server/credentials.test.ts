import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { skipReason } from "../render/support/browser.ts"

const main = path.join(import.meta.dirname, "../../src/main.ts")
const key = "key-of-the-caller-0123456789"

/** Secrets, each in one place of a request, and all the forms in which one could come out. */
const secrets = ["hdr-7f3a9c", "ckv-51be20", "bad-c0ffee"]
const forms = secrets.flatMap((
  secret
) => [secret, Buffer.from(secret).toString("base64").slice(0, 10), [...secret].reverse().join("")])
const leaksIn = (text: string): ReadonlyArray<string> => forms.filter((form) => text.includes(form))

const credentials = {
  headers: { "X-Token": secrets[0], "Authorization": `Bearer ${secrets[0]}` },
  cookies: { sid: secrets[1] }
}

const listen = (server: http.Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  )

/** A site that tells which of its URLs got a secret. */
const told: Array<string> = []
const shell =
  "<title>App</title><div id=root></div><script>root.innerHTML = '<h1>Done</h1>' + 'Some words. '.repeat(40)</script>"
const site = http.createServer((request, response) => {
  if (secrets.some((secret) => JSON.stringify(request.headers).includes(secret))) told.push(request.url ?? "")
  const html = { "content-type": "text/html", "cache-control": "max-age=600" }
  switch (request.url) {
    case "/reset":
      return void request.socket.destroy()
    case "/coding":
      return void response.writeHead(200, { ...html, "content-encoding": "gzip" }).end("no gzip")
    case "/loop":
      return void response.writeHead(302, { location: "/loop" }).end()
    case "/wrong":
      return void response.writeHead(401, html).end("<p>No.")
    case "/app":
      return void response.writeHead(200, html).end(shell)
    default:
      response.writeHead(200, html).end(
        `<h1>Members</h1><p>${"A page for members. ".repeat(20)}<a href="/more">more</a>`
      )
  }
})

/** A collector of traces and metrics. */
let collected = ""
const collector = http.createServer(async (request, response) => {
  for await (const chunk of request) collected += String(chunk)
  response.writeHead(200, { "content-type": "application/json" }).end("{}")
})

let service: ChildProcess
let logged = ""
let origin = ""
let url = ""
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-ways-out-"))

beforeAll(async () => {
  origin = await listen(site)
  const otlp = await listen(collector)
  service = spawn(process.execPath, [main, "serve"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      GLEANER_PORT: "0",
      GLEANER_API_KEYS: `caller:${key}`,
      GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
      GLEANER_DOMAIN_DELAY: "0 millis",
      GLEANER_LOG_LEVEL: "All",
      GLEANER_WORKERS: "1",
      GLEANER_CACHE_DIRECTORY: folder,
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp
    }
  })
  url = await new Promise<string>((resolve) => {
    for (const stream of [service.stdout, service.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        logged += chunk.toString()
        const address = /Gleaner listens on (\S+)/.exec(logged)?.[1]
        if (address !== undefined) resolve(address)
      })
    }
  })
}, 60_000)
afterAll(() => {
  service.kill("SIGKILL")
  site.close().closeAllConnections()
  collector.close().closeAllConnections()
  fs.rmSync(folder, { recursive: true, force: true })
})

const call = async (route: string, body?: object) => {
  const response = await fetch(`${url}${route}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { "x-api-key": key, "content-type": "application/json" }
  })
  return { status: response.status, text: JSON.stringify([...response.headers]) + await response.text() }
}

describe("a caller's credentials", { timeout: 120_000 }, () => {
  it("reach the site, and come out nowhere: answers, problems, metrics, logs at every level, traces, files", async () => {
    const answers: Array<string> = []
    const tell = async (route: string, body?: object) => {
      const { status, text } = await call(route, body)
      answers.push(text)
      return status
    }
    assert.strictEqual(await tell("/v1/scrape", { url: `${origin}/members`, include_html: true, ...credentials }), 200)
    assert.strictEqual(await tell("/v1/discover", { url: `${origin}/members`, ...credentials }), 200)
    assert.strictEqual(await tell("/v1/scrape", { url: `${origin}/app`, ...credentials }), 200)
    for (const path of ["/reset", "/coding", "/loop"]) {
      assert.strictEqual(await tell("/v1/scrape", { url: origin + path, ...credentials }), 502, path)
    }
    assert.strictEqual(await tell("/v1/scrape", { url: `${origin}/wrong`, ...credentials }), 200)
    assert.strictEqual(await tell("/v1/scrape", { url: "http://10.0.0.1/", ...credentials }), 403)
    assert.strictEqual(await tell("/v1/discover", { url: "http://nowhere.invalid/", ...credentials }), 502)
    // A crawl: its answer, its events to the end, its documents and its ledger.
    const started = await fetch(`${url}/v1/crawl`, {
      method: "POST",
      body: JSON.stringify({ url: `${origin}/members`, max_pages: 3, ...credentials }),
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": "once" }
    })
    const job = await started.text()
    answers.push(job)
    assert.strictEqual(started.status, 202)
    const { id } = JSON.parse(job) as { readonly id: string }
    for (const list of ["/events", "/documents", "/ledger", "?documents=true"]) {
      assert.strictEqual(await tell(`/v1/jobs/${id}${list}`), 200)
    }
    assert.include(answers.at(-1), "A page for members")
    assert.strictEqual(await tell("/v1/jobs"), 200)
    const batch = (...urls: ReadonlyArray<string>) => tell("/v1/batch", { urls, ...credentials })
    assert.strictEqual(await batch(`${origin}/one`, `${origin}/two`), 202)
    const made = JSON.parse(answers.at(-1)?.replace(/^.*?\]\]/, "") ?? "") as { readonly id: string }
    assert.strictEqual(await tell(`/v1/jobs/${made.id}/events`), 200)
    assert.strictEqual(await tell(`/v1/jobs/${made.id}?documents=true`), 200)
    assert.strictEqual(await batch(`${origin}/one`, "http://127.0.0.2/two"), 400)
    assert.include(answers.at(-1), "a batch for each origin")
    // Refused requests.
    const bad = secrets[2] ?? ""
    const wrong = [
      { headers: { Host: bad } },
      { headers: { "X-Token": `${bad}\r\nX: y` } },
      { headers: { "X-Token": [bad] } },
      { headers: [bad] },
      { cookies: { sid: `${bad};` } },
      { cookies: bad },
      { header: { "X-Token": bad } },
      { ...credentials, nonsense: bad }
    ]
    for (const fields of wrong) assert.strictEqual(await tell("/v1/scrape", { url: origin, ...fields }), 400)
    const cut = await fetch(`${url}/v1/scrape`, {
      method: "POST",
      body: `{"url": "${origin}", "headers": {"X-Token": "${bad}"`,
      headers: { "x-api-key": key, "content-type": "application/json" }
    })
    answers.push(await cut.text())
    assert.strictEqual(await tell("/v1/metrics"), 200)
    assert.strictEqual(await tell("/v1/health"), 200)

    const ended = new Promise((resolve) => service.once("close", resolve))
    service.kill("SIGTERM")
    await ended

    assert.includeMembers(told, ["/members", "/app", "/wrong", "/more", "/one", "/two"])
    assert.notInclude(told, "/robots.txt")
    assert.include(logged, "\"level\":\"debug\"")
    assert.include(collected, "PageReader.read")
    const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))
      .filter((name) => fs.statSync(name).isFile()).map((name) => fs.readFileSync(name, "latin1"))
    const ways = { answers: answers.join("\n"), logs: logged, telemetry: collected, files: files.join("\n") }
    for (const [way, text] of Object.entries(ways)) assert.deepStrictEqual(leaksIn(text), [], way)
    if (skipReason === "") assert.isAbove(told.filter((path) => path === "/app").length, 1)
  })

  it("are not shown by the command line that takes them", async () => {
    const run = (...args: ReadonlyArray<string>) =>
      new Promise<{ readonly code: number | null; readonly text: string }>((resolve) => {
        const child = spawn(process.execPath, [main, ...args], {
          env: {
            ...process.env,
            GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
            GLEANER_LOG_LEVEL: "All",
            GLEANER_BROWSER: "off"
          }
        })
        let text = ""
        for (const stream of [child.stdout, child.stderr]) {
          stream.on("data", (chunk: Buffer) => (text += chunk.toString()))
        }
        child.once("close", (code) => resolve({ code, text }))
      })
    const flags = ["--headers", `X-Token: ${secrets[0]}`, "--cookies", `sid=${secrets[1]}`]
    const before = told.length
    const read = await run("scrape", `${origin}/members`, "--format", "json", ...flags)
    assert.strictEqual(read.code, 0)
    assert.isAbove(told.length, before)
    const links = await run("discover", `${origin}/members`, ...flags)
    assert.strictEqual(links.code, 0)
    const several = await run("scrape", `${origin}/members`, "http://127.0.0.2:1/", ...flags)
    assert.deepStrictEqual([several.code, /one origin/.test(several.text)], [2, true])
    const wrong = await run("scrape", origin, "--headers", `Host: ${secrets[2]}`)
    assert.strictEqual(wrong.code, 2)
    const warc = path.join(folder, "pages.warc")
    const crawled = await run("crawl", `${origin}/members`, "--max-pages", "2", "--warc", warc, ...flags)
    assert.strictEqual(crawled.code, 0)
    const recorded = fs.readFileSync(warc, "latin1")
    assert.match(recorded, /x-token: <redacted>/i)
    assert.include(recorded, "A page for members")
    for (const text of [read, links, several, wrong, crawled].map(({ text }) => text).concat(recorded)) {
      assert.deepStrictEqual(leaksIn(text), [])
    }
  })
})
