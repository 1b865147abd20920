import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { boundedLines } from "../../../src/crawling/stores/files/bounded-lines.ts"
import { commandOver } from "../../support/entries/command-over.ts"
import { loopback } from "../../support/entries/command-process.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

/** A site whose entity tags change with its pages. `/plain` has none. */
const files: Record<string, string> = {}
const requests: Array<string> = []
const world = siteAndFolder(({ headers, url = "" }, response) => {
  const body = files[url]
  const etag = `"${Buffer.from(body ?? "").toString("base64url").slice(-40)}-${body?.length}"`
  const status = body === undefined ? 404 : url !== "/plain" && headers["if-none-match"] === etag ? 304 : 200
  if (url !== "/robots.txt") requests.push(`${status} ${url}`)
  response.writeHead(status, { "content-type": "text/html", ...(url === "/plain" ? {} : { etag }) })
  response.end(status === 200 ? body : undefined)
})

const { file: inFolder, linesOf: lines } = world
const written = (name: string) => lines(name).map(({ url }) => String(url).replace(world.url, ""))

const run = async (args: ReadonlyArray<string>, stdin = "") => {
  requests.length = 0
  return commandOver(args, loopback, stdin)
}

const crawl = (out: string, ...more: ReadonlyArray<string>) =>
  run([
    "crawl",
    `${world.url}/`,
    "--out",
    inFolder(out),
    ...more.map((arg) => arg.replace("@", world.folder + path.sep))
  ])

const begin = () => {
  for (const url of Object.keys(files)) delete files[url]
  Object.assign(files, {
    "/": page("start", "/same", "/changed", "/gone", "/plain"),
    "/same": page("same"),
    "/changed": page("before"),
    "/gone": page("gone"),
    "/plain": page("plain")
  })
}
const change = () => {
  files["/changed"] = page("after", "/new")
  files["/new"] = page("new")
  delete files["/gone"]
}

describe("gleaner crawl --since --adaptive", () => {
  it("requests only the seed again right after a crawl, and keeps the evidence in the ledger file", async () => {
    begin()
    await crawl("first.jsonl")
    const { code, err } = await crawl("second.jsonl", "--since", "@first.jsonl", "--adaptive")
    assert.strictEqual(code, 0)
    assert.match(err, /; 0 new, 0 changed, 5 same, 0 removed$/)
    assert.deepStrictEqual(requests, ["304 /"])
    const evidence = (name: string) =>
      lines(`${name}.ledger`).slice(1).map(({ code, seen }) => [code, Object(Object(seen)["history"])["changes"]])
    assert.deepStrictEqual(evidence("second.jsonl"), [
      ["unchanged", 0],
      ...Array.from({ length: 4 }, () => ["not_due", 0])
    ])
    await crawl("third.jsonl", "--since", "@second.jsonl")
    assert.deepStrictEqual(requests.toSorted(), [
      "200 /plain",
      ...["/", "/changed", "/gone", "/same"].map((url) => `304 ${url}`)
    ])
  })
})

describe("gleaner crawl --since", () => {
  it("writes new and changed pages, requests conditionally, and reports removed pages", async () => {
    begin()
    await crawl("first.jsonl")
    assert.strictEqual(written("first.jsonl").length, 5)
    change()
    const { code, err } = await crawl("second.jsonl", "--since", "@first.jsonl")
    assert.strictEqual(code, 0)
    assert.match(err, /; 1 new, 1 changed, 3 same, 1 removed$/)
    assert.sameMembers(written("second.jsonl"), ["/changed", "/new"])
    assert.sameMembers(requests, ["304 /", "304 /same", "200 /changed", "404 /gone", "200 /plain", "200 /new"])
    const rows = lines("second.jsonl.ledger").slice(1)
    assert.deepStrictEqual(rows.find(({ url }) => url === `${world.url}/gone`)?.["change"], "removed")

    // The next one knows the pages that this one has not written again.
    files["/same"] = page("same no more")
    const third = await crawl("third.jsonl", "--since", "@second.jsonl")
    assert.match(third.err, /; 0 new, 1 changed, 5 same, 0 removed$/)
    assert.deepStrictEqual(written("third.jsonl"), ["/same"])
    assert.sameMembers(requests, ["304 /", "200 /same", "304 /changed", "404 /gone", "200 /plain", "304 /new"])
  })

  it("compares texts where the file has no ledger beside it, and on stdin", async () => {
    begin()
    await crawl("alone.jsonl")
    fs.rmSync(inFolder("alone.jsonl.ledger"))
    change()
    const { err } = await crawl("compared.jsonl", "--since", "@alone.jsonl")
    assert.match(err, /; 1 new, 1 changed, 3 same, 1 removed$/)
    assert.isTrue(requests.every((request) => !request.startsWith("304")))
    const stdin = fs.readFileSync(inFolder("alone.jsonl"), "utf8")
    const piped = await run(["crawl", `${world.url}/`, "--out", inFolder("piped.jsonl"), "--since", "-"], stdin)
    assert.strictEqual(piped.line, "")
    assert.match(piped.err, /; 1 new, 1 changed, 3 same, 1 removed$/)
    assert.sameMembers(written("piped.jsonl"), ["/changed", "/new"])
  })

  it("reads the ledger of version 0.1.0, whose first line has the job below a key", async () => {
    begin()
    await crawl("old.jsonl")
    const [{ notes, type, ...job } = {}, ...rows] = lines("old.jsonl.ledger")
    assert.deepStrictEqual([notes, type], [[], "job"])
    assert.isTrue(rows.every((row) => row["type"] === "page" && typeof row["url"] === "string"))
    const old = [{ job }, ...rows.map(({ type: _type, ...row }) => row)]
    fs.writeFileSync(inFolder("old.jsonl.ledger"), old.map((line) => JSON.stringify(line)).join("\n"))
    change()
    const { err } = await crawl("after-old.jsonl", "--since", "@old.jsonl")
    assert.match(err, /; 1 new, 1 changed, 3 same, 1 removed$/)
    assert.isTrue(requests.includes("304 /"))
  })

  it("finds the pages behind those that are the same, when the earlier crawl ended by its budget", async () => {
    begin()
    await crawl("cut.jsonl", "--max-pages", "2")
    await crawl("whole.jsonl", "--since", "@cut.jsonl")
    assert.sameMembers(written("whole.jsonl"), ["/changed", "/gone", "/plain"])
  })

  it("counts and writes for a batch, too: unchanged pages do not count as failures", async () => {
    begin()
    const urls = ["/same", "/changed"].map((url) => world.url + url)
    await run(["batch", ...urls, "--out", inFolder("batch.jsonl")])
    files["/changed"] = page("after")
    const { code, err } = await run([
      "batch",
      ...urls,
      "--out",
      inFolder("later.jsonl"),
      "--since",
      inFolder("batch.jsonl")
    ])
    assert.deepStrictEqual([code, written("later.jsonl")], [0, ["/changed"]])
    assert.match(err, /; 0 new, 1 changed, 1 same, 0 removed$/)
  })

  it("refuses what it cannot use, and says why", async () => {
    begin()
    await crawl("kept.jsonl")
    const before = fs.readFileSync(inFolder("kept.jsonl"), "utf8")
    const same = await crawl("kept.jsonl", "--since", "@kept.jsonl")
    assert.deepInclude(same, { code: 2 })
    assert.match(same.line, /--out would overwrite the file of --since/)
    assert.strictEqual(fs.readFileSync(inFolder("kept.jsonl"), "utf8"), before)
    const none = await crawl("x.jsonl", "--since", "@none.jsonl")
    assert.match(none.line, /none\.jsonl cannot be read: /)
    fs.writeFileSync(inFolder("odd.jsonl"), "{\"url\":\"https://example.com/\",\"title\":\"no text\"}\n")
    const odd = await crawl("x.jsonl", "--since", "@odd.jsonl")
    assert.match(odd.line, /line 1 of \S+odd\.jsonl is not a Document with url and text, because text /)
    assert.deepStrictEqual(requests, [])
  })

  it("reports in one line a file that is not a crawl, or is of another version", async () => {
    begin()
    await crawl("kept.jsonl")
    const [job = "", row = ""] = fs.readFileSync(inFolder("kept.jsonl.ledger"), "utf8").split("\n")
    const lineFor = async (name: string, text: string | Uint8Array) => {
      fs.writeFileSync(inFolder(name), text)
      const { line } = await crawl("x.jsonl", "--since", `@${name.replace(".ledger", "")}`)
      assert.notInclude(line, "\n")
      assert.isBelow(line.length, 500)
      return line
    }
    const edited = (line: string, edit: (value: Record<string, Record<string, unknown>>) => void) => {
      const value = JSON.parse(line) as Record<string, Record<string, unknown>>
      edit(value)
      return `${JSON.stringify(value)}\n`
    }
    assert.match(await lineFor("binary.jsonl", new Uint8Array([0, 255, 10, 1])), /line 1 of .*is not JSON: /)
    assert.match(
      await lineFor("half.jsonl", `{"url":"https://e.example/","text":"a"}\n{"url":`),
      /line 2 of .*is not JSON/
    )
    assert.match(await lineFor("list.jsonl", "[1,2]\n"), /line 1 of .*is not a Document/)
    assert.match(
      await lineFor("file.jsonl", `{"url":"file:///etc/passwd","text":""}\n`),
      /because url must be an http or https URL/
    )
    fs.writeFileSync(inFolder("old.jsonl"), "")
    const older = edited(job, (line) => delete line["status"])
    assert.match(
      await lineFor("old.jsonl.ledger", older),
      /has a job that this version .*because status .*delete the ledger/
    )
    const wrong = edited(row, (line) => Object.assign(line, { outcome: "x".repeat(10_000) }))
    assert.match(await lineFor("old.jsonl.ledger", `${job}\n${wrong}`), /line 2 of .*has a page .*because outcome /)
    assert.deepStrictEqual(requests, [])
  })
})

describe("the lines of a file", () => {
  const linesOf = (chunks: Iterable<string>, longest: number) =>
    Effect.runPromise(Effect.result(Stream.runCollect(
      boundedLines(Stream.encodeText(Stream.fromIterable(chunks, { chunkSize: 1 })), longest)
    )))

  it("are the same however the bytes come", async () => {
    assert.deepStrictEqual(await linesOf(["a\nbc", "", "d\n\ne"], 10), Result.succeed(["a", "bcd", "", "e"]))
  })

  it("are given up at the first that is too long, before its end has come", async () => {
    let read = 0
    const endless = function*() {
      yield "first\nsecond\n"
      for (; read < 1000; read++) yield "x".repeat(10)
    }
    assert.deepStrictEqual(await linesOf(endless(), 100), Result.fail({ _tag: "LineTooLong", number: 3 }))
    assert.isBelow(read, 30)
  })
})
