import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, PlatformError } from "effect"
import { TestConsole } from "effect/testing"
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { WARCParser } from "warcio"
import { commandEnd } from "../../support/entries/command-over.ts"
import { commandProcess, loopback } from "../../support/entries/command-process.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

const photo = Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
const answers: Record<string, { readonly headers?: Record<string, string>; readonly body: string | Buffer }> = {
  "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private\n" },
  "/": { body: page("start", "/blog/one", "/blog/two", "/shop/one", "/photo.png", "/private") },
  "/blog/one": { headers: { "content-encoding": "gzip" }, body: gzipSync(page("one", "/blog/two?print=1")) },
  "/blog/two": { body: page("two") },
  "/blog/two?print=1": { body: page("two, printed") },
  "/blog/listed": { body: page("listed") },
  "/shop/one": { headers: { "tdm-reservation": "1" }, body: page("shop") },
  "/photo.png": { headers: { "content-type": "image/png" }, body: photo },
  "/sitemap.xml": {
    headers: { "content-type": "application/xml" },
    body: "<urlset><url><loc>/blog/listed</loc></url></urlset>"
  }
}

const log: Array<string> = []
const world = siteAndFolder((request, response) => {
  log.push(request.url ?? "")
  const answer = answers[request.url ?? ""]
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "text/html", ...answer?.headers })
  // In two pieces, so that the transfer is chunked.
  response.write((answer?.body ?? "nothing").slice(0, 5))
  response.end((answer?.body ?? "nothing").slice(5))
})

/** The command in this process: the line and the exit code that it would end with. */
const gleanerCrawl = (...args: ReadonlyArray<string>) =>
  // Its closing line is for people.
  Effect.provide(crawlWith({}, ...args), TestConsole.layer)

const crawlWith = (more: Record<string, string>, ...args: ReadonlyArray<string>) =>
  commandEnd(["crawl", `${world.url}/`, ...args], { ...loopback, ...more })

/** The paths of the pages in a file of JSON Lines. */
const pathsIn = (file: string): ReadonlyArray<string> =>
  fs.readFileSync(file, "utf8").trim().split("\n").map((line) =>
    (JSON.parse(line) as { url: string }).url.replace(world.url, "")
  )

interface WarcRecord {
  readonly type: string | null
  readonly path: string
  readonly header: (name: string) => string | null
  readonly http: string
  readonly payload: Buffer
}

const recordsOf = async (bytes: Uint8Array): Promise<ReadonlyArray<WarcRecord>> => {
  const records: Array<WarcRecord> = []
  for await (
    const record of new WARCParser(
      (async function*() {
        yield bytes
      })(),
      { keepHeadersCase: true }
    )
  ) {
    const payload = Buffer.from(await record.readFully(false))
    records.push({
      type: record.warcType,
      path: (record.warcTargetURI ?? "").replace(world.url, ""),
      header: (name) => record.warcHeader(name) ?? null,
      http: record.httpHeaders?.toString() ?? "",
      payload
    })
  }
  return records
}

describe("gleaner crawl", () => {
  it.live("--include and --exclude choose what is followed, --sitemaps adds what the site lists", () =>
    Effect.gen(function*() {
      const out = world.file("blog.jsonl")
      const { code } = yield* gleanerCrawl("--out", out, "--include", "/blog/*", "--exclude", "*print=*", "--sitemaps")
      assert.strictEqual(code, 0)
      assert.deepStrictEqual(pathsIn(out), ["/", "/blog/listed", "/blog/one", "/blog/two"])
    }).pipe(Effect.provide(NodeServices.layer)))

  it.live("a pattern that cannot match is refused with the reason, before anything is fetched", () =>
    Effect.gen(function*() {
      log.length = 0
      const { code, line } = yield* gleanerCrawl("--include", "blog/*")
      assert.strictEqual(code, 2)
      assert.match(line, /^--include "blog\/\*" must start with .*\.$/)
      assert.deepStrictEqual(log, [])
    }).pipe(Effect.provide(NodeServices.layer)))

  it.live("a store that a command ignores is reported on stderr", () =>
    Effect.gen(function*() {
      yield* crawlWith(
        { GLEANER_STORE: "sqlite:/none/x.db" },
        "--out",
        world.file("s.jsonl"),
        "--max-pages",
        "1"
      )
      assert.match((yield* TestConsole.errorLines).join("\n"), /^gleaner: GLEANER_STORE .* ignored/m)
    }).pipe(Effect.provide([NodeServices.layer, TestConsole.layer])))

  it.live("a budget above its maximum is reported on stderr", () =>
    Effect.gen(function*() {
      yield* crawlWith({}, "--out", world.file("deep.jsonl"), "--max-depth", "50", "--max-pages", "1")
      assert.include(yield* TestConsole.errorLines, "gleaner: max_depth 50 became 20")
    }).pipe(Effect.provide([NodeServices.layer, TestConsole.layer])))

  it.live("--markdown writes a file for each page, beside the JSON Lines where they are asked for", () =>
    Effect.gen(function*() {
      const pages = world.file("pages")
      const out = world.file("pages.jsonl")
      const { code } = yield* gleanerCrawl("--markdown", pages, "--out", out, "--include", "/blog/*")
      assert.strictEqual(code, 0)
      const files = fs.readdirSync(pages, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"))
      assert.lengthOf(files, pathsIn(out).length)
      const text = fs.readFileSync(path.join(pages, "blog/one.md"), "utf8")
      assert.match(text, /^---\ntitle: "[^"]+"\nurl: "http:[^"]+\/blog\/one"\nfetched: \d{4}-\d\d-\d\d\n---\n\n# one\n/)
      const refused = yield* gleanerCrawl("--markdown", pages, "--fields", "url,markdown")
      assert.deepInclude(refused, { code: 2 })
      assert.match(refused.line, /^--markdown needs .* in --fields\.$/)
    }).pipe(Effect.provide(NodeServices.layer)))

  for (const name of ["crawl.warc", "crawl.warc.gz"]) {
    it.live(`--warc ${name} holds every exchange, as a public reader reads it`, () =>
      Effect.gen(function*() {
        const file = world.file(name)
        log.length = 0
        const { code } = yield* gleanerCrawl(
          "--out",
          world.file("warc.jsonl"),
          "--warc",
          file,
          "--exclude",
          "/shop/*"
        )
        assert.strictEqual(code, 0)
        const bytes = fs.readFileSync(file)
        const [info, ...records] = yield* Effect.promise(() => recordsOf(bytes))
        assert.strictEqual(info?.type, "warcinfo")
        assert.match(info?.payload.toString() ?? "", /software: gleaner\/.*\r\nformat: WARC File Format 1\.1\r\n/)
        const responses = records.filter(({ type }) => type === "response")
        const requests = records.filter(({ type }) => type === "request")
        assert.deepStrictEqual(responses.map((record) => record.path).toSorted(), log.toSorted())
        assert.deepStrictEqual(requests.map((record) => record.path), responses.map((record) => record.path))
        for (const [index, response] of responses.entries()) {
          const body = Buffer.from(answers[response.path]?.body ?? "nothing")
          assert.deepStrictEqual(response.payload, body, response.path)
          assert.strictEqual(response.header("WARC-Truncated"), null)
          assert.strictEqual(sha1Of(response.header("WARC-Payload-Digest")), sha1(response.payload))
          assert.match(response.http, /^HTTP\/1\.1 (?:200 OK|404 Not Found)\r\n/)
          assert.notMatch(response.http, /transfer-encoding/i)
          assert.strictEqual(requests[index]?.header("WARC-Concurrent-To"), response.header("WARC-Record-ID"))
          assert.match(
            requests[index]?.http ?? "",
            /^GET \/.* HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nuser-agent: gleaner/i
          )
        }
        if (name.endsWith(".gz")) assert.match(firstMember(bytes), /^WARC\/1\.1\r\nWARC-Type: warcinfo\r\n/)
      }).pipe(Effect.provide(NodeServices.layer)))
  }

  it.live("--warc has what sites say about the use of stored and refused pages, also with fields of other files", () =>
    Effect.gen(function*() {
      for (
        const [purpose, more, source] of [
          ["search", ["--llms-txt", world.file("l.txt")], "1"],
          ["ai-train", ["--out", world.file("refused.jsonl")], undefined]
        ] as const
      ) {
        const file = world.file(`rights-${purpose}.warc`)
        const args = ["--include", "/shop/*", "--purpose", purpose, "--warc", file, ...more]
        assert.strictEqual((yield* gleanerCrawl(...args)).code, 0)
        const records = yield* Effect.promise(() => recordsOf(fs.readFileSync(file)))
        const [about, ...others] = records.filter(({ type }) => type === "metadata")
        assert.deepStrictEqual([others.length, about?.path], [0, "/shop/one"])
        const [, rights = ""] = /^rights: (.*)\r\n$/.exec(about?.payload.toString() ?? "") ?? []
        assert.deepStrictEqual(JSON.parse(rights), {
          tdm: { reserved: true },
          sources: [{ from: "tdm-reservation", ...(source === undefined ? {} : { text: source }) }]
        })
      }
    }).pipe(Effect.provide(NodeServices.layer)))

  it.live("a full disk ends the crawl with one line that names the file, for the output and for the WARC", () =>
    Effect.gen(function*() {
      for (const args of [["--out", "/dev/full"], ["--out", world.file("x.jsonl"), "--warc", "/dev/full"]]) {
        const { code, line } = yield* gleanerCrawl(...args)
        assert.strictEqual(code, 1)
        assert.match(line, /^\/dev\/full cannot be written: /)
      }
    }).pipe(Effect.when(Effect.sync(() => fs.existsSync("/dev/full"))), Effect.provide(NodeServices.layer)))

  it.live("a disk that fills up on the way ends the crawl in the same way", () =>
    Effect.gen(function*() {
      const fileSystem = yield* FileSystem.FileSystem
      const noSpace = PlatformError.systemError({
        _tag: "Unknown",
        module: "FileSystem",
        method: "write",
        description: "ENOSPC"
      })
      let writes = 0
      const fillsUp = FileSystem.FileSystem.of({
        ...fileSystem,
        open: (name, options) =>
          Effect.map(fileSystem.open(name, options), (file): FileSystem.File =>
            name.endsWith(".warc")
              ? Object.create(file, {
                writeAll: { value: (bytes: Uint8Array) => ++writes > 4 ? Effect.fail(noSpace) : file.writeAll(bytes) }
              })
              : file)
      })
      const { code, line } = yield* Effect.provideService(
        gleanerCrawl("--out", world.file("y.jsonl"), "--warc", world.file("y.warc")),
        FileSystem.FileSystem,
        fillsUp
      )
      assert.strictEqual(code, 1)
      assert.match(line, /y\.warc cannot be written: /)
    }).pipe(Effect.provide(NodeServices.layer)))

  it.live("says on stderr what a bound has left out", () =>
    Effect.gen(function*() {
      const { code, line } = yield* crawlWith(
        { GLEANER_STORE_BYTES: "1200" },
        "--out",
        world.file("z.jsonl")
      )
      const errors = (yield* TestConsole.errorLines).map(String)
      assert.strictEqual(code, 0, line)
      assert.match(errors[0] ?? "", /^done: /)
      assert.deepStrictEqual(errors.slice(1).map((line) => /\((\w+)\)$/.exec(line)?.[1]), ["store_full", "ledger_full"])
    }).pipe(Effect.provide([NodeServices.layer, TestConsole.layer])))

  it("a reader that has gone ends the crawl without a word", async () => {
    const { child, ended } = commandProcess(["crawl", `${world.url}/`])
    child.stdout?.destroy()
    const { code, err } = await ended
    assert.deepStrictEqual([code, err], [141, ""])
  })
})

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex")

/** From base 32 to hexadecimal. */
const sha1Of = (digest: string | null): string => {
  const letters = (digest ?? "").replace("sha1:", "")
  const bits = [...letters].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  ).join("")
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join("")
}

/** Content of the first gzip member: the second one begins with the magic bytes again. */
const firstMember = (bytes: Buffer): string =>
  gunzipSync(bytes.subarray(0, bytes.indexOf("\u001F\u008B\u0008", 3, "latin1"))).toString()
