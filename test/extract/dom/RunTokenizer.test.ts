import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type DefaultTreeAdapterMap, parse, Parser, serialize } from "parse5"
import { RunTokenizer } from "../../../src/extract/dom/RunTokenizer.ts"
import { anyHtml, anyTagSoup } from "../markdown/any-html.ts"

const options = { scriptingEnabled: false }

const withRuns = (html: string): string => {
  const parser = new Parser<DefaultTreeAdapterMap>(options)
  parser.tokenizer = new RunTokenizer(parser.options, parser)
  parser.tokenizer.write(html, true)
  return serialize(parser.document)
}

const sameTree = (html: string): void => assert.strictEqual(withRuns(html), serialize(parse(html, options)))

/** Characters that may split text, scripts and attribute values. */
const anyPieces = fc.array(
  fc.constantFrom(
    ..."\0,\r,\r\n,\n, ,\t,&amp;,&,&notin;,<,<!--,-->,<script>,</script>,<!-,\u{1F600},\uD83D,\uDE00,word,\u00E9\u4E2D,"
      .split(","),
    ..."<p>,</p>,<frameset>,</frameset>,<table>,<td>,<pre>,<textarea>,</textarea>,<title>,</title>,<style>,</style>,<svg>,<![CDATA[,]]>"
      .split(
        ","
      ),
    "<a href=\"",
    "\">",
    "\"",
    "<a title=\"two\r\nlines &amp; \0\u{1F600}\" class='b'>"
  ),
  { maxLength: 25 }
).map((pieces) => pieces.join(""))

describe("RunTokenizer", () => {
  it("gives the tree that parse5 gives, of any page", () => {
    fc.assert(fc.property(fc.oneof(anyPieces, anyTagSoup, anyHtml), sameTree), { numRuns: 2000 })
  })
})
