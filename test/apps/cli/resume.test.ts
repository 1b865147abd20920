import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as fs from "node:fs"
import { lineOf } from "../../../src/crawling/stores/files/ledger-lines.ts"
import { recordedLine, type RecordedPage, recordedPage } from "../../../src/crawling/stores/files/recorded-page.ts"
import { commandOver } from "../../support/entries/command-over.ts"
import { commandProcess } from "../../support/entries/command-process.ts"
import { page } from "../../support/entries/crawl-over.ts"
import { siteAndFolder } from "../../support/web/site-and-folder.ts"

/** Twenty pages: each links to two deeper ones. One may not be fetched, and two have the same text. */
const bodyOf = (number: number): string => {
  const links = [1, 2].map((more) => 2 * number + more).filter((one) => one < 20).map((one) => `/${one}`)
  return page(number === 9 ? "page 8" : `page ${number}`, ...links, ...(number === 1 ? ["/private"] : []))
}

/** A page without a response, and the action on its request. */
let held: { readonly path: string; readonly asked: () => void } | undefined
const requests: Array<string> = []
const world = siteAndFolder(({ url = "" }, response) => {
  if (url === "/robots.txt") return void response.end("User-agent: *\nDisallow: /private\n")
  if (url === held?.path) return held.asked()
  requests.push(url)
  response.setHeader("content-type", "text/html")
  response.end(bodyOf(Number(url.slice(1))))
})

const { file: inFolder, linesOf, server } = world

const start = (...args: ReadonlyArray<string>) => {
  requests.length = 0
  return commandProcess(args, { cwd: world.folder })
}

/** The command is interrupted while it waits for that page. */
const interrupted = async (path: string, ...args: ReadonlyArray<string>) => {
  const asked = Promise.withResolvers<void>()
  held = { path, asked: asked.resolve }
  const { child, ended } = start(...args)
  await asked.promise
  child.kill("SIGINT")
  const result = await ended
  held = undefined
  server.closeAllConnections()
  return result
}

const options = ["--max-pages", "14", "--max-depth", "50", "--fields", "url,title,text"]

/** All that does not depend on the time. */
const facts = (name: string) => {
  const [job = {}, ...rows] = linesOf(`${name}.ledger`)
  return {
    documents: linesOf(name),
    job: { status: job["status"], stats: job["stats"], documents: job["document_count"] },
    rows: rows.map(({ elapsed_ms: _elapsed, ...row }) => row)
  }
}

const copy = (from: string, to: string) => {
  for (const end of ["", ".ledger"]) fs.copyFileSync(inFolder(from + end), inFolder(to + end))
}

describe("a recorded page", () => {
  it("comes back with all that the next process needs", () => {
    const likeness = { near: "0".repeat(32), shape: "f".repeat(32), fields: "title,text" }
    const settled: RecordedPage = {
      end: {
        row: {
          url: "http://site.example/1",
          outcome: "stored",
          code: "",
          status: 200,
          depth: 1,
          found_on: "http://site.example/",
          elapsed_ms: 12,
          seen: { text: "hash", likeness }
        },
        change: { crawled: 1, stored: 1 },
        pending: 3,
        errors: [],
        linksToFailed: []
      },
      step: {
        seq: 1,
        url: "http://site.example/1",
        isFailed: false,
        isLost: false,
        spends: true,
        marks: ["http://site.example/1"],
        text: "hash",
        near: likeness.near,
        base: undefined,
        joined: [{ depth: 2, foundOn: "http://site.example/1", urls: ["http://site.example/2"] }],
        linked: [0]
      }
    }
    assert.deepStrictEqual(Option.getOrUndefined(recordedPage(recordedLine(settled))), settled)
    // The line of a part of a sitemap is passed over by readers of the pages.
    const { row: _, ...end } = settled.end
    const part = { ...settled, end }
    assert.deepStrictEqual(Option.getOrUndefined(recordedPage(recordedLine(part))), part)
    assert.deepStrictEqual(lineOf(recordedLine(part)), { isPart: true })
  })
})

describe("an interrupted crawl", () => {
  beforeAll(async () => {
    await start("crawl", `${world.url}/0`, ...options, "--out", "whole.jsonl").ended
    const { code, err } = await interrupted("/6", "crawl", `${world.url}/0`, ...options, "--out", "t.jsonl")
    assert.strictEqual(code, 130)
    const [, stored, pending] =
      /^interrupted: (\d+) stored, (\d+) pending; continue with: gleaner crawl --resume t\.jsonl$/m.exec(err) ??
        []
    assert.strictEqual(Number(stored), linesOf("t.jsonl").length)
    assert.isAtLeast(Number(stored), 3)
    assert.isAtLeast(Number(pending), 4)
    copy("t.jsonl", "torn.jsonl")
    copy("t.jsonl", "same.jsonl")
  })

  it("goes on to what an undisturbed one comes to, and fetches nothing again that it has", async () => {
    const before = new Set(linesOf("t.jsonl").map(({ url }) => String(url).replace(world.url, "")))
    const { code, err } = await start("crawl", "--resume", "t.jsonl").ended
    assert.strictEqual(code, 0, err)
    assert.deepStrictEqual(facts("t.jsonl"), facts("whole.jsonl"))
    assert.deepStrictEqual(requests.filter((url) => before.has(url)), [])
    assert.lengthOf(requests, new Set(requests).size)

    const again = await start("crawl", "--resume", "t.jsonl").ended
    assert.strictEqual(again.code, 0)
    assert.match(again.err, /the job of t\.jsonl has ended \(done\); there is nothing to resume/)
    assert.deepStrictEqual(requests, [])
  })

  it("goes on after a process that was killed while it wrote, and takes its own command line again", async () => {
    // The last row was not written, and both files end in the middle of a line.
    const ledger = fs.readFileSync(inFolder("torn.jsonl.ledger"), "utf8").trimEnd().split("\n")
    fs.writeFileSync(inFolder("torn.jsonl.ledger"), `${ledger.slice(0, -1).join("\n")}\n{"type":"pa`)
    fs.appendFileSync(inFolder("torn.jsonl"), `{"url":"http://127`)
    const args = [`${world.url}/0`, ...options, "--out", "torn.jsonl", "--resume", "torn.jsonl"]
    const { code, err } = await start("crawl", ...args).ended
    assert.strictEqual(code, 0, err)
    assert.deepStrictEqual(facts("torn.jsonl"), facts("whole.jsonl"))
  })

  it(
    "is resumed by one process at a time, and no other crawl can use its files meanwhile",
    { tags: "long" },
    async () => {
      copy("same.jsonl", "two.jsonl")
      fs.symlinkSync(inFolder("two.jsonl"), inFolder("link.jsonl"))
      fs.symlinkSync(inFolder("two.jsonl.ledger"), inFolder("link.jsonl.ledger"))
      const asked = Promise.withResolvers<void>()
      held = { path: "/6", asked: asked.resolve }
      const first = start("crawl", "--resume", "two.jsonl")
      await asked.promise
      const others = [["--resume", "two.jsonl"], ["--resume", "link.jsonl"], [`${world.url}/0`, "--out", "two.jsonl"]]
      for (const args of others) {
        const { code, err } = await start("crawl", ...args).ended
        assert.strictEqual(code, 1, args.join(" "))
        assert.match(err, /(?:two|link)\.jsonl is being written by another crawl/)
      }
      // The lock ends with its process.
      first.child.kill("SIGKILL")
      await first.ended
      held = undefined
      server.closeAllConnections()
      const { code, err } = await start("crawl", "--resume", "two.jsonl").ended
      assert.strictEqual(code, 0, err)
      assert.deepStrictEqual(facts("two.jsonl"), facts("whole.jsonl"))
      assert.isFalse(fs.existsSync(inFolder("two.jsonl.lock")))
    }
  )

  it("is refused in words where the command line means another one, and its files stay as they are", async () => {
    const file = inFolder("same.jsonl")
    const text = () => ["", ".ledger"].map((end) => fs.readFileSync(file + end, "utf8"))
    const before = text()
    fs.writeFileSync(inFolder("notes.txt"), "a\n")
    fs.writeFileSync(inFolder("other.jsonl"), "a\n")
    fs.writeFileSync(inFolder("other.jsonl.ledger"), "b\nc")
    copy("same.jsonl", "secret.jsonl")
    copy("same.jsonl", "swapped.jsonl")
    const swapped = linesOf("swapped.jsonl").toReversed().map((line) => `${JSON.stringify(line)}\n`).join("")
    fs.writeFileSync(inFolder("swapped.jsonl"), swapped)
    const secret = fs.readFileSync(inFolder("secret.jsonl.ledger"), "utf8")
    fs.writeFileSync(inFolder("secret.jsonl.ledger"), secret.replace(`"options":{`, `"options":{"credentials_node":0,`))
    const edited = [["pages.jsonl", `"max_pages":14`, `"max_pages":-1`], ["file.jsonl", `"url":"http:`, `"url":"file:`]]
    for (const [name = "", from = "", to = ""] of edited) {
      copy("same.jsonl", name)
      fs.writeFileSync(inFolder(`${name}.ledger`), text()[1]?.replace(from, to) ?? "")
    }
    const refused: ReadonlyArray<readonly [args: ReadonlyArray<string>, line: RegExp]> = [
      [["crawl"], /needs the URL of the seed, or --resume/],
      [["crawl", "--resume", inFolder("none.jsonl")], /none\.jsonl does not exist, so nothing can be resumed/],
      [["crawl", "--resume", inFolder("notes.txt")], /notes\.txt\.ledger does not exist, so nothing can be resumed/],
      [
        ["crawl", "--resume", inFolder("other.jsonl")],
        /other\.jsonl\.ledger is not a ledger of gleaner; give the --out file/
      ],
      [["crawl", "--resume", inFolder("pages.jsonl")], /line 1 of \S+pages\.jsonl\.ledger cannot be resumed/],
      [["crawl", "--resume", inFolder("file.jsonl")], /line 1 of \S+file\.jsonl\.ledger cannot be resumed/],
      [
        ["crawl", "--resume", inFolder("swapped.jsonl")],
        /^line 1 of \S+swapped\.jsonl is not a Document of \S+swapped\.jsonl\.ledger, so nothing was changed/
      ],
      [["crawl", "--resume", inFolder("secret.jsonl")], /started with --headers or --cookies, .* give them again/],
      [["crawl", `${world.url}/1`, "--resume", file], /was started with other URLs; omit URLs/],
      [
        ["crawl", "--max-pages", "15", "--resume", file],
        /--max-pages differs from the option that \S+ was started with/
      ],
      [["crawl", "--out", inFolder("x.jsonl"), "--resume", file], /appends to its own file; omit --out/],
      [["crawl", "--dry-run", "--resume", file], /--dry-run plans a new crawl/],
      [["batch", "--resume", file], /same\.jsonl was written by gleaner crawl; use gleaner crawl --resume/]
    ]
    for (const [args, expected] of refused) {
      const { code, line } = await commandOver(args)
      assert.match(line, expected)
      assert.include([1, 2], code)
    }
    assert.deepStrictEqual(text(), before)
    assert.strictEqual(fs.readFileSync(inFolder("swapped.jsonl"), "utf8"), swapped)
    assert.strictEqual(fs.readFileSync(inFolder("other.jsonl.ledger"), "utf8"), "b\nc")
  })
})

describe("an interrupted batch", { tags: "long" }, () => {
  it("goes on with the pages that are left", async () => {
    const urls = ["/1", "/2", "/3", "/4"].map((url) => world.url + url)
    const { code } = await interrupted("/3", "batch", ...urls, "--fields", "url", "--out", "b.jsonl")
    assert.strictEqual(code, 130)
    const before = new Set(linesOf("b.jsonl").map(({ url }) => url))
    const resumed = await start("batch", "--resume", "b.jsonl").ended
    assert.strictEqual(resumed.code, 0, resumed.err)
    assert.sameMembers(linesOf("b.jsonl").map(({ url }) => url), urls)
    assert.deepStrictEqual(requests.filter((url) => before.has(world.url + url)), [])
  })
})
