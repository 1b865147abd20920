import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

/** The content of a heading, and its headline. */
const headings: ReadonlyArray<readonly [heading: string, title: string]> = [
  [
    "<span class='label label--green'>News</span><span class=label-append>&nbsp;</span>The ferry is back",
    "The ferry is back"
  ],
  [
    "<div class=topic-badge>Sold</div> <span class=prefix>Used</span> <span>The ferry is back</span>",
    "The ferry is back"
  ],
  ["<span>News</span> The ferry is back", "News The ferry is back"],
  ["<span class=label>The ferry is back</span>", "The ferry is back"]
]

describe("a headline without the labels before it", () => {
  for (const [heading, title] of headings) {
    it.effect(heading, () =>
      Effect.gen(function*() {
        const page = `<title>News - The ferry is back | Harbour Post</title><h1>${heading}</h1><p>Text.</p>`
        assert.strictEqual((yield* documentOf(page)).title, title)
      }))
  }
})
