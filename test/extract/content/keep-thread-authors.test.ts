import { assert, it } from "@effect/vitest"
import { pageSignals } from "../../../src/extract/content/blocks/page-signals.ts"
import { layoutOf } from "../../../src/extract/content/blocks/PageLayout.ts"
import { keepThreadAuthors } from "../../../src/extract/content/decide/keep-thread-authors.ts"
import { pageOf } from "../markdown/page-of.ts"
import { keptTexts, markedBlocks } from "./marked-blocks.ts"

const post = (name: string, text: string, mark = "kept"): string =>
  `<div class=post><div class=avatar><a href=/u>${
    name.charAt(0)
  }</a></div><div class=username><a href=/u>${name}</a></div>` +
  `<div class=user-title><a href=/ranks>Senior keeper</a></div><div ${mark}><p>${text}</p></div></div>`

const keptOf = (source: string, address = "https://site.test/threads/keepers"): ReadonlyArray<string> => {
  const marked = markedBlocks(source)
  const page = pageOf("", address)
  keepThreadAuthors(layoutOf(marked.blocks), pageSignals(page.html, page.url), marked.kept)
  return keptTexts(marked)
}

const first = "The light was lit each evening at dusk."
const second = "The keeper climbed the stairs with a can of oil."

it("a kept post of a thread keeps the name of its poster", () => {
  assert.deepStrictEqual(keptOf(post("Ada", first) + post("Ben42", second)), ["Ada", first, "Ben42", second])
})

it("a dropped post does not", () => {
  const dropped = post("Cid", "A signature.", "")
  assert.deepStrictEqual(keptOf(post("Ada", first) + post("Ben42", second) + dropped), ["Ada", first, "Ben42", second])
})

it("a page that is not a thread loses the names of posters", () => {
  assert.deepStrictEqual(keptOf(post("Ada", first) + post("Ben42", second), "https://site.test/news/1"), [
    first,
    second
  ])
})
