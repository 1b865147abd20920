import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const pageWith = (lines: number, title: string) =>
  `<html><head><title>${title}</title></head><body>
<h1>The Harbour Post</h1>
${"<div>one of many lines of a menu</div><div> </div>".repeat(lines)}
<div>By Anna Berg</div><h1>The ferry to the islands was late again</h1>
<p>${"The ferry to the islands was late again, and the weather is not to blame. ".repeat(20)}</p>
</body></html>`

describe("the byline of a headline far below the start of a page", () => {
  for (const lines of [10, 100, 600, 5000]) {
    it.effect(`is found below ${lines} lines`, () =>
      Effect.gen(function*() {
        const { author } = yield* documentOf(pageWith(lines, "The ferry to the islands was late again"))
        assert.strictEqual(author, "Anna Berg")
      }))
  }

  it.effect("is no line above a heading that the title does not have", () =>
    Effect.gen(function*() {
      const { author } = yield* documentOf(pageWith(600, "Timetables"))
      assert.strictEqual(author, "")
    }))

  it.effect("is found in a box whose name says comments, below many such boxes without it", () =>
    Effect.gen(function*() {
      const title = "The ferry to the islands was late again"
      const { author } = yield* documentOf(
        `<title>${title}</title><body>${"<div class=comments>a menu</div>".repeat(150)}
<div class="comments"><div class="byline">By Anna Berg</div><h1>${title}</h1>
<p>${`${title}, and the weather is not to blame. `.repeat(20)}</p></div></body>`
      )
      assert.strictEqual(author, "Anna Berg")
    }))
})
