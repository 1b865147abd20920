import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "../../../../src/extract/content/content-of.ts"
import { pageOf } from "../../markdown/page-of.ts"
import { languages } from "./languages.ts"
import { containers } from "./pages.ts"

const textOf = (html: string): string => contentOf(pageOf(html)).text

const headOf = (title: string): string => `<!doctype html><html><head><title>${title}</title></head>`

describe("a small page has the words of its main element", () => {
  for (const words of languages) {
    for (const name of ["the article of a newspaper", "a page of a handbook"]) {
      it(`in ${name} (${words.lang})`, () => {
        const { added, byline: _, menu, thanks, title } = words
        const text = textOf(`${headOf(title)}${containers[name]!(`<p>${thanks}</p>`, words)}`)
        assert.include(text, thanks)
        for (const other of [added.rights, ...menu]) assert.notInclude(text, other)
      })
    }
  }

  it("but not if the text is elsewhere", () => {
    const [{ paragraphs, title }] = languages as [typeof languages[0]]
    const text = textOf(
      `${headOf(title)}<body><main><button>Load more of them now</button></main><div class=post><h1>${title}</h1>${
        paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("")
      }</div>`
    )
    assert.include(text, paragraphs[0]!)
  })
})

describe("an article below the article", () => {
  for (const [index, { byline, lang, paragraphs, title }] of languages.entries()) {
    const next = languages[(index + 1) % languages.length]!
    const articles: Readonly<Record<string, (second: string) => string>> = {
      "of the same element": (second) =>
        `<body><main><article><h1>${title}</h1><p class=byline>${byline}</p>${
          paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("")
        }</article>${second}</main>`,
      "in boxes": (second) =>
        `<body><div id=page><div class=story><h1>${title}</h1><span class=author>${byline}</span><div class=text>${
          paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("")
        }</div></div><div class=next>${second}</div></div>`
    }
    for (const [name, around] of Object.entries(articles)) {
      it(`is dropped if it has a heading and a byline of its own, ${name} (${lang})`, () => {
        const second = `<article><h1>${next.title}</h1><p class=byline>${next.byline}</p>${
          next.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("")
        }</article>`
        const text = textOf(`${headOf(title)}${around(second)}`)
        assert.include(text, paragraphs[0]!)
        for (const paragraph of next.paragraphs) assert.notInclude(text, paragraph)
      })
    }
  }
})
