import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as zlib from "node:zlib"
import type { Warning } from "../../src/core/domain/document/Trace.ts"
import { stageNames } from "../../src/core/domain/names/stage-names.ts"
import { compress } from "../../src/crawling/stores/shared/compress.ts"
import { Extractor } from "../../src/extract/Extractor.ts"
import { Content } from "../../src/extract/stages/Content.ts"
import { extractorOverStages } from "../../src/extract/stages/extractor-over-stages.ts"
import { Media } from "../../src/extract/stages/Media.ts"
import { Metadata } from "../../src/extract/stages/Metadata.ts"
import { stages, stagesLayer } from "../../src/extract/stages/stages.ts"
import { isCompressedJson } from "../../src/extract/works/compressed-json.ts"
import { withTrace } from "../../src/extract/works/with-trace.ts"
import { offlineProvenance } from "../../src/page/page-input.ts"
import { jsonOf } from "./document-of.ts"
import { inputOf } from "./markdown/page-of.ts"

const shell = "<title>App</title><body><div id=\"root\"></div><script src=\"/app.js\"></script></body>"

const replaced = <S>(stage: Layer.Layer<S>) =>
  extractorOverStages(stages).pipe(Layer.provide(stage), Layer.provide(stagesLayer))

describe("the stages", () => {
  it("hold the spec's after fetch, in the spec's order", () => {
    const names = stages.map(({ name }) => name).filter((name) => stageNames.some((known) => known === name))
    assert.deepStrictEqual(["fetch", ...names], [...stageNames])
  })

  it.effect("use the layer that a service is given", () =>
    Effect.gen(function*() {
      const { json } = yield* (yield* Extractor).extract(inputOf("<p>Some words.</p>"))
      assert.include(new TextDecoder().decode(json), "\"images\":[{\"url\":\"https://site.test/a.png\"")
    }).pipe(Effect.provide(replaced(Layer.succeed(Media, {
      media: () =>
        Effect.succeed({
          images: [{ url: "https://site.test/a.png", alt: "", title: "", caption: "" }],
          tables: [],
          media: []
        })
    })))))

  it.effect("are skipped where only links are wanted", () =>
    Effect.gen(function*() {
      const { links } = yield* (yield* Extractor).links(inputOf("<a href=/a>a</a>"))
      assert.deepStrictEqual(links.map(({ url }) => url), ["https://site.test/a"])
    }).pipe(Effect.provide(replaced(Layer.mock(Metadata, {})))))

  it.effect("read no content where only links are wanted and the page has text", () =>
    Effect.gen(function*() {
      const { links, shell } = yield* (yield* Extractor).links(
        inputOf(`<p>${"Some words of the page. ".repeat(20)}</p><a href=/a>a</a>`)
      )
      assert.deepStrictEqual(links.map(({ url }) => url), ["https://site.test/a"])
      assert.isFalse(shell.isShell)
    }).pipe(Effect.provide(replaced(Layer.mock(Content, {})))))

  it.effect("read no content for facts that come without it", () =>
    Effect.gen(function*() {
      const body = `<title>Tides</title><p>${"Some words of the page. ".repeat(20)}</p>`
      const fields = ["title", "site_name", "description", "keywords", "metadata", "links"] as const
      const extraction = yield* (yield* Extractor).extract({ ...inputOf(body), options: { fields } })
      assert.strictEqual(JSON.parse(jsonOf(extraction)).title, "Tides")
      assert.strictEqual(extraction.textHash, "")
    }).pipe(Effect.provide(replaced(Layer.mock(Content, {})))))
})

layer(Extractor.layerInline)("an extraction", (it) => {
  it.effect("for a store is whole and compressed where it was read, and a shell is left open", () =>
    Effect.gen(function*() {
      const { extract } = yield* Extractor
      const provenance = { ...offlineProvenance, fetchElapsed: 12.3456 }
      const { isCompressed, json } = yield* extract({ ...inputOf("<p>Some words.</p>"), provenance })
      assert.isTrue(isCompressed && isCompressedJson(json))
      const document = JSON.parse(new TextDecoder().decode(zlib.zstdDecompressSync(json)))
      assert.strictEqual(document.text, "Some words.")
      assert.deepStrictEqual(document.trace.stages[0], { name: "fetch", elapsed_ms: 12.346 })
      const again = yield* compress(json)
      assert.deepStrictEqual(again, json)
      const open = yield* extract({ ...inputOf(shell), provenance })
      assert.isFalse(open.isCompressed)
      assert.strictEqual(JSON.parse(jsonOf(open)).title, "App")
    }))

  it.effect("has the hash of its text wherever rendering may have added some, whatever is asked for", () =>
    Effect.gen(function*() {
      const { extract } = yield* Extractor
      const options = { fields: ["title"] } as const
      const look = yield* extract({ ...inputOf(shell.replace("<div", "<p>Loading the page.</p><div")), options })
      assert.isTrue(look.shell.isShell)
      const long = inputOf(`<p>${"Some words of the page. ".repeat(20)}</p>`)
      const rendered = yield* extract({ ...long, rendered: true, options })
      const kept = yield* extract({ ...long, needs: ["text"], options })
      for (const { textHash } of [look, rendered, kept]) assert.match(textHash, /^[0-9a-f]{64}$/)
      assert.notStrictEqual(look.textHash, rendered.textHash)
      assert.strictEqual(kept.textHash, rendered.textHash)
    }))

  it.effect("becomes a Document by its trace, which is the last key", () =>
    Effect.gen(function*() {
      const extraction = yield* (yield* Extractor).extract(inputOf("<p>Some words.</p>"))
      const redirects = [{ url: "https://site.test/old", status: 301, location: "https://site.test/dir/page.html" }]
      const waits = { turn: 1000.12345, robots: 3, render: 0 }
      const way = { ...offlineProvenance, fetchElapsed: 12.3456, waits, cacheHit: true, retries: 2, redirects }
      const document = JSON.parse(new TextDecoder().decode(withTrace(extraction, way)))
      assert.strictEqual(Object.keys(document).at(-1), "trace")
      const { stages: timings, ...trace } = document.trace
      const robots = { directives: [], signals: {} }
      assert.deepStrictEqual(trace, {
        waits: { turn_ms: 1000.123, robots_ms: 3, render_ms: 0 },
        cache_hit: true,
        rendered: false,
        rendered_because: "",
        redirects,
        retries: 2,
        robots,
        rights: { sources: [] },
        warnings: []
      })
      assert.deepStrictEqual(timings.map(({ name }: { name: string }) => name), [...stageNames])
      assert.deepStrictEqual(timings[0], { name: "fetch", elapsed_ms: 12.346 })
    }))

  it.effect("says once that a page needs JavaScript", () =>
    Effect.gen(function*() {
      const extraction = yield* (yield* Extractor).extract(inputOf(shell))
      assert.deepStrictEqual(extraction.warnings.map(({ code }) => code), ["javascript_required"])
      const failed: Warning = { code: "render_failed", message: "The browser could not." }
      const codesOf = (warnings: ReadonlyArray<Warning>): ReadonlyArray<string> =>
        JSON.parse(new TextDecoder().decode(withTrace(extraction, { ...offlineProvenance, warnings }))).trace.warnings
          .map(({ code }: Warning) => code)
      assert.deepStrictEqual(codesOf([]), ["javascript_required"])
      assert.deepStrictEqual(codesOf([failed]), ["render_failed"])
    }))

  it.effect("is the same when it is finished twice", () =>
    Effect.gen(function*() {
      const extraction = yield* (yield* Extractor).extract(inputOf("<p>Some\u2028words.</p>"))
      assert.strictEqual(jsonOf(extraction), jsonOf(extraction))
    }))
})
