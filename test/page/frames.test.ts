// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { OptionsOf } from "../../src/core/domain/options/RouteOptions.ts"
import { pagesOver, run, scraped } from "../support/entries/pages-over.ts"
import { whileTimePasses } from "../support/web/fake-web-time.ts"
import { type FakePage, fakeWeb } from "../support/web/fake-web.ts"

const site = "https://site.test"
const start = `${site}/start`
const long = "A sentence of the page itself, which stands beside its frame and says something. "

const other = "Words of another paragraph, which follow the first one and add to it what it leaves out. "

const read = (page: FakePage, frames: Readonly<Record<string, FakePage>> = {}, options: OptionsOf<"scrape"> = {}) => {
  const web = fakeWeb({
    [start]: page,
    ...Object.fromEntries(Object.entries(frames).map(([path, frame]) => [new URL(path, site).href, frame]))
  })
  return Effect.gen(function*() {
    const document = yield* whileTimePasses(scraped(start, options))
    const codes = document.trace.warnings.map(({ code }) => code)
    return { document, codes, requests: web.pages().map(({ url }) => url.replace(site, "")) }
  }).pipe(Effect.provide(pagesOver(web)))
}

const said = (name: string) => `All that the script has to say of ${name}.`

describe("the content of a page", () => {
  it.effect("includes its frames where it has hardly any text of its own", () =>
    Effect.gen(function*() {
      const { codes, document, requests } = yield* read(
        "<title>Framed</title><h1>Framed</h1><iframe src=/inner></iframe>",
        {
          "/inner": run("the frame", "<p><a href=deep/next>on</a> <img src=map.png alt=map width=600 height=400></p>")
            .replace("<head>", "<base href=/base/>").replace("<title>", "<base href=/base/><title>")
        }
      )
      assert.deepInclude(document, { title: "Framed", final_url: start })
      assert.include(document.text, said("the frame"))
      assert.include(document.markdown, said("the frame"))
      assert.deepStrictEqual(document.links.map(({ url }) => url), [`${site}/inner`, `${site}/base/deep/next`])
      assert.deepStrictEqual(codes, ["frames_included"])
      assert.deepStrictEqual(requests, ["/start", "/inner"])
    }))

  it.effect("is that of the frames of a frameset, in their order and one in another", () =>
    Effect.gen(function*() {
      const { document, requests } = yield* read(
        "<title>Set</title><frameset cols='20%,80%'><frame src=/menu><frame src=/main><noframes>none</noframes></frameset>",
        {
          "/menu": "<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>",
          "/main": "<frameset><frame src=/above><frame src=/below></frameset>",
          "/above": run("what is above"),
          "/below": run("what is below")
        }
      )
      assert.strictEqual(document.title, "Set")
      assert.include(document.text, said("what is above"))
      assert.isAbove(document.text.indexOf(said("what is below")), document.text.indexOf(said("what is above")))
      assert.deepStrictEqual(requests, ["/start", "/menu", "/main", "/above", "/below"])
      assert.includeMembers(document.links.map(({ url }) => url), [`${site}/1`, `${site}/below`])
    }))

  it.effect("has no paths for blocks of frames, and the same paths for its own as without them", () =>
    Effect.gen(function*() {
      const page = (frame: string) =>
        `<title>T</title><main>${frame}<p>${long.repeat(3)}</p><p id=x>${other.repeat(3)}</p></main>`
      const frame = "<iframe srcdoc=\"<p id=x>A paragraph of the frame, which has the same id.</p>\"></iframe>"
      const pathsOf = (framed: string) =>
        Effect.map(
          read(page(framed), {}, { fields: ["blocks", "trace"] }),
          ({ document }) => document.blocks?.map(({ path }) => path)
        )
      assert.deepStrictEqual(yield* pathsOf(frame), [
        "",
        "html > body:nth-child(2) > main:nth-child(1) > p:nth-child(2)",
        "#x"
      ])
      assert.deepStrictEqual(
        yield* pathsOf("<iframe></iframe>"),
        ["html > body:nth-child(2) > main:nth-child(1) > p:nth-child(2)", "#x"]
      )
    }))

  it.effect("gets the caller's header fields, and so do its frames, until a redirect leaves the origin", () =>
    Effect.gen(function*() {
      const seen = (request: { readonly headers: Readonly<Record<string, string>> }) =>
        `Token ${request.headers["x-token"]}.`
      const framed = "<title>T</title><iframe src=/inner></iframe>"
      const headers = { headers: Redacted.make({ "x-token": "secret" }) }
      const { document } = yield* read(framed, { "/inner": seen }, headers)
      assert.strictEqual(document.text, "Token secret.")
      const moved = yield* read({ status: 302, headers: { location: "https://other.test/" } }, {
        "https://other.test/": { status: 302, headers: { location: `${site}/back` } },
        "/back": framed,
        "/inner": seen
      }, headers)
      assert.strictEqual(moved.document.text, "Token undefined.")
    }))

  it.effect("includes a frame as large as a page, beside much text of the page", () =>
    Effect.gen(function*() {
      const page = `<title>Report</title><main><p>${
        long.repeat(6)
      }</p><iframe src=/inner width="100%" height=900></iframe></main>`
      const { document } = yield* read(page, { "/inner": run("the frame") })
      assert.include(document.text, said("the frame"))
      assert.include(document.text, long.trim())
    }))

  const others: Readonly<Record<string, string>> = {
    "a small frame beside text": `<p>${long.repeat(6)}</p><iframe src=/inner width=300 height=200></iframe>`,
    "a frame without a size beside text": `<p>${long.repeat(6)}</p><iframe src=/inner></iframe>`,
    "a frame of another origin": "<iframe src='https://other.test/inner'></iframe>",
    "a hidden frame": "<div style='display:none'><iframe src=/inner></iframe></div>",
    "a tiny frame": "<iframe src=/inner width=1 height=1></iframe>",
    "a frame for browsers without scripts": "<noscript><iframe src=/inner></iframe></noscript>",
    "a frame in a footer": "<footer><iframe src=/inner></iframe></footer>",
    "a frame with the page itself": "<iframe src=/start></iframe>"
  }
  for (const [name, body] of Object.entries(others)) {
    it.effect(`does not include ${name}, which is not requested`, () =>
      Effect.gen(function*() {
        const { codes, document, requests } = yield* read(`<title>Page</title><h1>Page</h1>${body}`, {
          "/inner": run("the frame"),
          "https://other.test/inner": run("the frame")
        })
        assert.deepStrictEqual(requests, ["/start"])
        assert.notInclude(document.text, said("the frame"))
        assert.notInclude(codes, "frames_included")
      }))
  }

  it.effect("has a warning where a frame cannot be fetched, may not be or leaves the origin", () =>
    Effect.gen(function*() {
      const { codes, document, requests } = yield* read(
        ["gone", "refused", "leaves", "inner"].map((name) => `<iframe src=/${name}></iframe>`).join(""),
        {
          "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /refused" },
          "/leaves": { status: 302, headers: { location: "https://other.test/inner" } },
          "https://other.test/inner": run("another origin"),
          "/inner": run("the frame")
        }
      )
      assert.include(document.text, said("the frame"))
      assert.notInclude(document.text, "another origin")
      assert.deepStrictEqual(codes.toSorted(), ["frame_missing", "frame_missing", "frame_missing", "frames_included"])
      assert.deepStrictEqual(requests, ["/start", "/gone", "/leaves", "/inner"])
    }))

  it.effect("includes five frames at most, each once", () =>
    Effect.gen(function*() {
      const frames = Array.from({ length: 9 }, (_, index) => `/${index}`)
      const { requests } = yield* read(
        frames.map((path) => `<iframe src=${path}></iframe><iframe src=${path}#x></iframe>`).join(""),
        Object.fromEntries(frames.map((path) => [path, `<p>Frame ${path}.</p><iframe src=/more${path}></iframe>`]))
      )
      assert.deepStrictEqual(requests, ["/start", ...frames.slice(0, 5)])
    }))

  it.effect("ends where frames contain each other", () =>
    Effect.gen(function*() {
      const { document, requests } = yield* read("<iframe src=/a></iframe>", {
        "/a": "<p>The text of a.</p><iframe src=/b></iframe>",
        "/b": "<p>The text of b.</p><iframe src=/a></iframe><iframe src=/start></iframe>"
      })
      assert.deepStrictEqual(requests, ["/start", "/a", "/b"])
      assert.strictEqual(document.text.split("The text of a.").length, 3)
    }))

  it.effect("includes srcdoc, which needs no request", () =>
    Effect.gen(function*() {
      const inner = run("the frame", "<a href=/from-srcdoc>on</a>").replaceAll("\"", "&quot;")
      const { codes, document, requests } = yield* read(`<title>T</title><iframe srcdoc="${inner}"></iframe>`)
      assert.include(document.text, said("the frame"))
      assert.deepStrictEqual(document.links.map(({ url }) => url), [`${site}/from-srcdoc`])
      assert.deepStrictEqual([codes, requests], [[], ["/start"]])
    }))

  it.effect("does not include the srcdoc of a player, which is its poster", () =>
    Effect.gen(function*() {
      const { document } = yield* read(
        `<title>T</title><p>${long.repeat(6)}</p><iframe src=https://video.test/1 srcdoc="<p>${
          said("the poster")
        }</p>"></iframe>`
      )
      assert.notInclude(document.text, said("the poster"))
    }))

  it.effect("is that of the selected elements, frames included", () =>
    Effect.gen(function*() {
      const { requests } = yield* read("<div id=a><iframe src=/a></iframe></div><iframe src=/b></iframe>", {
        "/a": run("a"),
        "/b": run("b")
      }, { include_selectors: ["#a"] })
      assert.deepStrictEqual(requests, ["/start", "/a"])
    }))
})
