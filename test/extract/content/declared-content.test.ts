import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "../../../src/extract/Content.ts"
import { pageOf } from "../markdown/page-of.ts"

const sentence = "The harbour has been dredged every spring since the great storm. "
const long = sentence.repeat(12).trim()

const contentWith = (data: unknown, body: string) =>
  contentOf(pageOf(`<title>Harbour</title><script type="application/ld+json">${JSON.stringify(data)}</script>${body}`))

describe("content that a page only declares", () => {
  it("an article's body is read where the page has none", () => {
    const { text } = contentWith({ "@type": "Article", articleBody: `${long}\nThe end.` }, "<p>Please wait")
    assert.include(text, `${long}\n\nThe end.`)
  })

  it("a product's description is read as the HTML that it is", () => {
    const { markdown } = contentWith(
      { "@type": "Product", description: `<p>${long}</p><ul><li>Made of oak` },
      "<h1>Desk</h1>"
    )
    assert.include(markdown, `${long}\n\n- Made of oak`)
  })

  it("a question comes with its answers, in their order", () => {
    const answer = { "@type": "Answer", text: long }
    const data = { "@type": "QAPage", mainEntity: { "@type": "Question", name: "Why?", acceptedAnswer: answer } }
    assert.include(contentWith(data, "<div id=app></div>").text, `Why?\n\n${long}`)
  })

  it("a page that has its text gives it once", () => {
    const { text } = contentWith(
      { "@type": "Article", articleBody: long },
      `<article><h1>Harbour</h1><p>${long}</p></article>`
    )
    assert.strictEqual(text.split(long).length, 2)
  })

  it("a line of description does not take the place of a short page", () => {
    const { text } = contentWith(
      { "@type": "Organization", description: "We build boats." },
      "<p>Closed in winter.</p>"
    )
    assert.strictEqual(text, "Closed in winter.")
  })

  it("text that looks like markup but is none stays text", () => {
    const { text } = contentWith({ "@type": "Article", articleBody: `${long} And 1 < 2.` }, "<p>Wait")
    assert.include(text, "And 1 < 2.")
  })
})
