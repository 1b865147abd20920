import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "../../../src/extract/content/content-of.ts"
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

  const shell = (script: string) => `<title>Harbour</title><nav>Home</nav><div id="app"></div>${script}`
  const textOf = (script: string): string => contentOf(pageOf(shell(script))).text
  const labels = {
    menu: { items: Array.from({ length: 60 }, (_, index) => ({ text: `Menu entry ${index} of the site` })) }
  }

  it("an article in the state of an application is read without its labels", () => {
    const state = JSON.stringify({ props: { labels, post: { title: "Harbour", body: `<p>${long}</p><p>The end.` } } })
    const text = textOf(`<script id="__NEXT_DATA__" type="application/json">${state}</script>`)
    assert.include(text, `${long}\n\nThe end.`)
    assert.notInclude(text, "Menu entry")
  })

  it("the posts of a thread are read from an attribute whose values are JSON again", () => {
    const posts = [1, 2, 3].map((id) => ({ id, username: "ann", cooked: `<p>Post ${id}. ${long}</p>` }))
    const data = JSON.stringify({ topic_17: JSON.stringify({ post_stream: { posts } }) })
    const text = textOf(`<div id="data-preloaded" data-preloaded="${data.replaceAll("\"", "&quot;")}"></div>`)
    assert.deepStrictEqual(text.match(/Post \d/g), ["Post 1", "Post 2", "Post 3"])
  })

  it("data that a script assigns is read, and Nuxt's flat list", () => {
    assert.include(
      textOf(`<script>window.__INITIAL_STATE__ = ${JSON.stringify({ page: { content: long } })};</script>`),
      long
    )
    const flat = JSON.stringify([{ article: 1 }, { title: 2, body: 3 }, "Harbour", long])
    assert.include(textOf(`<script type="application/json" id="__NUXT_DATA__">${flat}</script>`), long)
  })

  it("what an application's pages share is not taken for this page's text", () => {
    const state = JSON.stringify({ guide: { body: long.replaceAll("harbour", "carpet") } })
    assert.notInclude(textOf(`<script type="application/json">${state}</script>`), "carpet")
  })

  it("no state is read where the page has its text, and none that is broken, deep or short", () => {
    const state = JSON.stringify({ body: `${long} Only in the state.` })
    const script = `<script type="application/json">${state}</script>`
    const { text } = contentOf(pageOf(`${script}<article><h1>Harbour</h1><p>${long}</p></article>`))
    assert.notInclude(text, "Only in the state")
    for (
      const data of [
        state.slice(0, -9),
        `${"[".repeat(9000)}${"]".repeat(9000)}`,
        JSON.stringify({ body: "Too short." })
      ]
    ) {
      assert.notInclude(textOf(`<script type="application/json">${data}</script>`), "harbour")
    }
  })
})
