import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { elements, foldedText } from "../../../src/extract/dom/walk.ts"
import { insertFrames } from "../../../src/extract/parsers/frames/insert-frames.ts"
import { htmlParser } from "../../../src/extract/parsers/html.ts"
import { encodeAs } from "../../web/fetch/charset/encode-as.ts"
import { inputOf } from "../markdown/page-of.ts"

const inserted = (source: string) => insertFrames(parseHtml(source), new URL("https://site.test/dir/page"))

const nested = (depth: number): string =>
  depth === 0
    ? "<p>innermost</p>"
    : `<p>${depth}</p><iframe srcdoc="${
      nested(depth - 1).replaceAll("&", "&amp;").replaceAll("\"", "&quot;")
    }"></iframe>`

describe("insertFrames", () => {
  it("puts the document of a frame behind its element, with links relative to its own base", () => {
    const { body, tagged } = inserted(
      "<p>before</p><iframe srcdoc=\"<base target=_top><base href=/base/><a href=x>in</a><img src=y srcset='z 2x'>\"></iframe><p>after</p>"
    )
    assert.strictEqual(foldedText(body), "beforeinafter")
    assert.strictEqual([...elements(body)].find(({ tag }) => tag === "a")?.attr("href"), "https://site.test/base/x")
    assert.deepStrictEqual(tagged("img").map(({ attrs }) => attrs.map(({ name, value }) => [name, value])), [
      [["src", "https://site.test/base/y"]]
    ])
  })

  it("ends at three frames in each other, and at fifty in all", () => {
    assert.strictEqual(foldedText(inserted(nested(6)).body), "6543")
    assert.strictEqual(foldedText(inserted("<iframe srcdoc=x></iframe>".repeat(60)).body), "x".repeat(50))
  })

  it("counts frames towards the limit of nodes of a page, with a warning", () => {
    const many = `<iframe srcdoc='${"<b></b>".repeat(210_000)}'></iframe>`
    const { body, warnings } = inserted(many.repeat(2))
    assert.isBelow([...elements(body)].length, 400_010)
    assert.deepStrictEqual(warnings.map(({ code }) => code), ["page_truncated"])
  })

  it("leaves a page without such frames as it is", () => {
    const html = parseHtml("<frameset><frame src=/a></frameset>")
    assert.strictEqual(insertFrames(html, new URL("https://site.test/")).body, html.body)
  })
})

it("a page that declares no encoding is read in the likeliest one, and says so", () => {
  const text = "<p>Учора в Києві відбулася зустріч міністрів</p>"
  const page = Effect.runSync(htmlParser.parse({ ...inputOf(""), charset: undefined, body: encodeAs(text, "koi8-u") }))
  assert.strictEqual(page.source(), text)
  assert.deepStrictEqual(page.warnings.map(({ code }) => code), ["encoding_guessed"])
})
