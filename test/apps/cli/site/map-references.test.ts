import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { mapReferences, type ReferenceKind } from "../../../../src/apps/cli/site/map-references.ts"
import { growsInProportion } from "../../../support/processes/cpu-time.ts"

const url = "http://host/folder/page"

const found = (html: string) => {
  const references: Array<readonly [ReferenceKind, string]> = []
  const { ids } = mapReferences(html, url, (reference) => {
    references.push([reference.kind, reference.url.href.replace("http://host", "")])
    return undefined
  })
  return { references, ids: [...ids] }
}

const mapped = (html: string) => mapReferences(html, url, ({ text }) => `new/${text}`).html

describe("the references of a page", () => {
  it("are its links, images and files, wherever HTML has URLs", () => {
    const { ids, references } = found(
      `<link rel=stylesheet href=a.css><link rel=preconnect href=//cdn><link rel=canonical href=c>
      <style>@import "b.css"; p { background: url( 'x.png' ) } /* url(no.png) */</style>
      <script src=s.js></script><script>var a = "<a href=no>"</script><title><a href=no></title>
      <meta http-equiv=refresh content="5; url='next'"><a href="/p?a=1&amp;b=2#f" id=one>1</a><a name=two href="">2</a>
      <img src=i.png srcset="j.png 1x, k.png, l,m.png 2x"><p style="background:url(&quot;q.png&quot;)">
      <a href="mailto:a@b">m</a><a href="javascript:x">j</a><form action=send><video src=film poster=poster.jpg>`
    )
    assert.deepStrictEqual(references, [
      ["asset", "/folder/a.css"],
      ["other", "/folder/c"],
      ["asset", "/folder/b.css"],
      ["asset", "/folder/x.png"],
      ["asset", "/folder/s.js"],
      ["link", "/folder/next"],
      ["link", "/p?a=1&b=2#f"],
      ["image", "/folder/i.png"],
      ["image", "/folder/j.png"],
      ["image", "/folder/k.png"],
      ["image", "/folder/l,m.png"],
      ["asset", "/folder/q.png"],
      ["other", "/folder/send"],
      ["other", "/folder/film"],
      ["image", "/folder/poster.jpg"]
    ])
    assert.deepStrictEqual(ids, ["one", "two"])
  })

  it("are those of frames and embedded documents too", () => {
    assert.deepStrictEqual(
      found(
        "<iframe srcdoc='<img src=a.png><a href=&quot;b&quot;>b</a>'></iframe><embed src=c><object data=d></object>"
      )
        .references.map(([kind, path]) => `${kind} ${path}`),
      ["image /folder/a.png", "link /folder/b", "link /folder/c", "link /folder/d"]
    )
    assert.strictEqual(
      mapped("<iframe srcdoc='<p title=\"&amp;amp;\">x</p><img src=a.png>'></iframe>"),
      "<iframe srcdoc=\"&lt;p title=&quot;&amp;amp;&quot;>x&lt;/p>&lt;img src=&quot;new/a.png&quot;>\"></iframe>"
    )
  })

  it("are replaced in place, with the base and what browsers apply to no file", () => {
    assert.strictEqual(
      mapped(
        `<base href="/sub/" target=x>\r\n<LINK rel=stylesheet href=a.css integrity="sha" crossorigin><A HREF='b"c&lt;'>`
      ),
      `<base  target=x>\r\n<LINK rel=stylesheet href="new/a.css"  ><A href="new/b&quot;c&lt;">`
    )
    assert.strictEqual(
      mapped(`<style>p{background:url(a.png)}</style>`),
      `<style>p{background:url("new/a.png")}</style>`
    )
  })

  it("are left out of frames that nest deeper than five frames in each other, which is counted", () => {
    const nested = (levels: number) => {
      let html = `<a href=last>`
      for (let level = levels; level > 0; level--) {
        html = `<a href=l${level - 1}><iframe srcdoc="${html.replaceAll("&", "&amp;").replaceAll("\"", "&quot;")}">`
      }
      return html
    }
    const five = mapReferences(nested(5), url, ({ text }) => `new/${text}`)
    assert.strictEqual(five.deepFrames, 0)
    assert.include(five.html, "new/last")
    const documents: Array<string> = []
    const many = mapReferences(nested(300), url, ({ text }) => void documents.push(text))
    assert.deepStrictEqual(documents.toSorted(), ["l0", "l1", "l2", "l3", "l4", "l5"])
    assert.deepStrictEqual([many.deepFrames, many.html === nested(300)], [1, true])
    assert.strictEqual(mapReferences(nested(6).repeat(3), url, () => undefined).deepFrames, 3)
  })

  const hostile: ReadonlyArray<(many: number) => string> = [
    (many) => `<img srcset="${",".repeat(many)}">`,
    (many) => `<img srcset="${"a ".repeat(many)}">`,
    (many) => `<style>${"/*".repeat(many)}`,
    (many) => `<style>${"url(".repeat(many)}</style>`,
    (many) => `<style>${"url(\"".repeat(many)}</style>`,
    (many) => `<style>url(${" ".repeat(many)}</style>`,
    (many) => `<meta http-equiv=refresh content="${"5;".repeat(many)}">`,
    (many) => "<a href=x>".repeat(many)
  ]

  it.effect.each(hostile)(
    "are found in linear time in hostile pages: %s",
    (html) => growsInProportion(100_000, (many) => Effect.sync(() => mapReferences(html(many), url, () => undefined)))
  )

  it("leave all other characters as they are", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.array(fc.constantFrom("<a href=x>", "<!--", "<style>", "\r\n", "<p")),
        (text, tags) => {
          const html = tags.join(text)
          assert.strictEqual(mapReferences(html, url, () => undefined).html, html)
        }
      )
    )
  })
})
