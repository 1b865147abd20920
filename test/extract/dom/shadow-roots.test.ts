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
