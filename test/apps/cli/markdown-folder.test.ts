import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileName, markdownFolder } from "../../../src/apps/cli/output/MarkdownFolder.ts"
import { writeInside } from "../../../src/apps/cli/output/write-inside.ts"
import { type FilePage, markdownFile } from "../../../src/contract/client/markdown-file.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const page = (url: string, more: Partial<FilePage> = {}): FilePage => ({
  final_url: url,
  fetched_at: "2026-11-21T06:15:22.902Z",
  title: "Tides",
  published_date: "",
  markdown: "# Tides",
  ...more
})

describe("a markdown file", () => {
  it("begins with title, address and day", () => {
    assert.strictEqual(
      markdownFile(page("https://example.com/a", { title: "He said: \"no\"\u2028---\n#" })),
      "---\ntitle: \"He said: \\\"no\\\"\\u2028---\\n#\"\nurl: \"https://example.com/a\"\nfetched: 2026-11-21\n---\n\n# Tides\n"
    )
    assert.include(
      markdownFile(page("https://example.com/", { published_date: "2025-05-02" })),
      "\ndate: 2025-05-02\nfetched: 2026-11-21\n---\n"
    )
  })

  it("names the lead picture, if the page has one", () => {
    assert.include(
      markdownFile(page("https://example.com/", { image: "https://example.com/sea.jpg" })),
      "\nurl: \"https://example.com/\"\nimage: \"https://example.com/sea.jpg\"\nfetched: 2026-11-21\n---\n"
    )
    assert.notInclude(markdownFile(page("https://example.com/", { image: "" })), "image")
  })

  const names: ReadonlyArray<readonly [url: string, name: string]> = [
    ["https://example.com/", "example.com"],
    ["https://example.com/blog/a-post.html?page=2", "example.com-blog-a-post.html-page-2"],
    ["http://127.0.0.1:8090/x", "127.0.0.1-8090-x"],
    ["https://example.com/%C3%A9t%C3%A9", "example.com-été"],
    ["https://example.com/..%2f..%2fetc%2fpasswd", "example.com-etc-passwd"],
    ["https://example.com/a%00b%5C..%5Cc", "example.com-a-b-c"],
    ["https://example.com/%ff", "example.com-ff"]
  ]

  it.effect("has a name that is made in linear time", () =>
    growsInProportion(
      100_000,
      (length) => Effect.sync(() => fileName(`https://example.com/?${"._".repeat(length)}-${".-".repeat(length)}x`))
    ))

  for (const [url, name] of names) it(`of ${url} is ${name}`, () => assert.strictEqual(fileName(url), name))

  it("never leaves its folder and never has a name that a file system refuses", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ maxLength: 600 }), (one, two) => {
        const url = URL.parse(`https://example.com/${one}/${encodeURIComponent(two.toWellFormed())}?${one}`)
        if (url === null) return
        const name = fileName(url.href)
        assert.strictEqual(path.basename(name), name)
        assert.isFalse(/[/\\:*?"<>|\p{Cc}]|\.\./u.test(name))
        assert.isAtMost(Buffer.byteLength(`${name}-12345678.md`), 200)
        assert.isTrue(name.startsWith("example.com"))
      })
    )
  })
})

layer(NodeServices.layer)("a folder of markdown files", (it) => {
  it.effect("keeps the file of a page that is the same on another day, and writes over one that has changed", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
      const on = (day: string, more: Partial<FilePage> = {}) =>
        Effect.flatMap(
          markdownFolder(folder),
          (write) => write(page("https://a.example/x", { fetched_at: `${day}T08:00:00.000Z`, ...more }))
        )
      const text = () => fs.readFileSync(path.join(folder, "a.example-x.md"), "utf8")
      yield* on("2026-11-01")
      const first = text()
      yield* on("2026-11-02")
      assert.strictEqual(text(), first)
      yield* on("2026-11-03", { markdown: "other" })
      assert.match(text(), /\nfetched: 2026-11-03\n---\n\nother\n$/)
      fs.rmSync(folder, { recursive: true })
    }))

  it.effect("is never left through a symbolic link, of a file or of a folder", () =>
    Effect.gen(function*() {
      const root = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
      const precious = path.join(root, "precious")
      const folder = path.join(root, "pages")
      const outside = path.join(root, "outside")
      for (const made of [folder, outside]) fs.mkdirSync(made)
      fs.writeFileSync(precious, "precious")
      fs.symlinkSync(precious, path.join(folder, "a.example-x.md"))
      fs.symlinkSync(path.join(root, "new"), path.join(folder, "a.example-y.md"))
      fs.symlinkSync(outside, path.join(folder, "b.example"))
      const write = yield* markdownFolder(folder)
      const refusals = [
        write(page("https://a.example/x")),
        write(page("https://a.example/y")),
        writeInside(folder, "b.example/deep/page.html", "text"),
        writeInside(folder, "b.example", "text")
      ]
      for (const refused of refusals) {
        const { message } = yield* Effect.flip(refused)
        assert.match(
          message,
          /(?:example-[xy]\.md|b\.example) is a symbolic link, .* remove it, or use another folder$/
        )
      }
      assert.strictEqual(fs.readFileSync(precious, "utf8"), "precious")
      assert.deepStrictEqual(fs.readdirSync(root).toSorted(), ["outside", "pages", "precious"])
      assert.deepStrictEqual(fs.readdirSync(outside), [])
      // The folder itself may be a link.
      fs.symlinkSync(folder, path.join(root, "link"))
      yield* writeInside(path.join(root, "link"), "c.example/deep/page.html", "text")
      assert.strictEqual(fs.readFileSync(path.join(folder, "c.example/deep/page.html"), "utf8"), "text")
      fs.rmSync(root, { recursive: true })
    }))

  it.effect("has one for each page, whatever their names", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
      const write = yield* markdownFolder(path.join(folder, "new/pages"))
      const urls = ["https://a.example/x", "https://a.example/X", "https://a.example/x/", "https://a.example/x?"]
      for (const url of urls) yield* write(page(url))
      const files = fs.readdirSync(path.join(folder, "new/pages"))
      assert.lengthOf(new Set(files.map((name) => name.toLowerCase())), 4)
      assert.include(files, "a.example-x.md")
      fs.rmSync(folder, { recursive: true })
      const error = yield* Effect.flip(markdownFolder("/dev/null/x"))
      assert.match(error.message, /^\/dev\/null\/x cannot be written: /)
    }))
})
