import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const about = "grew up on an island and has written about lamps, ferries and the weather for more than thirty years. "
const box = (name: string) => `<div class="post-author-box"><h4>${name}</h4><p>${name} ${about.repeat(2)}</p></div>`
const pageWith = (boxes: string) =>
  `<title>The last keeper</title><main><h1>The last keeper</h1><p>${
    "The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)
  }</p>${boxes}</main>`

describe("a box about the author", () => {
  it.effect("names the author of a page without a byline", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* documentOf(pageWith(box("Anna Berg")))).author, "Anna Berg")
    }))

  it.effect("names none if there are boxes about several people", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* documentOf(pageWith(box("Anna Berg") + box("Peter Holm")))).author, "")
    }))

  it.effect("names none if its heading is no person's name", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* documentOf(pageWith(box("About This Site")))).author, "")
    }))
})
