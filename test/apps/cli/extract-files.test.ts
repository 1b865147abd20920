import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { markdownNames } from "../../../src/apps/cli/extract/saved-markdown.ts"
import { commandHere } from "../../support/entries/command-here.ts"

const extract = (args: ReadonlyArray<string>, input = "") => commandHere(["extract", ...args], { cwd: folder, input })

const page = (title: string) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${
    "The tide comes in twice a day and leaves the harbour dry in between. ".repeat(4)
  }</p><a href="/next">Next</a></main>`

let folder = ""
const write = (name: string, data: string | Uint8Array) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), data)
}
const text = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8")
const filesBelow = (name: string): ReadonlyArray<string> =>
  fs.readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(folder, name), path.join(entry.parentPath, entry.name)))
    .toSorted()

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-extract-files-"))
  write("site/index.html", page("Home"))
  write("site/blog/one.html", page("One"))
  write("site/blog/one.txt", "The ebb follows.")
  write("site/blog/ONE.htm", page("Loud one"))
  write("site/data/ebb.html.gz", gzipSync(page("Ebb")))
  write("site/.git/config", "[core]")
  write("more/one.html", page("Another one"))
  write("bad/broken.docx", Buffer.from("PK\u0003\u0004 and no more"))
  write("bad/good.html", page("Good"))
  write("bad/photo.bin", Buffer.from([0xFF, 0xD8, 0xFF, 0, 1, 2, 3]))
  fs.symlinkSync("..", path.join(folder, "site/circle"))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

describe("gleaner extract of files and folders", () => {
  it("writes markdown under the paths of the folder, and replaces no file by another one", async () => {
    const { code, err, out } = await extract(["more/one.html", "site", "--markdown", "out/pages"])
    assert.deepStrictEqual({ code, out }, { code: 0, out: "" })
    assert.strictEqual(err, "markdown: 6 files in out/pages\n")
    assert.deepStrictEqual(filesBelow("out/pages"), [
      "blog/ONE.md",
      "blog/one.html.md",
      "blog/one.txt.md",
      "data/ebb.md",
      "index.md",
      "one.md"
    ])
    assert.match(
      text("out/pages/blog/one.html.md"),
      /^---\ntitle: "One"\nfile: "site\/blog\/one\.html"\n---\n\n# One\n\nThe tide comes in/
    )
    assert.match(text("out/pages/one.md"), /^---\ntitle: "Another one"\nfile: "more\/one\.html"\n/)
  })

  it("does not write an unchanged file again", async () => {
    await extract(["site", "--markdown", "twice"])
    const before = fs.statSync(path.join(folder, "twice/index.md")).mtimeMs
    fs.utimesSync(path.join(folder, "twice/index.md"), 1, 1)
    await extract(["site", "--markdown", "twice"])
    assert.isAbove(before, 1000)
    assert.strictEqual(fs.statSync(path.join(folder, "twice/index.md")).mtimeMs, 1000)
    assert.lengthOf(filesBelow("twice"), 5)
  })

  it("reports each file that cannot be read, extracts the others and ends with 1", async () => {
    const { code, err } = await extract(["bad", "none.html", "--markdown", "read"])
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(err.trimEnd().split("\n"), [
      "gleaner: bad/broken.docx: The document is broken or incomplete and could not be read. (unreadable_file)",
      err.split("\n")[1] ?? "",
      "gleaner: none.html: The file cannot be read: there is no such file or folder. (unreadable_file)",
      "markdown: 1 file in read",
      "gleaner: 3 of 4 files could not be read (3 unreadable_file)"
    ])
    assert.match(err, /^gleaner: bad\/photo\.bin: The image was not read: it is damaged.* \(unreadable_file\)$/m)
    assert.deepStrictEqual(filesBelow("read"), ["good.md"])
  })

  it("leaves its own output out, and never replaces a file that it reads", async () => {
    write("notes/a.md", "# Ay")
    write("notes/a.html", page("A"))
    const same = await extract(["notes", "--markdown", "notes"])
    assert.strictEqual(same.code, 2)
    assert.match(same.err, /--markdown notes is also read; name another folder/)
    for (let run = 0; run < 2; run++) await extract(["notes", "--markdown", "notes/out"])
    assert.deepStrictEqual(filesBelow("notes/out"), ["a.md", "a.md.md"])
    await extract(["notes/a.md", "notes/a.html", "--markdown", "notes"])
    assert.strictEqual(text("notes/a.md"), "# Ay")
    assert.deepStrictEqual(filesBelow("notes").filter((name) => !name.includes("/")), [
      "a.html",
      "a.html.md",
      "a.md",
      "a.md.md"
    ])
  })

  it("prints pages one after another, JSON with a line for each file, and CSV with the errors", async () => {
    const [texts, lines, csv] = await Promise.all([
      extract(["site/index.html", "site/data"]),
      extract(["bad", "-", "-f", "json"], page("Typed")),
      extract(["bad", "-f", "csv"])
    ])
    assert.match(texts.out, /^==> site\/index\.html <==\n# Home\n[^]*\n\n==> site\/data\/ebb\.html\.gz <==\n# Ebb\n/)
    const rows = lines.out.trim().split("\n").map((line) => JSON.parse(line))
    assert.deepStrictEqual(rows.map(({ document, error, id }) => [id, error?.code ?? document.title]), [
      ["bad/broken.docx", "unreadable_file"],
      ["bad/good.html", "Good"],
      ["bad/photo.bin", "unreadable_file"],
      ["-", "Typed"]
    ])
    const cells: ReadonlyArray<Record<string, string>> = parse(csv.out, { columns: true })
    assert.deepStrictEqual(cells.map(({ error, file, title }) => [file, title, error === ""]), [
      ["bad/broken.docx", "", false],
      ["bad/good.html", "Good", true],
      ["bad/photo.bin", "", false]
    ])
    assert.strictEqual(lines.code, 1)
  })

  it("says which flags do not go together, and that a folder is empty", async () => {
    fs.mkdirSync(path.join(folder, "empty"), { recursive: true })
    const ends = [
      await extract(["site", "--markdown", "x", "-f", "json"]),
      await extract(["site", "--url", "example.com"]),
      await extract(["-", "-"]),
      await extract(["--batch", "x", "--markdown", "y"]),
      await extract(["empty"])
    ]
    assert.deepStrictEqual(ends.map(({ code }) => code), [2, 2, 2, 2, 1])
    assert.include(ends[4]?.err, "empty: there is no file to extract")
  })
})

describe("the names of markdown files", () => {
  const names = (...paths: ReadonlyArray<string>) =>
    markdownNames("/out", paths.map((name) => ({ path: `/in/${name}`, name })))

  it("lose the ending of a format, and get one that tells equal names apart", () => {
    assert.deepStrictEqual(names("a.html", "a.pdf", "a.pdf.gz", "A.PDF", "b/c", "b", "v1.0 of it", ".x"), [
      "a.md",
      "a.pdf.md",
      "a.pdf.gz.md",
      "A.PDF-d88cdf81.md",
      "b/c.md",
      "b.md",
      "v1.0 of it.md",
      ".x.md"
    ])
  })

  it("fit a file system", () => {
    const [first = "", second = ""] = names(`${"é".repeat(125)}.html`, `${"é".repeat(125)}.pdf`)
    assert.isAtMost(Buffer.byteLength(first), 255)
    assert.notStrictEqual(first, second)
  })
})
