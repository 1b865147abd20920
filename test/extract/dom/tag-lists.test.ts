import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { detach } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { byTag } from "../../../src/extract/dom/walk.ts"

const listed = ["base", "h1", "img", "noscript", "script"] as const

/** Pieces of HTML that nest in any way, also in ways that make the parser move elements. */
const pieces = listed.map((tag) => `<${tag}>`).concat(
  "</h1> </noscript> </script> <a> </a> <b> </b> <p> </p> <div> </div> <table> </table> <tr> <td> </td>".split(" "),
  "<select> </select> <svg> </svg> </head> </body> <template> </template> <slot> </slot> <frameset> text".split(" "),
  "<img> <img> <img> <img> <img> <table><tr><td> <div><template shadowrootmode=open>".split(/ (?=<)/)
)

const anyPage = fc.array(fc.constantFrom(...pieces), { minLength: 10, maxLength: 30, size: "max" }).map((chosen) =>
  chosen.join("")
)

describe("lists of elements by tag", () => {
  it("have what a walk over the document finds, in its order", () => {
    const property = fc.property(anyPage, (source) => {
      const { document, tagged } = parseHtml(source)
      for (const tag of listed) {
        const found = tagged(tag)
        const walked = byTag(document, tag)
        assert.strictEqual(found.length, walked.length)
        assert.isTrue(walked.every((element, index) => element === found[index]))
      }
    })
    fc.assert(property, { numRuns: 1000 })
  })

  it("do not have elements that were taken out of the page", () => {
    const { body, tagged } = parseHtml("<p><img id=a></p><img id=b>")
    const [paragraph] = byTag(body, "p")
    if (paragraph !== undefined) detach(paragraph)
    assert.deepStrictEqual(tagged("img").map((image) => image.attr("id")), ["b"])
  })
})
