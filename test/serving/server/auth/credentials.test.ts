import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { builtCommand } from "../../../support/processes/built-command.ts"
import { startReceiver } from "../../../support/web/webhook-receiver.ts"
import { skipReason } from "../../../web/render/support/browser.ts"

const key = "key-of-the-caller-0123456789"
const otherKey = "key-of-another-0123456789ab"

/** Secrets, each in one place of a request, and all the forms in which one could come out. */
const secrets = ["hdr-7f3a9c", "ckv-51be20", "bad-c0ffee"]
const forms = secrets.flatMap((
  secret
) => [secret, Buffer.from(secret).toString("base64").slice(0, 10), [...secret].reverse().join("")])
const leaksIn = (text: string): ReadonlyArray<string> => forms.filter((form) => text.includes(form))

/** A secret of the receiver of a webhook. */
const hookToken = "hook-93ab17"

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
    case "/leave":
      return void response.writeHead(302, { location: `${foreign}/landed` }).end()
    case "/loop":
      return void response.writeHead(302, { location: "/loop" }).end()
    case "/wrong":
      return void response.writeHead(401, html).end("<p>No.")
    case "/app":
      // Because of the cookie, the browser requests the page too.
      return void response.writeHead(200, { ...html, "set-cookie": "seen=1" }).end(shell)
    default:
      response.writeHead(200, html).end(
        `<h1>Members</h1><p>${"A page for members. ".repeat(20)}<a href="/more">more</a>`
      )
  }
})

/** Another origin, which is told nothing. */
let foreign = ""
let overheard = ""
const elsewhere = http.createServer((request, response) => {
  overheard += `${request.url} ${JSON.stringify(request.headers)}\n`
  response.writeHead(200, { "content-type": "text/html" }).end(`<p>${"Another site. ".repeat(20)}`)
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
  foreign = await listen(elsewhere)
  const otlp = await listen(collector)
  service = spawn(process.execPath, [builtCommand, "serve"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      GLEANER_PORT: "0",
      GLEANER_API_KEYS: `caller:${key},another:${otherKey}`,
      GLEANER_STORE: `sqlite:${path.join(folder, "gleaner.db")}`,
      GLEANER_WEBHOOK_ADDRESSES: "127.0.0.0/8",
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
})
afterAll(() => {
  service.kill("SIGKILL")
  site.close().closeAllConnections()
  elsewhere.close().closeAllConnections()
  collector.close().closeAllConnections()
  fs.rmSync(folder, { recursive: true, force: true })
})

const call = async (route: string, body?: object | string, as = key) => {
  const response = await fetch(`${url}${route}`, {
    ...(body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: { "x-api-key": as, "content-type": "application/json" }
  })
  return { status: response.status, text: JSON.stringify([...response.headers]) + await response.text() }
}

describe("a caller's credentials", () => {
  it("reach the site, and come out nowhere: 30 ways, and none leaks", async () => {
    const answers: Array<string> = []
    /** Each way out by its name. */
    const ways = new Map<string, string>()
    const log = async (route: string, body?: object | string, as = key) => {
      const { status, text } = await call(route, body, as)
      answers.push(text)
      ways.set(`${ways.size + 1}. ${route} ${JSON.stringify(body ?? "")} ${as}`, text)
      return status
    }
    assert.strictEqual(await log("/v1/scrape", { url: `${origin}/members`, include_html: true, ...credentials }), 200)
    assert.strictEqual(await log("/v1/discover", { url: `${origin}/members`, ...credentials }), 200)
    assert.strictEqual(await log("/v1/scrape", { url: `${origin}/app`, ...credentials }), 200)
    for (const path of ["/reset", "/coding", "/loop"]) {
      assert.strictEqual(await log("/v1/scrape", { url: origin + path, ...credentials }), 502, path)
    }
    assert.strictEqual(await log("/v1/scrape", { url: `${origin}/wrong`, ...credentials }), 200)
    assert.strictEqual(await log("/v1/scrape", { url: "http://10.0.0.1/", ...credentials }), 403)
    assert.strictEqual(await log("/v1/discover", { url: "http://nowhere.invalid/", ...credentials }), 502)
    assert.strictEqual(await log("/v1/scrape", { url: `${origin}/leave`, ...credentials }), 200)
    assert.include(overheard, "/landed")
    assert.strictEqual(await log("/v1/scrape", { url: `${origin}/members` }, otherKey), 200)
    assert.strictEqual(await log("/v1/crawl", { url: `${origin}/members`, dry_run: true, ...credentials }), 200)
    // A crawl: its answer, its events to the end, its documents and its ledger. Its receiver is away at first.
    const receiver = await startReceiver()
    receiver.answer = ({ id }, response) => {
      const isFirst = receiver.arrived.filter((message) => message.id === id).length === 1
      response.writeHead(isFirst ? 503 : 204).end()
    }
    const events = ["job.started", "page.stored", "page.failed", "job.finished"]
    const webhook = { url: `${receiver.url}/?token=${hookToken}`, events }
    const started = await fetch(`${url}/v1/crawl`, {
      method: "POST",
      body: JSON.stringify({ url: `${origin}/members`, max_pages: 3, webhook, ...credentials }),
      headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": "once" }
    })
    const job = await started.text()
    answers.push(job)
    assert.strictEqual(started.status, 202)
    const { id } = JSON.parse(job) as { readonly id: string }
    for (const list of ["/events", "/documents", "/ledger", "?documents=true"]) {
      assert.strictEqual(await log(`/v1/jobs/${id}${list}`), 200)
    }
    assert.include(answers.at(-1), "A page for members")
    assert.strictEqual(await log(`/v1/jobs/${id}/diff?url=${origin}/members`), 404)
    assert.strictEqual(await log("/v1/jobs"), 200)
    const isEnd = ({ type }: { readonly type: string }) => type === "job.finished"
    await receiver.until((arrived) => arrived.filter(isEnd).length === 2)
    receiver.close()
    ways.set("webhooks", JSON.stringify(receiver.arrived.map(({ body, headers }) => ({ body, headers }))))
    const batch = (...urls: ReadonlyArray<string>) => log("/v1/batch", { urls, ...credentials })
    assert.strictEqual(await batch(`${origin}/one`, `${origin}/two`), 202)
    const made = JSON.parse(answers.at(-1)?.replace(/^.*?\]\]/, "") ?? "") as { readonly id: string }
    assert.strictEqual(await log(`/v1/jobs/${made.id}/events`), 200)
    assert.strictEqual(await log(`/v1/jobs/${made.id}?documents=true`), 200)
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
    for (const fields of wrong) assert.strictEqual(await log("/v1/scrape", { url: origin, ...fields }), 400)
    assert.strictEqual(await log("/v1/scrape", `{"url": "${origin}", "headers": {"X-Token": "${bad}"`), 400)
    assert.strictEqual(await log("/v1/metrics"), 200)
    assert.strictEqual(await log("/v1/health"), 200)
    const signing =
      (JSON.parse(await (await fetch(`${url}/v1/webhook-secret`, { headers: { "x-api-key": key } })).text()) as {
        readonly secret: string
      }).secret

    const ended = new Promise((resolve) => service.once("close", resolve))
    service.kill("SIGTERM")
    await ended

    assert.includeMembers(told, ["/members", "/app", "/wrong", "/more", "/one", "/two"])
    assert.notInclude(told, "/robots.txt")
    assert.include(logged, "\"level\":\"debug\"")
    assert.include(collected, "PageReader.read")
    const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))
      .filter((name) => fs.statSync(name).isFile()).map((name) => fs.readFileSync(name, "latin1"))
    assert.isAbove(files.length, 1)
    ways.set("the crawl's answer", job).set("logs", logged).set("telemetry", collected).set("files", files.join("\n"))
      .set("another origin", overheard)
    for (const [way, text] of ways) {
      assert.deepStrictEqual(leaksIn(text), [], way)
      // Neither does what webhooks are signed with, nor the URL of the receiver but for the store, which has to keep
      // it.
      assert.notInclude(text, signing.slice("whsec_".length), way)
      if (way !== "files") assert.notInclude(text, hookToken, way)
    }
    assert.match(logged, /a webhook is tried again later/)
    assert.isAtLeast(ways.size, 30)
    if (skipReason === "") assert.isAbove(told.filter((path) => path === "/app").length, 1)
  })

  it("are not shown by the command line that takes them", { tags: "long" }, async () => {
    const run = (...args: ReadonlyArray<string>) =>
      new Promise<{ readonly code: number | null; readonly text: string }>((resolve) => {
        const child = spawn(process.execPath, [builtCommand, ...args], {
          env: {
            ...process.env,
            GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
            GLEANER_DOMAIN_DELAY: "0 millis",
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
