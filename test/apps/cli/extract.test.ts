import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { commandHere } from "../../support/entries/command-here.ts"
import { builtCommand } from "../../support/processes/built-command.ts"

/** Runs `gleaner extract` in `folder`, with `input` on stdin. */
const extract = (args: ReadonlyArray<string>, input = "", environment: Record<string, string> = {}) =>
  commandHere(["extract", ...args], { cwd: folder, environment, input })

const page = (title: string) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${
    "The tide comes in twice a day and leaves the harbour dry in between. ".repeat(4)
  }</p><a href="/next">Next</a></main>`

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

let folder = ""
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-extract-"))
  fs.mkdirSync(path.join(folder, "pages"))
  fs.writeFileSync(path.join(folder, "pages/tide.html"), page("Tides"))
  fs.writeFileSync(path.join(folder, "pages/ebb.html.gz"), gzipSync(page("Ebb")))
  fs.writeFileSync(path.join(folder, "pages/not-gzip.html.gz"), page("Lie"))
  fs.writeFileSync(path.join(folder, "pages/large.html"), page("Large") + " ".repeat(200_000))
  fs.writeFileSync(path.join(folder, "pages/broken.docx"), Buffer.from("PK\u0003\u0004 and no more"))
  fs.writeFileSync(path.join(folder, "pages/tide.rtf"), "{\\rtf1\\ansi The tide comes in.}")
  fs.copyFileSync(path.join(folder, "pages/tide.rtf"), path.join(folder, "pages/tide.txt"))
  fs.writeFileSync(path.join(folder, "pages/photo.bin"), Buffer.from([0xFF, 0xD8, 0xFF, 0, 1, 2, 3]))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

describe("gleaner extract", () => {
  it("prints a saved page as scrape would", async () => {
    const { code, err, out } = await extract(["pages/tide.html", "--url", "https://example.com/tide"])
    assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
    assert.match(out, /^# Tides\n\nThe tide comes in/)
  })

  it("reads a page from stdin, and gives the whole Document", async () => {
    const { out } = await extract(["-", "--url", "example.com/tide", "-f", "json"], page("Tides"))
    const document = JSON.parse(out)
    assert.strictEqual(document.url, "https://example.com/tide")
    assert.strictEqual(document.title, "Tides")
    assert.deepStrictEqual(document.links[0].url, "https://example.com/next")
    assert.deepStrictEqual(
      document.trace.stages.map(({ name }: { name: string }) => name),
      ["fetch", "parse", "content", "metadata", "links", "media", "records", "combine"]
    )
  })

  it("says what is missing on one line, with the usage code", async () => {
    const { code, err } = await extract([])
    assert.strictEqual(code, 2)
    assert.match(err, /^gleaner: give FILES or folders, or --batch FILE.*\n$/)
    const gone = await extract(["pages/none.html"])
    assert.strictEqual(gone.code, 1)
    assert.strictEqual(
      gone.err,
      "gleaner: none.html: The file cannot be read: there is no such file or folder. (unreadable_file)\n"
    )
  })

  it("needs no URL", async () => {
    const { code, err, out } = await extract(["pages/tide.html"])
    assert.deepStrictEqual({ code, err }, { code: 0, err: "" })
    assert.match(out, /^# Tides\n/)
  })

  it("answers every row of a batch in order, whatever the rows are", async () => {
    const rows = [
      { id: "tide", url: "https://example.com/tide", path: "pages/tide.html" },
      "not json",
      { id: 7, url: "https://example.com/ebb", path: "pages/ebb.html.gz", content_type: null },
      { id: "lie", url: "https://example.com/", path: "pages/not-gzip.html.gz" },
      { id: "gone", url: "https://example.com/", path: "pages/gone.html" },
      { id: "large", url: "https://example.com/", path: "pages/large.html" },
      { id: "photo", url: "https://example.com/", path: "pages/photo.bin" },
      { id: "broken", path: "pages/broken.docx", content_type: docx },
      { id: "rtf", path: "pages/tide.rtf" },
      { id: "rtf as text", path: "pages/tide.txt" },
      { id: "no path", url: "https://example.com/" },
      { id: "null", url: null, path: "pages/tide.html" },
      { id: "ftp", url: "ftp://example.com/", path: "pages/tide.html" },
      { id: "nowhere", url: "", path: "pages/tide.html" },
      { id: "text", url: "https://example.com/", path: "pages/tide.html", content_type: "text/plain; charset=utf-8" }
    ]
    const lines = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row)))
    const { code, out } = await extract(["--batch", "-"], lines.join("\n"), { GLEANER_MAX_BODY: "100000" })
    const answers = out.trim().split("\n").map((line) => JSON.parse(line))
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      answers.map(({ document, error, id }) => [id, error?.code ?? document.title]),
      [
        ["tide", "Tides"],
        [null, "invalid_request"],
        [7, "Ebb"],
        ["lie", "unreadable_file"],
        ["gone", "unreadable_file"],
        ["large", "body_too_large"],
        ["photo", "unreadable_file"],
        ["broken", "unreadable_file"],
        ["rtf", ""],
        ["rtf as text", ""],
        ["no path", "invalid_request"],
        ["null", "Tides"],
        ["ftp", "invalid_request"],
        ["nowhere", "Tides"],
        ["text", ""]
      ]
    )
    assert.match(answers[1].error.message, /^Row 2 is not a JSON object with id and path/)
    const messageOf = (id: string) => answers.find((answer) => answer.id === id).error.message
    assert.strictEqual(messageOf("broken"), "The document is broken or incomplete and could not be read.")
    assert.match(messageOf("photo"), /^The image was not read: it is damaged/)
  })

  it("finds pages beside the file of rows, and stops with a word where there is no such file", async () => {
    fs.writeFileSync(
      path.join(folder, "pages/rows.jsonl"),
      `${JSON.stringify({ id: 1, url: "https://example.com/", path: "tide.html" })}\n`
    )
    const { out } = await extract(["--batch", "pages/rows.jsonl"])
    assert.strictEqual(JSON.parse(out).document.title, "Tides")
    const missing = await extract(["--batch", "pages/none.jsonl"])
    assert.strictEqual(missing.code, 1)
    assert.match(missing.err, /^gleaner: pages\/none\.jsonl cannot be read: there is no such file or folder\n$/)
  })

  it("stops with a word when the disk is full", async () => {
    const rows = path.join(folder, "one-row.jsonl")
    fs.writeFileSync(rows, `${JSON.stringify({ id: 1, path: "pages/tide.html" })}\n`)
    const full = fs.openSync("/dev/full", "w")
    const child = spawn(process.execPath, [builtCommand, "extract", "--batch", rows], {
      cwd: folder,
      stdio: ["ignore", full, "pipe"]
    })
    let err = ""
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()))
    const code = await new Promise((resolve) => child.once("close", resolve))
    fs.closeSync(full)
    assert.strictEqual(code, 1)
    assert.match(err, /^gleaner: stdout cannot be written: .*ENOSPC.*\n$/)
  })
})
