import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"
import { codeBlocks } from "../../../support/handbook.ts"
import { type Json, json } from "../../../support/shapes.ts"
import { LoginSite } from "../../../support/web/login-site.ts"
import { skipReason } from "../../../web/render/support/browser.ts"

/**
 * A site whose login leaves a token in localStorage, and in a cookie that is sent below /app alone, and goes on after
 * eight seconds. Only the latest token is good.
 */
const tokenSite = async () => {
  const site = { url: "", logins: 0, token: "none" }
  const server = http.createServer((request, response) => {
    const html = (body: string, status = 200) =>
      void response.writeHead(status, { "content-type": "text/html" }).end(`<!doctype html>${body}`)
    if (request.url === "/robots.txt") return void response.end("")
    if (request.url === "/app/session") {
      site.logins++
      site.token = randomBytes(8).toString("hex")
      return void response.writeHead(200, { "set-cookie": `token=${site.token}; Path=/app` }).end(site.token)
    }
    if (request.url === "/app/login") {
      return html(`<button>Log in</button><script>
        document.querySelector("button").onclick = async () => {
          localStorage.setItem("token", await (await fetch("/app/session", { method: "POST" })).text())
          setTimeout(() => { location.href = "/app/home" }, 8000)
        }</script>`)
    }
    if (request.url === "/app/home") {
      return html(`<h1>Home</h1><script>
        if (localStorage.getItem("token") === "${site.token}") document.querySelector("h1").id = "in"</script>`)
    }
    if (request.headers.cookie !== `token=${site.token}`) return html("<h1>Log in</h1>", 401)
    html("<h1>Report</h1><p>This is what only readers see, and there is no other page like it.</p>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { site, stop }
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-profiles-"))
const keyFile = path.join(folder, "key")
const store = path.join(folder, "jobs.db")
const newKey = () => randomBytes(32).toString("base64")
const first = newKey()
fs.writeFileSync(keyFile, `${first}\n`)

describe.skipIf(skipReason !== "")(`profiles${skipReason}`, () => {
  let site: LoginSite
  let other: LoginSite
  let service: RunningService
  const start = () => serviceOver({ secretsKeyFile: Option.some(keyFile), store: { _tag: "Sqlite", path: store } })
  beforeAll(async () => {
    site = await new LoginSite().start()
    other = await new LoginSite().start()
    service = await start()
  })
  afterAll(async () => {
    await service.stop()
    site.stop()
    other.stop()
    fs.rmSync(folder, { recursive: true })
  })

  const login = (password?: string) => site.login(password)
  const put = (name: string, body: object, key = keys.first) =>
    service.call(`/v1/profiles/${name}`, { method: "PUT", json: body, key })
  const scrape = (url: string, more: object = {}, key = keys.first) =>
    service.call("/v1/scrape", { json: { url, use_cache: false, ...more }, key })
  const ended = async (answer: Response): Promise<Json> => {
    const { id } = await json(answer)
    await (await service.call(`/v1/jobs/${id}/events`)).text()
    return json(await service.call(`/v1/jobs/${id}`))
  }

  it("log in before the first page, by two pages with tokens, and once more when the session has ended", async () => {
    const made = await put("reader", { origins: [site.url], login: login() })
    assert.strictEqual(made.status, 200)
    const page = await json(await scrape(`${site.url}/page/1`, { profile: "reader" }))
    assert.match(String(page["markdown"]), /only readers see at \/page\/1/)
    assert.strictEqual(site.logins, 1)
    await json(await scrape(`${site.url}/page/2`, { profile: "reader" }))
    assert.strictEqual(site.logins, 1)
    site.expire()
    const job = await ended(
      await service.call("/v1/crawl", { json: { url: `${site.url}/home`, profile: "reader", exclude: ["*logout"] } })
    )
    assert.strictEqual(job["status"], "done")
    assert.deepInclude(job["stats"], { stored: 4, failed: 0 })
    assert.strictEqual(site.logins, 2)
  })

  it("log in where a page of the status 200 is the wall, and end a job clearly where this fails", async () => {
    site.wallStatus = 200
    try {
      const logins = site.logins
      const crawled = async (path: string) => {
        const json = { url: `${site.url}${path}`, profile: "reader", exclude: ["*logout"] }
        return ended(await service.call("/v1/crawl", { json }))
      }
      site.expire()
      const job = await crawled("/home")
      assert.deepInclude(job, { status: "done" })
      assert.deepInclude(job["stats"], { stored: 4, failed: 0 })
      assert.strictEqual(site.logins, logins + 1)
      // A document has the warning in any case, and the others have it because of the profile.
      for (const route of ["scrape", "discover", "explain"]) {
        site.expire()
        const before = site.logins
        const answer = await service.call(`/v1/${route}`, { json: { url: `${site.url}/home`, profile: "reader" } })
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(site.logins, before + 1, route)
      }
      site.closed = "/page/1"
      const lost = await crawled("/page/1")
      assert.deepInclude(lost, { status: "failed" })
      assert.deepInclude(lost["stats"], { stored: 0 })
      const [error] = lost["errors"] as ReadonlyArray<Json>
      assert.strictEqual(error?.["code"], "profile_logged_out")
      assert.match(String(error?.["message"]), /asks for a login right after one/)
    } finally {
      site.wallStatus = 401
      site.closed = ""
    }
  })

  it("are used by the plan of a crawl, which says if their login fails", async () => {
    const plan = async (path: string, profile: string, more: object = {}) => {
      const answer = await service.call("/v1/crawl", {
        json: { url: `${site.url}${path}`, profile, exclude: ["*logout"], max_depth: 1, dry_run: true, ...more }
      })
      const body: Json = await json(answer)
      return { ...body, httpStatus: answer.status } as Json
    }
    site.expire()
    const logins = site.logins
    assert.deepInclude(await plan("/home", "reader"), { httpStatus: 200, links: 3, pages: 4, notes: [] })
    assert.strictEqual(site.logins, logins + 1)
    try {
      site.closed = "/page/1"
      const failing = await plan("/page/1", "reader")
      assert.deepInclude(failing, { httpStatus: 200, links: 0, pages: 0 })
      assert.match(String(failing["notes"]), /^The crawl would fail: The profile reader is logged out: /)
    } finally {
      site.closed = ""
    }
    assert.deepInclude(await plan("/home", "nobody"), { httpStatus: 400 })
    assert.deepInclude(await plan("/home", "reader", { cookies: { a: "b" } }), { httpStatus: 400 })
  })

  it("have the cookies of any path, and log in again without what is left of the last session", async () => {
    const { site: tokens, stop } = await tokenSite()
    const report = async () => {
      const answer = await scrape(`${tokens.url}/app/report`, { profile: "tokens", timeout_seconds: 60 })
      return { status: answer.status, markdown: String((await json(answer))["markdown"]) }
    }
    try {
      await put("tokens", {
        origins: [tokens.url],
        storage: { [tokens.url]: { token: "given" } },
        login: { url: `${tokens.url}/app/login`, actions: [{ click: "button" }], done: "#in" }
      })
      for (const logins of [1, 2]) {
        const { markdown, status } = await report()
        assert.strictEqual(status, 200)
        assert.include(markdown, "only readers see")
        assert.strictEqual(tokens.logins, logins)
        tokens.token = "none"
      }
    } finally {
      await service.call("/v1/profiles/tokens", { method: "DELETE" })
      stop()
    }
  })

  it("end a job whose login fails, and store no page of it", async () => {
    const wrong = { origins: [site.url], login: login("not the password") }
    await Promise.all([put("wrong", wrong), put("mistaken", wrong)])
    const urls = [`${site.url}/page/1`, `${site.url}/page/2`]
    const refusal = scrape(urls[0] ?? "", { profile: "mistaken" })
    const job = await ended(await service.call("/v1/batch", { json: { urls, profile: "wrong" } }))
    assert.strictEqual(job["status"], "failed")
    assert.deepInclude(job["stats"], { stored: 0 })
    const [error] = job["errors"] as ReadonlyArray<Json>
    assert.strictEqual(error?.["code"], "profile_logged_out")
    assert.notInclude(JSON.stringify(job), "not the password")
    const refused = await refusal
    assert.strictEqual(refused.status, 502)
    const { code, detail } = await json(refused)
    assert.strictEqual(code, "profile_logged_out")
    assert.include(detail, "no element matches done")
    await service.call("/v1/profiles/mistaken", { method: "DELETE" })
  })

  it("belong to one key, and their values to their origins", async () => {
    const secret = `value-${randomBytes(8).toString("hex")}`
    await put("fields", { origins: [site.url], headers: { "x-team": secret }, cookies: { tea: secret } })
    assert.strictEqual((await scrape(`${site.url}/x`, { profile: "fields" }, keys.second)).status, 400)
    assert.strictEqual((await service.call("/v1/profiles/fields", { key: keys.second })).status, 404)
    const sent = (to: LoginSite) => to.requests.flatMap(({ headers }) => [headers["x-team"], headers.cookie]).join(" ")
    site.elsewhere = other.url
    await scrape(`${other.url}/page`, { profile: "fields" })
    await scrape(`${site.url}/away`, { profile: "fields" })
    await scrape(`${site.url}/framed`, { profile: "fields", wait_for: "#never", timeout_seconds: 20 })
    assert.isAbove(other.requests.length, 2)
    assert.notInclude(sent(other), secret)
    await scrape(`${site.url}/page`, { profile: "fields" })
    assert.include(sent(site), secret)
    const shown = await (await service.call("/v1/profiles/fields")).text()
    assert.deepInclude(JSON.parse(shown) as Json, { headers: ["x-team"], cookies: ["tea"] })
    const all = await (await service.call("/v1/profiles")).text()
    for (const text of [shown, all]) assert.notInclude(text, secret)
    const files = fs.readdirSync(folder).map((name) => path.join(folder, name)).filter((file) =>
      fs.statSync(file).isFile()
    )
    assert.isAbove(files.length, 1)
    for (const file of files) assert.notInclude(fs.readFileSync(file, "latin1"), secret)
  })

  it("survive a restart and a change of the key, and are of no use without it", async () => {
    const scraped = async () => (await scrape(`${site.url}/page/3`, { profile: "reader" })).status
    const again = async (...lines: ReadonlyArray<string>) => {
      await service.stop()
      fs.writeFileSync(keyFile, lines.join("\n"))
      service = await start()
    }
    const second = newKey()
    await again(second, first)
    assert.strictEqual(await scraped(), 200)
    await again(second)
    assert.strictEqual(await scraped(), 200)
    await again(newKey())
    const refused = await scrape(`${site.url}/page/3`, { profile: "reader" })
    assert.strictEqual(refused.status, 503)
    assert.deepInclude(await json(refused), { code: "secrets_unavailable" })
    await again(second)
  })

  it("are checked, listed and deleted", async () => {
    const block = codeBlocks.find(({ file, heading }) => file.endsWith("options.md") && heading === "Profiles")
    const documented = await json(await put("intranet", JSON.parse(block?.text ?? "") as object))
    assert.deepInclude(documented, { name: "intranet", logged_in_at: null })
    assert.strictEqual((await service.call("/v1/profiles/intranet", { method: "DELETE" })).status, 200)
    const wrong = await json(await put("x", { origins: ["https://a.example/path"], login: login() }))
    assert.strictEqual(wrong["status"], 400)
    const foreign = await json(await put("x", { origins: ["https://a.example"], login: login() }))
    assert.match(JSON.stringify(foreign["errors"]), /\/login\/url/)
    const both = await scrape(`${site.url}/x`, { profile: "reader", headers: { a: "b" } })
    assert.strictEqual(both.status, 400)
    assert.strictEqual((await service.call("/v1/profiles/wrong", { method: "DELETE" })).status, 200)
    assert.strictEqual((await service.call("/v1/profiles/wrong")).status, 404)
    const names = (await json(await service.call("/v1/profiles")))["profiles"] as ReadonlyArray<Json>
    assert.deepStrictEqual(names.map(({ name }) => name), ["reader", "fields"])
    const schedule = await service.call("/v1/schedules", {
      json: { name: "x", every_seconds: 3600, job: { url: site.url, profile: "nobody" } }
    })
    assert.strictEqual(schedule.status, 400)
  })
})
