import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { commandProcess } from "../../support/entries/command-process.ts"
import { polled } from "../../support/polled.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { browserVariable, skipReason } from "../../web/render/support/browser.ts"

const gleaner = (...args: ReadonlyArray<string>) => commandProcess(args).ended
/** Pages are read by readers, as for a user. */
const withReaders = { GLEANER_WORKERS: undefined }

let site: FixtureSite
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(() => site.close())

describe("the gleaner process", () => {
  it("scrape prints the page to stdout and nothing to stderr", async () => {
    const { code, err, out } = await gleaner("scrape", `${site.url}/articles/tide`)
    assert.strictEqual(code, 0)
    assert.match(out, /^# How tides are predicted\n/)
    assert.strictEqual(err, "")
  })

  it.skipIf(skipReason !== "")("screenshot writes the picture that the name of the file asks for", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-pictures-"))
    const file = path.join(folder, "page.webp")
    const { code, err, out } = await commandProcess(
      ["screenshot", `${site.url}/articles/tide`, "-o", file, "--width", "200", "--full-page"],
      { environment: browserVariable }
    ).ended
    assert.deepStrictEqual([code, out, err], [0, "", ""])
    assert.strictEqual(fs.readFileSync(file).toString("latin1", 8, 12), "WEBP")
    const again = await commandProcess(
      ["screenshot", `${site.url}/articles/tide`, "-o", file, "--width", "200"],
      { environment: browserVariable }
    ).ended
    assert.deepStrictEqual([again.code, again.err], [0, `gleaner: ${file} existed, and its content is replaced\n`])
    fs.rmSync(folder, { recursive: true })
  })

  it("screenshot says how to get a browser, and what is wrong with an option", { tags: "long" }, async () => {
    const blind = await gleaner("screenshot", site.url, "-o", "page.png")
    assert.deepStrictEqual([blind.code, blind.out], [1, ""])
    assert.match(blind.err, /^gleaner: Rendering is switched off/)
    const wrong = await gleaner("screenshot", site.url, "-o", "page.png", "--width", "1")
    assert.deepStrictEqual([wrong.code, wrong.out], [2, ""])
    assert.match(wrong.err, /--width/)
  })

  it("scrape prints the text or the whole Document, discover one link a line", { tags: "long" }, async () => {
    const text = await gleaner("scrape", `${site.url}/articles/tide`, "--format", "text")
    assert.match(text.out, /^How tides are predicted\n/)
    const whole = await gleaner("scrape", `${site.url}/articles/tide`, "--format", "json")
    assert.strictEqual((JSON.parse(whole.out) as { status: number }).status, 200)
    const explained = await gleaner("explain", `${site.url}/articles/tide`, "--exclude-selectors", "table")
    assert.match(explained.out, new RegExp(`^${site.url}/articles/tide\\n\\d+ of \\d+ blocks kept`))
    assert.match(explained.out, /^[+] A tide table for a harbour/m)
    assert.notInclude(explained.out, "Monday")
    const links = (await gleaner("discover", `${site.url}/shop`, "--internal-only")).out.trim().split("\n")
    assert.isAbove(links.length, 5)
    assert.isTrue(links.every((line) => line.startsWith(site.url)))
  })

  it("an error is one line on stderr, with its exit code", async () => {
    const { code, err, out } = await gleaner("scrape", "ftp://example.com/")
    assert.strictEqual(code, 2)
    assert.match(err, /^gleaner: "ftp:\/\/example.com\/" .*only http and https.*\n$/)
    assert.strictEqual(out, "")
  })

  it(
    "a usage error is one line on stderr and prints nothing; help is printed on request",
    { tags: "long" },
    async () => {
      for (
        const args of [["scrape", site.url, "--bad", "1"], ["scrape"], ["scrap"], ["crawl", site.url, "--scope", "x"]]
      ) {
        const { code, err, out } = await gleaner(...args)
        assert.deepStrictEqual([code, out], [2, ""], args.join(" "))
        assert.match(err, /^gleaner: [^\n]+\n$/)
      }
      for (const args of [["scrape", "--help"], []]) {
        const { code, err, out } = await gleaner(...args)
        assert.deepStrictEqual([code, err], [0, ""], args.join(" "))
        assert.match(out, /USAGE/)
      }
    }
  )

  it("a page with an error status is printed, reported on stderr, and ends with 1", { tags: "long" }, async () => {
    const { code, err, out } = await gleaner("scrape", `${site.url}/missing`)
    assert.strictEqual(code, 1)
    assert.isAbove(out.length, 1)
    assert.match(err, /^gleaner: .*\/missing: the site answered with status 404.*\n$/)
  })

  it("doctor --install-browser says why it cannot, and what else to do", { tags: "long" }, async () => {
    const cache = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-cache-"))
    const { code, err, out } = await commandProcess(["doctor", "--install-browser"], {
      environment: {
        PUPPETEER_CACHE_DIR: cache,
        PUPPETEER_CHROME_DOWNLOAD_BASE_URL: `${site.url}/no-browser-here`
      }
    }).ended
    fs.rmSync(cache, { recursive: true })
    assert.strictEqual(code, 1)
    assert.match(err, /\ngleaner: Chrome [\d.]+ could not be downloaded: .*code 404.*apt-get install chromium.*\n$/)
    assert.strictEqual(out, "")
  })

  it("warnings of a page go to stderr", { tags: "long" }, async () => {
    const { code, err } = await gleaner("scrape", `${site.url}/live`)
    assert.strictEqual(code, 0)
    assert.match(err, /^gleaner: The page needs JavaScript, and no browser .* \(rendering_unavailable\)$/m)
  })

  it("a crawl whose seed is refused by the site says so and ends with 1", { tags: "long" }, async () => {
    const { code, err, out } = await gleaner("crawl", `${site.url}/missing`)
    assert.deepStrictEqual({ code, out }, { code: 1, out: "" })
    assert.match(err, /^done: 1 crawled, 0 stored, 1 failed.*\ngleaner: .*\/missing: .*404.* \(http_status\)\n$/)
  })

  it("a reader that wants no more ends a command without a word", async () => {
    const { child, ended } = commandProcess(["discover", `${site.url}/`])
    child.stdout?.destroy()
    const { code, err } = await ended
    assert.deepStrictEqual({ code, err }, { code: 141, err: "" })
  })

  it("a port in use and a name without an address are reported in words", { tags: "long" }, async () => {
    const taken = http.createServer()
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve))
    const { port } = taken.address() as AddressInfo
    const { code, err } = await commandProcess(["serve"], {
      environment: { GLEANER_PORT: String(port), GLEANER_API_KEYS: `a:${"a".repeat(24)}` }
    }).ended
    taken.close()
    assert.strictEqual(code, 1)
    assert.strictEqual(
      err,
      `gleaner: The service cannot listen on port ${port} of 127.0.0.1: the port is in use; give another one with --port or GLEANER_PORT, or 0 for any free port\n`
    )
  })

  it("crawl writes JSON Lines to a file, and no progress without a terminal", { tags: "long" }, async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
    const file = path.join(folder, "pages.jsonl")
    const args = ["crawl", `${site.url}/`, "--max-pages", "4", "--out", file]
    const { code, err, out } = await commandProcess(args, { environment: withReaders }).ended
    const urls = fs.readFileSync(file, "utf8").trim().split("\n").map((line) =>
      (JSON.parse(line) as { url: string }).url
    )
    assert.deepStrictEqual({ code, out }, { code: 0, out: "" })
    assert.match(err, /^done: \d+ crawled, 4 stored, .*\n$/)
    assert.strictEqual(urls.length, 4)
    assert.strictEqual(urls[0], `${site.url}/`)
    // Files that were there are replaced, but not without a word.
    const others = ["pages.warc", "llms.txt", "llms-full.txt"].map((name) => path.join(folder, name))
    for (const other of others) fs.writeFileSync(other, "earlier")
    const [warc = "", llms = "", full = ""] = others
    const again = await commandProcess(
      [...args, "--include", "/", "--warc", warc, "--llms-txt", llms, "--llms-full", full],
      { environment: withReaders }
    ).ended
    assert.strictEqual(again.code, 0, again.err)
    for (const name of [file, ...others]) {
      assert.include(again.err, `gleaner: ${name} existed, and its content is replaced\n`)
    }
    assert.include(again.err, "gleaner: include / matches no page but this one; /* matches the pages below it too\n")
    fs.rmSync(folder, { recursive: true })
  })

  it(
    "scrape - takes URLs from stdin, one per line, and - is stdout for every output file",
    { tags: "long" },
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
      const reading = (args: ReadonlyArray<string>, input: string) => commandProcess(args, { cwd: folder, input }).ended
      const list = `${site.url}/articles/tide\n# a comment\n\n  ${site.url}/shop\n`
      const scraped = await reading(["scrape", "-", "--fields", "url"], list)
      assert.deepStrictEqual(scraped, {
        code: 0,
        err: "",
        out: `{"url":"${site.url}/articles/tide"}\n{"url":"${site.url}/shop"}\n`
      })
      const one = await reading(["scrape", "-", "--format", "json"], `${site.url}/shop\n`)
      assert.strictEqual(one.out.trimEnd().split("\n").length, 1)
      const wrong = await reading(["scrape", "-"], `${site.url}/shop\nftp://example.com\n`)
      assert.deepStrictEqual([wrong.code, wrong.out], [2, ""])
      assert.match(wrong.err, /"ftp:\/\/example.com" \(line 2 of stdin\) has the scheme ftp/)
      const none = await reading(["scrape", "-"], "\n")
      assert.deepStrictEqual([none.code, none.err], [2, "gleaner: The input contains no URL.\n"])
      const crawled = await reading(["crawl", `${site.url}/`, "--max-pages", "1", "--fields", "url", "--out", "-"], "")
      assert.strictEqual(crawled.out, `{"url":"${site.url}/"}\n`)
      assert.deepStrictEqual(fs.readdirSync(folder), [])
      fs.rmSync(folder, { recursive: true })
    }
  )

  it("Ctrl-C cancels a crawl, prints the pages it has, and ends with 130", async () => {
    const asked = Promise.withResolvers<void>()
    const server = http.createServer((request, response) => {
      if (request.url === "/never") return asked.resolve()
      if (request.url === "/robots.txt") return void response.writeHead(404).end()
      response.setHeader("content-type", "text/html")
      response.end(
        `<h1>Start</h1><p>Here is a page with two links.</p><a href="/second">second</a>${
          request.url === "/second" ? `<a href="/never">never</a>` : ""
        }`
      )
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const seed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { child, ended } = commandProcess(["crawl", seed], { environment: withReaders })
    await asked.promise
    child.kill("SIGINT")
    const { code, err, out } = await ended
    server.closeAllConnections()
    server.close()
    assert.strictEqual(code, 130)
    assert.include(
      err,
      "interrupted: 2 stored, 1 pending; it cannot be resumed, since only a job with --out FILE can\n"
    )
    const urls = out.trim().split("\n").map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname)
    assert.deepStrictEqual(urls, ["/", "/second"])
  })

  it("serve prints a key where none is configured, answers, and stops within ten seconds of SIGTERM with a crawl running", async () => {
    const { child, ended } = commandProcess(["serve"], { environment: { ...withReaders, GLEANER_PORT: "0" } })
    const lines = await new Promise<string>((resolve) => {
      let out = ""
      child.stdout?.on("data", (chunk: Buffer) => {
        out += chunk.toString()
        if (out.includes("listens on")) resolve(out)
      })
    })
    const key = /key for this process is (\S+)/.exec(lines)?.[1] ?? ""
    const url = /listens on (\S+)/.exec(lines)?.[1] ?? ""
    assert.isAtLeast(key.length, 24)
    const crawl = await fetch(`${url}/v1/crawl`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.url}/slow` })
    })
    assert.strictEqual(crawl.status, 202)
    const events = await fetch(`${url}${crawl.headers.get("location")}/events`, { headers: { "x-api-key": key } })
    const scrape = fetch(`${url}/v1/scrape`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.url}/slow` })
    })
    const metrics = () =>
      fetch(`${url}/v1/metrics`, { headers: { "x-api-key": key } }).then((response) => response.text())
    await polled(metrics, (text) => /^gleaner_scrapes_in_flight\S* 1$/m.test(text))
    child.kill("SIGTERM")
    // A request whose page does not arrive in time gets an error.
    const unfinished = await scrape
    assert.strictEqual(unfinished.status, 503)
    assert.strictEqual(((await unfinished.json()) as { code: string }).code, "shutting_down")
    assert.isNotNull(unfinished.headers.get("retry-after"))
    assert.strictEqual((await ended).code, 0)
    // A follower of the crawl gets its end, and does not delay the end of the service.
    assert.match(await events.text(), /id: end\nevent: status\ndata: \{"status":"cancelled"/)
  })
})
