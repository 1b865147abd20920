import { assert, it } from "@effect/vitest"
import { segment } from "../../../../src/extract/content/blocks/blocks.ts"
import { groupsOf } from "../../../../src/extract/content/blocks/containers.ts"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"

const sizes = (source: string) => groupsOf(segment(parseHtml(source).body)).map(({ size }) => size)

it("posts that are numbered in their class names have one shape", () => {
  assert.deepStrictEqual(sizes("<p class='post post-17'>one</p><p class='post post-203'>two</p>"), [2, 2])
})

it("other names make other shapes", () => {
  assert.deepStrictEqual(sizes("<p class='post'>one</p><p class='note'>two</p>"), [1, 1])
})
