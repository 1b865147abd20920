import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ContentNode } from "../../src/extract/markdown/ContentNode.ts"
import { nameIn, nameInLine } from "../../src/extract/metadata/byline.ts"
import { datedPaths, titledPaths } from "../../src/extract/rules/metadata.ts"
import { documentOf } from "./document-of.ts"

/** Each of these took from seconds to hours where the work grew with the square of the text; the test's own time limit tells. */
const many = 100_000

describe("a long run of one kind costs its length", () => {
  it("as the name in a byline", () => {
    assert.strictEqual(nameIn(["汉".repeat(many)]), "")
    assert.strictEqual(nameIn(["a".repeat(many)]), "")
    assert.strictEqual(nameInLine(`By ${"A ".repeat(many)}`), "")
  })

  it("as the path of an address", () => {
    for (const path of [datedPaths, titledPaths]) {
      assert.isFalse(path.test(`/${"a".repeat(many)}`))
      assert.isFalse(path.test(`/${"a-/".repeat(many)}`))
      assert.isTrue(path.test(`/${"a".repeat(many)}-b-c-d`))
    }
  })
})

describe("bounds", () => {
  it("a text node keeps its last characters apart, however long it grows", () => {
    const node = new ContentNode("#text", {}, "begins ")
    for (let word = 0; word < 1000; word++) node.write(`word${word} `)
    assert.strictEqual(node.end, node.data.slice(-60))
    node.write("x".repeat(1000))
    assert.strictEqual(node.end, "x".repeat(60))
  })

  it("a name is read in the beginning of a byline", () => {
    assert.strictEqual(nameIn([`By Anna Berg | ${"more ".repeat(1000)}`]), "Anna Berg")
    assert.strictEqual(nameIn([`${"word ".repeat(60)} May 3, 2024`]), "")
  })
})

describe("a page of very many small elements", () => {
  it.effect("is read", () =>
    Effect.gen(function*() {
      const { text } = yield* documentOf(`<p>${"<span>ab cd</span>".repeat(80_000)}</p>`)
      assert.lengthOf(text, 80_000 * "ab cd".length)
    }))
})
