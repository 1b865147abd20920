import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { renderHtml, renderText } from "../../../src/extract/markdown/render-content.ts"
import { anyHtml } from "./any-html.ts"
import { pageOf, wholeOf } from "./page-of.ts"

const htmlOf = (source: string): string => {
  const page = pageOf(source)
  return renderHtml(page, wholeOf(page))
}

describe("the content as HTML", () => {
  it("has the elements of text, and no other ones", () => {
    const html = htmlOf(`<article class="post" onclick="x()">
      <h2 id="high">High &amp; low</h2><script>alert(1)</script><style>p { color: red }</style>
      <p style="color: red">See <a href="../chart" onclick="x()">the <b>chart</b></a>, <i>now</i> &lt;or later&gt;.</p>
      <ul><li>one<ul><li>two</li></ul></li><li><input type="checkbox" checked> done</li></ul>
      <ol start="3"><li>three</li></ol>
      <pre><code class="language-js">a &lt; b</code></pre>
      <table><tr><th>Day</th><th>Time</th></tr><tr><td>Monday</td><td>14:05</td></tr></table>
      <img src="/tide.png" alt="A &quot;tide&quot;">
      <p><a href="javascript:alert(1)">run</a></p></article>`)
    assert.deepStrictEqual(html.split("\n"), [
      "<h2>High &amp; low</h2>",
      "<p>See <a href=\"https://site.test/chart\">the <strong>chart</strong></a>, <em>now</em> &lt;or later>.</p>",
      "<ul><li>one<ul><li>two</li></ul></li><li><input type=\"checkbox\" disabled checked> done</li></ul>",
      "<ol start=\"3\"><li>three</li></ol>",
      "<pre><code class=\"language-js\">a &lt; b</code></pre>",
      "<table><tr><th>Day</th><th>Time</th></tr><tr><td>Monday</td><td>14:05</td></tr></table>",
      "<p><img src=\"https://site.test/tide.png\" alt=\"A &quot;tide&quot;\"></p>",
      "<p>run</p>"
    ])
  })

  it("has each character of the text, in its order, for any HTML", () => {
    fc.assert(
      fc.property(anyHtml, (source) => {
        const page = pageOf(source)
        const bare = (text: string) => text.replaceAll(/[[\]\s]/g, "")
        const shown = bare(
          renderHtml(page, wholeOf(page)).replaceAll(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&quot;", "\"")
            .replaceAll("&amp;", "&")
        )
        // Between them stand the words that only the markdown has too.
        let at = 0
        for (const char of bare(renderText(page, wholeOf(page)))) {
          const next = shown.indexOf(char, at)
          assert.isAtLeast(next, at, `${char} in ${shown}`)
          at = next + char.length
        }
      }),
      { numRuns: 300 }
    )
  })

  it("has no script, no handler and no address of another scheme, for any HTML", () => {
    fc.assert(
      fc.property(anyHtml, (source) => {
        const html = htmlOf(source)
        assert.notMatch(html, /<(?:script|style|iframe|object|form)|<[^>]* on\w+=/i)
        for (const [, url] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
          assert.match(url ?? "", /^(?:https?:|mailto:|tel:|#footnote-)/)
        }
      }),
      { numRuns: 200 }
    )
  })
})
