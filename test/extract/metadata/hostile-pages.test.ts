import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const jsonLd = (depth: number) =>
  `<script type="application/ld+json">${"{\"a\":".repeat(depth)}1${"}".repeat(depth)}</script><p>The page itself.</p>`

describe("data that is made to hurt", () => {
  it.effect("JSON-LD nested absurdly deep costs that block, not the page", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(jsonLd(20_000))
      assert.include(document.text, "The page itself.")
      assert.deepStrictEqual(document.metadata.json_ld, [])
      assert.deepStrictEqual(document.trace.warnings.map(({ code }) => code), ["json_ld_invalid"])
    }))

  it.effect("JSON-LD of a usual depth is kept", () =>
    Effect.gen(function*() {
      assert.lengthOf((yield* documentOf(jsonLd(20))).metadata.json_ld, 1)
    }))

  it.effect("one microdata property may be repeated any number of times", () =>
    Effect.gen(function*() {
      const repeated = 40_000
      const document = yield* documentOf(`<div itemscope>${"<i itemprop=\"a\">w</i>".repeat(repeated)}</div>`)
      assert.lengthOf(document.metadata.microdata[0]?.["a"] as ReadonlyArray<unknown>, repeated)
    }))

  it.effect("markdown of unclosed brackets is read in a moment", () =>
    Effect.gen(function*() {
      const document = yield* documentOf(`# A title #\n\n[link](/x) ${"![a](".repeat(40_000)}`, "text/markdown")
      assert.strictEqual(document.title, "A title")
      assert.include(document.text, "A title")
      assert.include(document.text, "link ![a](")
    }))
})
