import { assert, describe, it } from "@effect/vitest"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { foldedText } from "../../../src/extract/dom/walk.ts"

const textOf = (source: string): string => foldedText(parseHtml(source).body)

const shadow = (content: string): string => `<template shadowrootmode="open">${content}</template>`

describe("declared shadow roots", () => {
  it("are read in the place of their host's children, with slots filled", () => {
    const source =
      `<my-card>${shadow("<h2><slot name=title>None</slot></h2><slot></slot> <i><slot name=by>nobody</slot></i>")}`
      + "<b> body</b> <span slot=title>Title</span><em slot=nowhere>unseen</em></my-card><p> after</p>"
    assert.strictEqual(textOf(source), "Title body nobody after")
  })

  it("may hold hosts themselves", () => {
    const inner = `<in-ner>${shadow("[<slot></slot>]")}<slot></slot></in-ner>`
    assert.strictEqual(textOf(`<out-er>${shadow(`outer ${inner}`)}given</out-er>`), "outer [given]")
  })

  it("count once a host, and other templates not at all", () => {
    assert.strictEqual(textOf(`<a-b>${shadow("first")}${shadow("second")}</a-b><template>idle</template>`), "first")
  })

  it("of a hostile page nest no deeper than a page may", () => {
    const deep = `${"<div>".repeat(200)}<slot></slot>`
    const hosts = `${`<x-x>${shadow(deep)}`.repeat(200)}the end`
    const { body } = parseHtml(hosts)
    assert.include(foldedText(body), "the end")
    let deepest = 0
    for (let node = body.firstChild; node !== null; node = node.nodeType === 1 ? node.firstChild : null) deepest++
    assert.isBelow(deepest, 1100)
  })
})

describe("streamed parts", () => {
  const part = (id: string, content: string): string => `<div hidden id="S:${id}">${content}</div>`

  it("replace the placeholder of their boundary", () => {
    const source = `<p>before</p><!--$?--><template id="B:0"></template><p>Loading<!--$-->…<!--/$--></p><!--/$-->`
      + `<p>after</p><footer>foot</footer>${part("0", "<pre>npm ci</pre>")}<script>$RC("B:0","S:0")</script>`
    assert.strictEqual(textOf(source), "beforenpm ciafterfoot")
  })

  it("may have places for others", () => {
    const source = `<main><template id="B:1"></template></main>${part("1", "one <template id=P:a></template>three")}`
      + part("a", "two ")
    assert.strictEqual(textOf(source), "one two three")
  })

  it("stay at the end if they are links", () => {
    const links = `<a href=/next>${"another page of this site ".repeat(5)}</a>`
    assert.match(textOf(`<p><template id=B:0></template></p><i>text</i>${part("0", links)}`), /^text/)
  })

  it("stay where they are without a place, or with it in themselves", () => {
    const source = `<p>text</p>${part("0", "<i>a</i><template id=B:0></template>")}${part("7", " b")}`
    assert.strictEqual(textOf(source), "texta b")
  })

  it("are listed in the order of the document", () => {
    const source = `<template id="B:0"></template><img src=2>${part("0", "<img src=1>")}`
    assert.deepStrictEqual(parseHtml(source).tagged("img").map((image) => image.attr("src")), ["1", "2"])
  })

  it("of a hostile page cost in proportion to its length", () => {
    const source = "<template id=B:0></template>".repeat(5000) + part("0", "x").repeat(5000)
    assert.include(textOf(source), "x")
  })
})
