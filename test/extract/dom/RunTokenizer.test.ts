import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type DefaultTreeAdapterMap, parse, Parser, serialize } from "parse5"
import { RunTokenizer } from "../../../src/extract/dom/RunTokenizer.ts"
import { Utf8Text } from "../../../src/extract/dom/Utf8Text.ts"
import { anyHtml, anyTagSoup } from "../markdown/any-html.ts"

const options = { scriptingEnabled: false }

const withRuns = (source: Utf8Text): string => {
  const parser = new Parser<DefaultTreeAdapterMap>(options)
  const tokenizer = new RunTokenizer(parser.options, parser)
  tokenizer.source = source
  parser.tokenizer = tokenizer
  tokenizer.write(source.chars, true)
  return serialize(parser.document)
}

/** At different places in memory, because the bytes are read in words. */
const sameTree = (page: string, offset: number): void => {
  const html = page.toWellFormed()
  const bytes = Buffer.concat([new Uint8Array(offset), Buffer.from(html)]).subarray(offset)
  assert.strictEqual(withRuns(new Utf8Text(bytes)), serialize(parse(html, options)))
}

/** Characters that may split text, scripts and attribute values. */
const anyPieces = fc.array(
  fc.constantFrom(
    ..."\0,\r,\r\n,\n, ,\t,&amp;,&,&notin;,<,<!--,-->,<script>,</script>,<!-,\u{1F600},\uD83D,\uDE00,word,\u00E9\u4E2D,"
      .split(","),
    ..."<p>,</p>,<frameset>,</frameset>,<table>,<td>,<pre>,<textarea>,</textarea>,<title>,</title>,<style>,</style>,<svg>,<![CDATA[,]]>,<template>,</template>,<col>"
      .split(
        ","
      ),
    "<a href=\"",
    "\">",
    "\"",
    "<a \u00E9\u4E2D=\u00E9>",
    "<\u4E2D a\u00E9=\"\u{1F600}&eacute;\u4E2D\">",
    "<x\u00E9>",
    "</x\u00E9>",
    "&Atilde\u00A9&#xC3;\u00A9",
    "sixteen characters and more, of ASCII alone",
    "<a title=\"two\r\nlines &amp; \0\u{1F600}\" class='b'>"
  ),
  { maxLength: 25 }
).map((pieces) => pieces.join(""))

const anyPage = fc.oneof(anyPieces, anyTagSoup, anyHtml)

describe("RunTokenizer", () => {
  it("gives the tree that parse5 gives, of any page", () => {
    fc.assert(fc.property(anyPage, fc.nat(7), sameTree), { numRuns: 3000 })
  })

  it("keeps white space where text is dropped", () => {
    sameTree("<template><col>a b</template><p>c", 0)
    sameTree("<frameset>a b<frame>", 0)
  })
})
