import { assert, describe, it } from "@effect/vitest"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { contentOf } from "../../../src/extract/stages/Content.ts"
import { pageOf } from "../markdown/page-of.ts"

const story = `<p>${"The light was lit each evening at dusk, and the keeper climbed the stairs. ".repeat(12)}</p>`

const datesOf = (head: string, body: string, address = "https://site.test/blog/keeper") => {
  const page = pageOf(`<head>${head}</head><body>${body}</body>`, address)
  const { metadata, published_date } = readFacts(page, contentOf(page))
  return [published_date, metadata.modified_date]
}

describe("the day of the last change", () => {
  const article = "<meta property=og:type content=article>"
  const changed = "<meta property='article:modified_time' content='2025-03-04'>"
  const shown =
    `<main><h1>The keeper</h1><time class=updated datetime=2025-03-04>Updated 4 March 2025</time>${story}</main>`

  it("is not the day of publication where it is declared", () => {
    assert.deepStrictEqual(datesOf(article + changed, shown), ["", "2025-03-04"])
  })

  it("stands for it where the page only shows it", () => {
    assert.deepStrictEqual(datesOf(article, shown), ["2025-03-04", ""])
  })
})

it("a front page that lists others has no day of publication", () => {
  const head =
    "<meta property='article:published_time' content='2021-05-24'><script type='application/ld+json'>{\"@type\":\"ItemList\"}</script>"
  const links = Array.from({ length: 12 }, (_, n) => `<li><a href=/${n}>The lamps of harbour ${n}</a></li>`).join("")
  assert.strictEqual(datesOf(head, `<ul>${links}</ul>`, "https://site.test/")[0], "")
  assert.strictEqual(datesOf(head, `<ul>${links}</ul>`, "https://site.test/lamps")[0], "2021-05-24")
})
