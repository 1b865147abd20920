import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const read = (source: string) => documentOf(source, "text/markdown")
const links = (source: string) =>
  Effect.map(read(source), (page) => page.links.map(({ text, url }) => [url.replace("https://site.test", ""), text]))

describe("a markdown file", () => {
  it.effect("has its links: inline, by reference, plain addresses and anchors, in their order", () =>
    Effect.gen(function*() {
      const source = [
        "See [one](/one \"A title\"), [two](</two words>), [the *third*](three_(a)?b=1&amp;c=2) and [four][ref].",
        "[![badge](/badge.svg)](/badge) and [five][], [six] but not [seven] nor \\[eight](/eight).",
        "Visit https://other.example/a. Or <https://other.example/b> or <a class=x href='/nine'>nine</a>.",
        "[ref]: /four",
        "[FIVE]: <https://site.test/five> 'Title'",
        "[six]: /six"
      ].join("\n")
      assert.deepStrictEqual(yield* links(source), [
        ["/one", "one"],
        ["/two%20words", "two"],
        ["/dir/three_(a)?b=1&c=2", "the *third*"],
        ["/four", "four"],
        ["/badge", "badge"],
        ["/five", "five"],
        ["/six", "six"],
        ["https://other.example/a", ""],
        ["https://other.example/b", ""],
        ["/nine", ""]
      ])
    }))

  it.effect("has no links of its code, and none to other schemes", () =>
    Effect.gen(function*() {
      const source = "`[a](/a)` [b](mailto:b@example.com)\n\n```md\n[c](/c)\n~~~\n```\n\n~~~\n[d](/d)\n~~~\n[e](/e)"
      assert.deepStrictEqual(yield* links(source), [["/e", "e"]])
    }))

  it.effect("gives its title and description in front matter, which is not content", () =>
    Effect.gen(function*() {
      const page = yield* read(
        "---\ntitle: \"Tides: \\\"high\\\"\"\ndescription: 'The sea''s'\ntags:\n  - a\n---\n\n# Other\n\nText."
      )
      assert.deepStrictEqual([page.title, page.description, page.markdown], [
        "Tides: \"high\"",
        "The sea's",
        "# Other\n\nText."
      ])
      const plain = yield* read("---\ntitle: Tides # of the year\n---\nText.")
      assert.deepStrictEqual([plain.title, plain.markdown], ["Tides", "Text."])
    }))

  it.effect("keeps what only looks like front matter", () =>
    Effect.gen(function*() {
      for (const source of ["---\n\nSome text: with a break.\n\nAnd more.\n\n---\n\nEnd.", "---\nno end: here"]) {
        assert.strictEqual((yield* read(source)).markdown, source)
      }
    }))
})
