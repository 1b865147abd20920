import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { browserSetting } from "../../../../scripts/support/launch-browser.ts"
import { settings } from "../../../../src/core/settings/Settings.ts"
import { undisturbed } from "../../../support/processes/built-command.ts"
import { startCollector } from "../../../support/processes/collector.ts"
import { type Json, json } from "../../../support/shapes.ts"
import { LoginSite } from "../../../support/web/login-site.ts"
import { skipReason } from "../../../web/render/support/browser.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-profile-attacks-"))
const store = path.join(folder, "jobs.db")
const keyFile = path.join(folder, "secrets.key")
fs.writeFileSync(keyFile, randomBytes(32).toString("base64"))
const keys = { own: "own-key-0123456789abcdef", other: "other-key-0123456789abcdef" }

/** `gleaner` with every line of its log, and with the environment of a service. */
const program = (collector: string, ...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [...undisturbed, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      GLEANER_PORT: "0",
      GLEANER_ALLOW_ADDRESSES: "127.0.0.0/8",
      GLEANER_DOMAIN_DELAY: "0 millis",
      GLEANER_WORKERS: "0",
      GLEANER_BROWSER: settings.browser.show(browserSetting),
      GLEANER_LOG_LEVEL: "All",
      GLEANER_STORE: `sqlite:${store}`,
      GLEANER_SECRETS_KEY_FILE: keyFile,
      GLEANER_API_KEYS: `own:${keys.own},other:${keys.other}`
    }
  })
  let said = ""
  const hear = (text: string) => void (said += text)
  child.stdout.setEncoding("utf8").on("data", hear)
  child.stderr.setEncoding("utf8").on("data", hear)
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  return { child, ended, said: () => said }
}

describe.skipIf(skipReason !== "")(`attacks on profiles${skipReason}`, () => {
  let site: LoginSite
  /** Of the logins that fail. */
  let closed: LoginSite
  let trap: LoginSite
  let collector: Awaited<ReturnType<typeof startCollector>>
  let service: ReturnType<typeof program> & { readonly url: string }
  const header = `field-${randomBytes(12).toString("hex")}`
  const cookie = `tea-${randomBytes(12).toString("hex")}`
  const answers: Array<string> = []

  const serve = async () => {
    const started = program(collector.url, "serve")
    const address = () => /listens on (\S+)/.exec(started.said())?.[1]
    while (address() === undefined && started.child.exitCode === null) await new Promise((done) => setTimeout(done, 20))
    return { ...started, url: address() ?? assert.fail(started.said()) }
  }
  const call = async (
    at: string,
    body?: object,
    { key = keys.own, method = body === undefined ? "GET" : "POST" } = {}
  ) => {
    const answer = await fetch(`${service.url}${at}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    answers.push(bytes.toString("latin1"), JSON.stringify([...answer.headers]))
    return { status: answer.status, text: bytes.toString(), headers: answer.headers }
  }
  const put = (name: string, body: object) => call(`/v1/profiles/${name}`, body, { method: "PUT" })
  /** All that read one page by its URL. */
  const routes = ["scrape", "discover", "explain", "screenshot"] as const
  const read = (route: typeof routes[number], url: string, more: object = {}, key = keys.own) =>
    call(`/v1/${route}`, { url, profile: "reader", ...more }, { key })
  const sentTo = ({ requests }: LoginSite) =>
    requests.map(({ headers, method, url }) => JSON.stringify({ headers, method, url })).join("\n")

  beforeAll(async () => {
    site = await new LoginSite().start()
    closed = await new LoginSite().start()
    trap = await new LoginSite().start()
    site.elsewhere = trap.url
    trap.elsewhere = site.url
    collector = await startCollector()
    service = await serve()
    const values = { headers: { "x-team": header }, cookies: { tea: cookie } }
    assert.strictEqual((await put("reader", { origins: [site.url], ...values, login: site.login() })).status, 200)
  })
  afterAll(async () => {
    service.child.kill("SIGKILL")
    await service.ended
    site.stop()
    closed.stop()
    trap.stop()
    collector.stop()
    fs.rmSync(folder, { recursive: true })
  })

  // The form is the same for all, and a login takes the browser a second.
  const others = new Set(["scrape", "explain"])
  const tagged = (route: string) => ({ tags: others.has(route) ? ["long" as const] : [] })
  let mistakes = 0
  describe.each(routes)("%s", (route) => {
    it("logs in, once more when the session has ended, and not a third time", tagged(route), async () => {
      site.expire()
      const login = closed.login("not the password")
      await put(`wrong-${route}`, { origins: [closed.url], login })
      const refusal = read(route, `${closed.url}/page/1`, { profile: `wrong-${route}` })
      const before = site.logins
      const first = await read(route, `${site.url}/page/1`)
      assert.strictEqual(first.status, 200, first.text.slice(0, 500))
      assert.strictEqual(site.logins, before + 1)
      const counted = site.logins
      assert.strictEqual((await read(route, `${site.url}/page/2`)).status, 200)
      assert.strictEqual(site.logins, counted)
      const refused = await refusal
      assert.strictEqual(closed.logins, ++mistakes)
      assert.strictEqual(refused.status, 502)
      assert.deepInclude(JSON.parse(refused.text) as Json, { code: "profile_logged_out" })
    })
  })

  it.each(routes)("%s has no profile of another key, and none beside header fields", async (route) => {
    const before = site.requests.length
    const refused = await read(route, `${site.url}/page/1`, {}, keys.other)
    assert.strictEqual(refused.status, 400)
    assert.include(refused.text, "/profile")
    if (route !== "screenshot") {
      assert.strictEqual((await read(route, `${site.url}/page/1`, { cookies: { a: "b" } })).status, 400)
    }
    assert.strictEqual(site.requests.length, before)
  })

  it.each(routes)("%s sends nothing to another origin: by its URL, a redirect or a frame", async (route) => {
    const before = trap.requests.length
    await read(route, `${trap.url}/open?${route}`)
    await read(route, `${site.url}/away?${route}`)
    const framed = await read(route, `${site.url}/framed?${route}`)
    const asked = trap.requests.slice(before).map(({ url }) => url).filter((url) => url !== "/robots.txt")
    assert.deepStrictEqual(asked, [`/open?${route}`, `/trap?${route}`])
    const warning = framed.headers.get("page-warning")
    if (route === "screenshot") assert.match(String(warning), /no frames of other origins, because .* profile/)
    else assert.isNull(warning)
    for (const secret of [header, cookie, ...site.sessions]) assert.notInclude(sentTo(trap), secret)
    // A frame of another origin has not made the browser send them either.
    const stolen = site.requests.filter(({ url }) => url?.startsWith("/stolen") === true)
    for (const secret of [header, cookie, ...site.sessions]) {
      assert.notInclude(JSON.stringify(stolen.map(({ headers }) => headers)), secret)
    }
  })

  it("the picture of a page of a job says that it has no frames", async () => {
    const job = await call("/v1/batch", { urls: [`${site.url}/framed?job`], profile: "reader", pictures: {} })
    const { id } = JSON.parse(job.text) as Json
    await call(`/v1/jobs/${id}/events`)
    const { text } = await call(`/v1/jobs/${id}/documents`)
    const [document] = (JSON.parse(text) as { readonly documents: ReadonlyArray<Json> }).documents
    assert.include(JSON.stringify(document?.["trace"]), "The picture has no frames of other origins")
    assert.deepInclude(document?.["picture"], { media_type: "image/webp" })
  })

  it("no value is in an answer, the log, a span, a metric, a backup or what a crash leaves", async () => {
    assert.include(sentTo(site), header)
    assert.include(sentTo(site), cookie)
    const job = await json(
      await fetch(`${service.url}/v1/crawl`, {
        method: "POST",
        headers: { "x-api-key": keys.own, "content-type": "application/json" },
        body: JSON.stringify({
          url: `${site.url}/home`,
          profile: "reader",
          archive: true,
          search: true,
          pictures: {}
        })
      })
    )
    const id = String(job["id"])
    await call(`/v1/jobs/${id}/events`)
    assert.include((await call(`/v1/jobs/${id}/documents`)).text, "only readers see")
    for (const at of ["", "/ledger", "/documents", "/wacz", "/search?q=readers"]) await call(`/v1/jobs/${id}${at}`)
    for (const at of ["/v1/profiles", "/v1/profiles/reader", "/v1/jobs", "/v1/metrics", "/v1/usage"]) await call(at)
    const copy = program(collector.url, "jobs", "backup", path.join(folder, "copy.db"))
    await copy.ended
    assert.isTrue(fs.existsSync(path.join(folder, "copy.db")), copy.said())
    // The service ends in the middle of a login.
    const sessions = [...site.sessions]
    assert.isNotEmpty(sessions)
    site.expire()
    const cut = read("scrape", `${site.url}/page/3`).catch(() => undefined)
    const requests = site.requests.length
    while (site.requests.length < requests + 2) await new Promise((done) => setTimeout(done, 5))
    service.child.kill("SIGKILL")
    await service.ended
    await cut
    const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))
      .filter((file) => fs.statSync(file).isFile())
    const places: ReadonlyArray<readonly [name: string, text: string]> = [
      ["answers", answers.join("\n")],
      ["log", service.said() + copy.said()],
      ["telemetry", [...collector.received.values()].join("\n")],
      ...files.map((file) => [file, fs.readFileSync(file, "latin1")] as const)
    ]
    assert.isAbove(files.length, 2)
    for (const secret of [header, cookie, site.password, ...sessions, ...site.sessions]) {
      for (const form of [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
        for (const [name, text] of places) assert.isFalse(text.includes(form), `${name} has ${form}`)
      }
    }
    for (const [name, text] of places.slice(0, 3)) assert.isAbove(text.length, 100, name)
    service = await serve()
    assert.strictEqual((await read("scrape", `${site.url}/page/1`)).status, 200)
  })
})
