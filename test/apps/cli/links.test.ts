import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { commandHere } from "../../support/entries/command-here.ts"
import { commandProcess } from "../../support/entries/command-process.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

const requests: Array<string> = []
const pages: Record<string, string> = {
  "/": `<h1 id="start">Start</h1><a href="#start">top</a><a href="#nowhere">x</a><a href="/fine">f</a>
    <a href="/fine#part">p</a><a href="/moved?a=1">m</a><a href="/gone">g</a><img src="/lost.png"><img src="/photo.png">
    <a href="/loop">l</a><a href="/busy">b</a><a href="/private">p</a><a href="/members">m</a><a href="/never">n</a>
    <a href="/no-head">h</a><a href="mailto:a@b.c">m</a><a href="OTHER/page">o</a><a href="DEAD">d</a>`,
  "/fine": `<p id="part">Fine.</p><a href="/">back</a><a href="/deep-gone">g</a>`
}
const statuses: Record<string, number> = {
  "/gone": 404,
  "/lost.png": 410,
  "/busy": 429,
  "/members": 403,
  "/deep-gone": 404
}

let waiting = () => {}
const world = siteAndFolder(({ method = "", url = "" }, response) => {
  requests.push(`${method} ${url}`)
  if (url === "/robots.txt") return void response.end("User-agent: *\nDisallow: /private\n")
  if (url === "/never") return waiting()
  if (url === "/loop") return void response.writeHead(302, { location: "/loop" }).end()
  if (url.startsWith("/moved")) return void response.writeHead(301, { location: "/fine" }).end()
  const status = url === "/no-head" && method === "HEAD" ? 405 : statuses[url] ?? 200
  const type = url.endsWith(".png") ? "image/png" : "text/html"
  response.writeHead(status, { "content-type": type }).end(method === "HEAD" ? undefined : pages[url] ?? "<p>Page</p>")
})

const environment = { GLEANER_FETCH_TIMEOUT: "1 second" }
const check = async (...args: ReadonlyArray<string>) => {
  requests.length = 0
  const { code, err, out } = await commandHere(["links", world.url, ...args], { environment })
  return { code, err, out: out.replaceAll(world.url, "") }
}

const other = http.createServer((_, response) => void response.end("<p>Other</p>"))
let elsewhere = ""
let closed = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve))
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const dead = http.createServer()
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve))
  closed = `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`
  dead.close()
  pages["/"] = pages["/"]?.replace("OTHER", elsewhere).replace("DEAD", closed) ?? ""
})
afterAll(() => other.close().closeAllConnections())

describe("gleaner links", () => {
  it("checks every link and image of a page, and ends with 1 if one is broken", async () => {
    const { code, err, out } = await check("--json")
    const rows = out.trim().split("\n").map((row) => JSON.parse(row) as Record<string, unknown>)
    const results = Object.fromEntries(
      rows.map(({ result, url }) => [String(url).replace(elsewhere, "other").replace(closed, "closed"), result])
    )
    assert.deepStrictEqual(results, {
      "/#start": "ok",
      "/#nowhere": "broken",
      "/fine": "ok",
      "/fine#part": "ok",
      "/moved?a=1": "redirect",
      "/gone": "broken",
      "/lost.png": "broken",
      "/photo.png": "ok",
      "/loop": "unknown",
      "/busy": "unknown",
      "/private": "skipped",
      "/members": "unknown",
      "/never": "unknown",
      "/no-head": "ok",
      "other/page": "ok",
      "closed": "broken"
    })
    assert.deepStrictEqual(rows.find(({ url }) => url === "/moved?a=1"), {
      url: "/moved?a=1",
      kind: "link",
      pages: ["/"],
      result: "redirect",
      status: 200,
      redirected_to: "/fine",
      reason: "301"
    })
    assert.strictEqual(code, 1)
    assert.match(err, /: 4 broken links\n$/)
    assert.notInclude(requests, "HEAD /private")
    assert.lengthOf(requests.filter((request) => request === "HEAD /fine"), 2)
    assert.include(requests, "GET /no-head")
    assert.notInclude(requests, "GET /busy")
  })

  it("prints what needs attention, and where it is", async () => {
    const { err, out } = await check()
    assert.include(out, "broken    404  /gone\n               status 404\n               on /")
    assert.include(out, "redirect  200  /moved?a=1\n               -> /fine\n")
    assert.notInclude(out, "/photo.png")
    assert.match(err, /16 links of 1 page: \d+ ok, 1 redirected, 4 broken, 4 unknown, 1 skipped/)
    assert.include((await check("--all")).out, "ok        200  /photo.png\n")
  })

  it(
    "follows the pages of a site to a depth, which terminates although they link to each other",
    { tags: "long" },
    async () => {
      const { out } = await check("--depth", "9", "--json")
      const rows = out.trim().split("\n").map((row) => JSON.parse(row) as Record<string, unknown>)
      assert.strictEqual(rows.find(({ url }) => url === "/deep-gone")?.["result"], "broken")
      assert.lengthOf(requests.filter((request) => request === "GET /"), 1)
      const few = await check("--depth", "9", "--max-pages", "1")
      assert.notInclude(few.out, "deep-gone")
    }
  )

  it("prints what it has found until Ctrl-C", async () => {
    const asked = Promise.withResolvers<void>()
    waiting = asked.resolve
    const { child, ended } = commandProcess(["links", world.url])
    await asked.promise
    child.kill("SIGINT")
    const { code, err, out } = await ended
    assert.strictEqual(code, 130)
    assert.match(out, /^broken {4}200 {2}\S+#nowhere$/m)
    assert.match(err, /\d+ links of 1 page: .*; \d+ not checked\n$/)
    world.server.closeAllConnections()
  })

  it("ends with 1 if there is no such page", async () => {
    const { code, err, out } = await commandHere(["links", `${world.url}/gone`])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(err, /\/gone: the site answered with status 404 \(http_status\)\n$/)
  })

  it("ends with 0 if nothing is broken, and asks a host of 1,000 links for each once", { tags: "long" }, async () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `/item/${index}`)
    const start = pages["/"] ?? ""
    pages["/"] = paths.map((path) => `<a href="${path}">1</a><a href="${path}#">2</a>`).join("")
    const { code, err, out } = await check()
    pages["/"] = start
    assert.deepStrictEqual([code, out], [0, ""])
    assert.include(err, "2000 links of 1 page: 2000 ok")
    assert.sameMembers(requests.filter((request) => request.startsWith("HEAD")), paths.map((path) => `HEAD ${path}`))
  })
})
