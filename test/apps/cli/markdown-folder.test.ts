import { NodeServices } from "@effect/platform-node"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileName } from "../../../src/apps/cli/output/file-name.ts"
import { writeInside } from "../../../src/apps/cli/output/write-inside.ts"
import { mapMarkdownLinks } from "../../../src/apps/cli/site/map-markdown-links.ts"
import { markdownPath, rootHost } from "../../../src/apps/cli/site/markdown-path.ts"
import { openMarkdownFolder } from "../../../src/apps/cli/site/MarkdownFolder.ts"
import { type FilePage, markdownFile } from "../../../src/contract/client/files/markdown-file.ts"
import type { LedgerRow } from "../../../src/core/domain/job/LedgerRow.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const page = (url: string, more: Partial<FilePage> = {}): FilePage => ({
  final_url: url,
  fetched_at: "2026-11-21T06:15:22.902Z",
  title: "Tides",
  published_date: "",
  markdown: "# Tides",
  ...more
})

/** Writes the pages of a job to the folder. */
const writeAll = (
  folder: string,
  pages: ReadonlyArray<FilePage>,
  rows: ReadonlyArray<Partial<LedgerRow>> = [],
  root: string | undefined = "a.example"
) =>
  Effect.gen(function*() {
    const { end, page } = yield* openMarkdownFolder(folder, root)
    for (const one of pages) yield* page(one)
    yield* end(rows.map((row) => ({ url: "", outcome: "skipped", code: "", ...row }) as LedgerRow))
  }).pipe(Effect.scoped)

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
        writeAll(folder, [page("https://a.example/x", { fetched_at: `${day}T08:00:00.000Z`, ...more })])
      const text = () => fs.readFileSync(path.join(folder, "x.md"), "utf8")
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
      fs.symlinkSync(precious, path.join(folder, "x.md"))
      fs.symlinkSync(path.join(root, "new"), path.join(folder, "y.md"))
      fs.symlinkSync(outside, path.join(folder, "b.example"))
      const refusals = [
        writeAll(folder, [page("https://a.example/x")]),
        writeAll(folder, [page("https://a.example/y")]),
        writeAll(folder, [page("https://b.example/z")]),
        writeInside(folder, "b.example/deep/page.html", "text"),
        writeInside(folder, "b.example", "text")
      ]
      for (const refused of refusals) {
        const { message } = yield* Effect.flip(refused)
        assert.match(
          message,
          /(?:[xy]\.md|b\.example) is a symbolic link, .* remove it, or use another folder$/
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
      const urls = ["/x", "/X", "/x/", "/x?", "/x.html", "/x/index.html"].map((url) => `https://a.example${url}`)
      yield* writeAll(path.join(folder, "new/pages"), urls.map((url) => page(url)))
      const files = filesBelow(path.join(folder, "new/pages"))
      assert.lengthOf(new Set(files.map((name) => name.toLowerCase())), urls.length)
      assert.include(files, "x.md")
      assert.include(files, "x/index.md")
      fs.rmSync(folder, { recursive: true })
      const error = yield* Effect.flip(writeAll("/dev/null/x", []))
      assert.match(error.message, /^\/dev\/null\/x cannot be written: /)
    }))

  it.effect("has relative links between its pages, also by their other addresses", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
      const markdown = [
        "[home](https://a.example/) [part](https://a.example/blog/two#part) [other](https://b.example/z)",
        "[gone](https://a.example/gone) [moved](https://a.example/old \"Old\") [copy](https://a.example/copy)",
        "[query](https://a.example/list?page=2&utm_source=x) ![picture](https://a.example/blog/two)"
      ].join("\n")
      yield* writeAll(folder, [
        page("https://a.example/"),
        page("https://www.a.example/blog/one.html", { markdown }),
        page("https://a.example/blog/two"),
        page("https://b.example/z", { markdown: "[one](https://www.a.example/blog/one.html)" }),
        page("https://a.example/list?page=2")
      ], [
        { url: "https://a.example/old", redirected_to: "https://a.example/blog/two" },
        { url: "https://a.example/copy", outcome: "duplicate", duplicate_of: "https://a.example/" }
      ])
      assert.deepStrictEqual(filesBelow(folder), [
        "b.example/z.md",
        "blog/one.md",
        "blog/two.md",
        "index.md",
        "list@page=2.md"
      ])
      const text = (name: string) => fs.readFileSync(path.join(folder, name), "utf8").split("---\n\n")[1]
      assert.strictEqual(
        text("blog/one.md"),
        [
          "[home](../index.md) [part](two.md#part) [other](../b.example/z.md)",
          "[gone](https://a.example/gone) [moved](two.md \"Old\") [copy](../index.md)",
          "[query](../list%40page%3D2.md) ![picture](https://a.example/blog/two)\n"
        ].join("\n")
      )
      assert.strictEqual(text("b.example/z.md"), "[one](../blog/one.md)\n")
      fs.rmSync(folder, { recursive: true })
    }))

  it.effect("links to the files of unchanged pages, which the job has no documents of", () =>
    Effect.gen(function*() {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-"))
      const one = page("https://a.example/one", { markdown: "[two](https://a.example/two)" })
      yield* writeAll(folder, [one, page("https://a.example/two")])
      const before = fs.readFileSync(path.join(folder, "one.md"), "utf8")
      fs.utimesSync(path.join(folder, "one.md"), 1, 1)
      yield* writeAll(folder, [one], [{ url: "https://a.example/two", code: "unchanged", change: "same" }])
      assert.include(before, "[two](two.md)")
      assert.strictEqual(fs.readFileSync(path.join(folder, "one.md"), "utf8"), before)
      assert.strictEqual(fs.statSync(path.join(folder, "one.md")).mtimeMs, 1000)
      fs.rmSync(folder, { recursive: true })
    }))
})

const filesBelow = (folder: string): ReadonlyArray<string> =>
  fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted()

describe("the path of markdown", () => {
  const at = (url: string, root = "example.com") => markdownPath(new URL(url), root)

  it("is that of the page on its site", () => {
    assert.deepStrictEqual(
      [
        "https://example.com/",
        "https://www.example.com/blog/one.html",
        "https://example.com/blog/",
        "https://example.com/blog/report.pdf",
        "https://example.com/list?page=2&all",
        "https://example.com/%C3%A9t%C3%A9",
        "http://127.0.0.1:8090/x",
        "https://example.com/con/aux.html",
        "https://example.com/..%2f..%2fetc%2fpasswd",
        "https://example.com/.git/config"
      ].map((url) => at(url)),
      [
        "index.md",
        "blog/one.md",
        "blog/index.md",
        "blog/report.pdf.md",
        "list@page=2&all.md",
        "été.md",
        "127.0.0.1+8090/x.md",
        "_con/_aux.md",
        "_.._.._etc_passwd.md",
        "_.git/config.md"
      ]
    )
    assert.deepStrictEqual(
      [["https://a.example/x", "https://www.a.example/y"], ["https://a.example/", "https://b.example/"], []].map((
        urls
      ) => rootHost(urls.map((url) => new URL(url)))),
      ["a.example", undefined, undefined]
    )
  })

  it("is safe on every file system, whatever the site chooses", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ maxLength: 600 }), (one, two) => {
        const url = URL.parse(`https://example.com/${one}/${encodeURIComponent(two.toWellFormed())}/?${one}`)
        if (url === null) return
        const names = markdownPath(url, "example.com").split("/")
        assert.isAtMost(Buffer.byteLength(names.join("/")), 200)
        for (const name of names) {
          assert.isFalse(/[\\:*?"<>|\p{Cc}]|[. ]$|^$|^\./u.test(name), JSON.stringify(name))
          assert.isFalse(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name), name)
        }
      }),
      { numRuns: 50 }
    )
  })
})

describe("links in markdown", () => {
  const mapped = (markdown: string) => mapMarkdownLinks(markdown, (url) => url.startsWith("h:") ? "m" : undefined)

  it("are replaced outside of code and pictures", () => {
    assert.deepStrictEqual(
      [
        "a [b](h:1 \"t\") [![i](h:i)](h:2) ![i](h:i)",
        "`[b](h:1)` [c](h:2) ``x ` [b](h:1)``",
        "\\`[b](h:1)\\` \\[b](h:1) [b\\](h:1)](h:2)",
        "[b](<h:a b>) [`x](h:1)` [y](x:1)",
        "```\n[b](h:1)\n```\n[b](h:1)\n> - ~~~~\n> [b](h:1)\n> ~~~~\n[b](h:1)"
      ].map(mapped),
      [
        "a [b](m \"t\") [![i](h:i)](m) ![i](h:i)",
        "`[b](h:1)` [c](m) ``x ` [b](h:1)``",
        "\\`[b](m)\\` \\[b](h:1) [b\\](h:1)](m)",
        "[b](m) [`x](h:1)` [y](x:1)",
        "```\n[b](h:1)\n```\n[b](m)\n> - ~~~~\n> [b](h:1)\n> ~~~~\n[b](m)"
      ]
    )
  })

  it.effect("are found in linear time", () =>
    growsInProportion(50_000, (length) =>
      Effect.sync(() => {
        for (const part of ["[", "](", "`", "` ``", "[](x ", "\\", "> - "]) mapped(part.repeat(length) + "[b](h:1)")
      })))
})
