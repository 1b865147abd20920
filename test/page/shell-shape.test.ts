import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { shapeOf } from "../../src/page/shell-shape.ts"
import { growsInProportion } from "../support/processes/cpu-time.ts"

const shape = (html: string) => shapeOf(new TextEncoder().encode(html))

const shell =
  `<!doctype html><title>One</title><meta name=a content=b><div id="root"></div><script src="/a.js"></script>`

describe("the shape of a page", () => {
  const alike: Record<string, string> = {
    "another title": shell.replace("One", "Two, and more of it"),
    "other attributes": shell.replace("content=b", `content="c d"`).replace("/a.js", "/b.js"),
    "a little more data": shell.replace("></script>", `>{"page":1}</script>`),
    "a comment": shell.replace("<div", "<!-- <p>not there</p> --><div")
  }
  for (const [what, html] of Object.entries(alike)) {
    it(`is the same with ${what}`, () => assert.strictEqual(shape(html), shape(shell)))
  }

  const others: Record<string, string> = {
    "a text": shell.replace("</div>", "hello</div>"),
    "another text": shell.replace("<div", "text<div"),
    "another element": shell.replace("<div", "<p></p><div"),
    "data enough to be an article": shell.replace("></script>", `>${"word ".repeat(500)}</script>`),
    "no size": "x".repeat(64 * 1024 + 1)
  }
  for (const [what, html] of Object.entries(others)) {
    it(`is another one with ${what}`, () => assert.notStrictEqual(shape(html), shape(shell)))
  }

  it("is known of a page that is cut off anywhere", () => {
    for (let length = 0; length < shell.length; length++) assert.isString(shape(shell.slice(0, length)))
  })

  for (const part of ["<script>", "<!--", "<", "<a", "</script", "<title><"]) {
    it.effect(`takes one pass, whatever is left open: ${part}`, () =>
      growsInProportion(64 * 1024, (length) => Effect.sync(() => shape(part.repeat(length / part.length)))))
  }
})
