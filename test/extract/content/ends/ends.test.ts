import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "../../../../src/extract/content/content-of.ts"
import { pageOf } from "../../markdown/page-of.ts"
import { additions, elements, type EndPage, pagesWith } from "./pages.ts"

/** The lines of the element that the content of its page has, and those that it lacks. */
const linesOf = ({ html, lines }: EndPage) => {
  const { markdown, text } = contentOf(pageOf(html))
  // The text has no captions, and the markdown escapes.
  const isIn = (line: string) => text.includes(line) || markdown.includes(line)
  return { found: lines.filter(isIn), lost: lines.filter((line) => !isIn(line)) }
}

/** Every fifth page: all elements, places and containers, each in another language. */
const sample = (pages: ReadonlyArray<EndPage>): ReadonlyArray<EndPage> =>
  pages.filter((_, index) => index % 5 === Math.floor(index / 5) % 5)

const lostOf = (pages: ReadonlyArray<EndPage>): ReadonlyArray<string> =>
  pages.filter((page) => linesOf(page).lost.length > 0).map(({ name }) => name)

const foundOf = (pages: ReadonlyArray<EndPage>): ReadonlyArray<string> =>
  pages.filter((page) => linesOf(page).found.length > 0).map(({ name }) => name)

describe("an element of an article", () => {
  const pages = pagesWith(elements)
  const added = pagesWith(additions, ["at the end"])

  it("is kept, also at the end of the text", () => {
    assert.deepStrictEqual(lostOf(sample(pages)), [])
  })

  it("is dropped at the end if the site has added it", () => {
    assert.deepStrictEqual(foundOf(sample(added)), [])
  })

  it("is kept in 1,080 pages, and dropped in 105", { tags: "long" }, () => {
    assert.deepStrictEqual({ pages: pages.length, added: added.length }, { pages: 1080, added: 105 })
    assert.deepStrictEqual([lostOf(pages), foundOf(added)], [[], []])
  })
})
