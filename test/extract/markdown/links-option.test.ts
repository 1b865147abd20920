import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const source = `<title>Walls</title><main><h1>Walls</h1>
<p>See <a href=/a><b>the wall</b> and more</a>, <img src=/a.png alt="A [north] wall"> and <a href=/b>the gate</a> of the town,
which was built in the year of the great flood and has been open on every day since then.</p>
<p><img src=/c.png alt="Only a picture"></p>
<ul><li><a href=/1>one gate of many</a></li></ul>
<table><tr><th>Gate</th><th>Plan</th></tr><tr><td><a href=/z>East</a></td><td><img src=/y.png alt=Plan></td></tr></table>
<p>The gates are shut at night, and the keeper of the wall has the key to each of them in his room.</p></main>`

const whole = { include_selectors: ["main"] }

describe("the option links", () => {
  it.effect("text writes links as their text and pictures as their alternative text", () =>
    Effect.gen(function*() {
      const { markdown, text } = yield* documentOf(source, "text/html", { ...whole, links: "text" })
      const full = yield* documentOf(source, "text/html", whole)
      assert.include(markdown, "See **the wall** and more, A [north] wall and the gate of the town")
      assert.include(markdown, "\n\nOnly a picture\n\n")
      assert.include(markdown, "- one gate of many\n")
      assert.include(markdown, "| East | Plan |")
      assert.notInclude(markdown, "https:")
      assert.strictEqual(text, full.text)
      assert.include(full.markdown, "https://site.test/a.png")
      assert.deepStrictEqual(full.links.length, 4)
    }))

  it.effect("none leaves pictures out too, and the Document lists links and pictures all the same", () =>
    Effect.gen(function*() {
      const { images, links, markdown } = yield* documentOf(source, "text/html", { ...whole, links: "none" })
      assert.include(markdown, "See **the wall** and more, and the gate of the town")
      assert.notMatch(markdown, /Only a picture|https:|!\[/)
      assert.include(markdown, "| East |  |")
      assert.strictEqual(links.length, 4)
      assert.strictEqual(images.length, 3)
    }))

  it.effect("counts in blocks and chunks", () =>
    Effect.gen(function*() {
      const { blocks = [], chunks = [], markdown } = yield* documentOf(source, "text/html", {
        ...whole,
        links: "text",
        fields: ["markdown", "blocks", "chunks"],
        chunks: {}
      })
      assert.isAbove(blocks.length, 4)
      for (const { end, markdown: block, start } of blocks) assert.strictEqual(markdown.slice(start, end), block)
      for (const { markdown: chunk } of chunks) assert.notInclude(chunk, "https:")
    }))
})
