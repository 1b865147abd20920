import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { mirrorPath } from "../../../src/apps/cli/mirror/mirror-path.ts"
import { relativeLink } from "../../../src/apps/cli/site/relative-link.ts"
import { SitePaths } from "../../../src/apps/cli/site/SitePaths.ts"
import { growsInProportion } from "../../support/processes/cpu-time.ts"

const html = "text/html"
const pathOf = (url: string, mediaType = html) => mirrorPath(new URL(url), mediaType)

describe("the path of a page in a mirror", () => {
  const paths: ReadonlyArray<readonly [url: string, path: string]> = [
    ["https://example.com/", "example.com/index.html"],
    ["http://127.0.0.1:8090/a/", "127.0.0.1+8090/a/index.html"],
    ["http://[::1]:80/a.htm", "++1/a.htm"],
    ["https://example.com/a/b", "example.com/a/b.html"],
    ["https://example.com/?page=2&x=a/b", "example.com/index@page=2&x=a_b.html"],
    ["https://example.com/%C3%A9t%C3%A9", "example.com/été.html"],
    ["https://example.com/..%2f..%2fetc/%2e%2e%2f/x", "example.com/_.._.._etc/_.._/x.html"],
    ["https://example.com/a//b%5Cc%00.", "example.com/a/_/b_c_..html"],
    ["https://example.com/con/aux.html", "example.com/_con/_aux.html"],
    ["https://example.com/~me/x. /y", "example.com/_~me/x__/y.html"],
    ["https://example.com/.git/config", "example.com/_.git/config.html"]
  ]
  for (const [url, expected] of paths) it(`of ${url} is ${expected}`, () => assert.strictEqual(pathOf(url), expected))

  it("has the name of the file, unless it is a page", () => {
    assert.strictEqual(pathOf("https://example.com/a/photo.PNG", "image/png"), "example.com/a/photo.PNG")
    assert.strictEqual(pathOf("https://example.com/a.css?v=1", "text/css"), "example.com/a@v=1.css")
    assert.strictEqual(pathOf("https://example.com/css?family=A", "text/css"), "example.com/css@family=A.css")
    assert.match(pathOf(`https://example.com/${"long".repeat(60)}.css?v=1`, "text/css"), /\/long\S+-[\da-f]{8}\.css$/)
  })

  it("is safe on every file system, whatever the site chooses", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ maxLength: 600 }),
        fc.constantFrom(html, "image/png"),
        (one, two, mediaType) => {
          const url = URL.parse(`https://example.com/${one}/${encodeURIComponent(two.toWellFormed())}/?${one}`)
          if (url === null) return
          const names = mirrorPath(url, mediaType).split("/")
          assert.strictEqual(names[0], "example.com")
          assert.isAtMost(Buffer.byteLength(names.join("/")), 200)
          for (const name of names) {
            assert.isFalse(/[\\:*?"<>|\p{Cc}]|[. ]$|^$|^\./u.test(name), JSON.stringify(name))
            assert.isFalse(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name), name)
            assert.isAtMost(Buffer.byteLength(name), 120)
          }
        }
      )
    )
  })

  it("is one file for each URL, also where case and folders clash", () => {
    const paths = new SitePaths()
    const claim = (path: string, mediaType = html) =>
      paths.claim(new URL(path, "http://h"), pathOf(`http://h${path}`, mediaType))
    assert.strictEqual(claim("/A"), "h/A.html")
    assert.match(claim("/a"), /^h\/a-[\da-f]{8}\.html$/)
    assert.match(claim("/a.html"), /^h\/a-[\da-f]{8}\.html$/)
    assert.strictEqual(claim("/"), "h/index.html")
    assert.match(claim("/index.html"), /^h\/index-[\da-f]{8}\.html$/)
    assert.strictEqual(claim("/A"), "h/A.html")
    assert.strictEqual(claim("/file", "image/png"), "h/file")
    assert.match(claim("/FILE/below"), /^h\/FILE-[\da-f]{8}\/below\.html$/)
    assert.strictEqual(claim("/x/y"), "h/x/y.html")
    assert.match(claim("/X", "image/png"), /^h\/X-[\da-f]{8}$/)
    const urls = ["/A", "/a", "/a.html", "/", "/index.html", "/FILE/below", "/x/y"]
    assert.lengthOf(new Set(urls.map((url) => paths.get(new URL(url, "http://h"))?.toLowerCase())), urls.length)
  })

  it("is one file for each URL, also where the site chose the name that a clash leads to", () => {
    const paths = new SitePaths()
    const claimIn = (those: SitePaths, path: string) =>
      those.claim(new URL(path, "http://h"), pathOf(`http://h${path}`, "image/png"))
    const claim = (path: string) => claimIn(paths, path)
    const names = (first: string, second: string) => {
      const others = new SitePaths()
      claimIn(others, first)
      return claimIn(others, second).replace(/^h/, "")
    }
    const file = names("/x", "/X")
    const folder = names("/x", "/x/y").replace(/\/y$/, "")
    const claimed = ["/x", file, "/X", folder, "/x/y"].map((path) => claim(path).toLowerCase())
    assert.lengthOf(new Set(claimed), claimed.length)
    for (const one of claimed) assert.isFalse(claimed.some((other) => other.startsWith(`${one}/`)), one)
  })

  it.effect("is made in linear time, whatever the site chooses", () =>
    growsInProportion(100_000, (length) =>
      Effect.sync(() => {
        for (const url of [`http://h/${". ".repeat(length)}x`, `http://h/?${".".repeat(length)}x`]) pathOf(url)
      })))

  it("is linked relatively, as a URL", () => {
    assert.strictEqual(relativeLink("h/a/b.html", "h/index.html"), "../index.html")
    assert.strictEqual(relativeLink("h/a.html", "h/é/c@x=1#?.html"), "%C3%A9/c%40x%3D1%23%3F.html")
    assert.strictEqual(relativeLink("h/a.html", "h/a.html"), "a.html")
  })
})
