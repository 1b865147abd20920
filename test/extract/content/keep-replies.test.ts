import { assert, it } from "@effect/vitest"
import { pageSignals } from "../../../src/extract/content/blocks/page-signals.ts"
import { layoutOf } from "../../../src/extract/content/blocks/PageLayout.ts"
import { keepReplies } from "../../../src/extract/content/decide/keep-replies.ts"
import { keepThreadAuthors } from "../../../src/extract/content/decide/keep-thread-authors.ts"
import { pageOf } from "../markdown/page-of.ts"
import { keptTexts, markedBlocks } from "./marked-blocks.ts"

const keptOf = (source: string, address = "https://site.test/threads/keepers"): ReadonlyArray<string> => {
  const marked = markedBlocks(source)
  const page = pageOf("", address)
  keepReplies(marked.blocks, pageSignals(page.html, page.url), marked.kept)
  return keptTexts(marked)
}

const first = "<div class=post-body kept><p>The light was lit each evening at dusk.</p></div>"
const begin = "The light was lit each evening at dusk."
const reply = (text: string, name = "post-body"): string => `<div class=${name}><p>${text}</p></div>`

it("a short post of a thread is kept, of which the choice has nothing", () => {
  assert.deepStrictEqual(keptOf(first + reply("Not here.")), [begin, "Not here."])
})

it("comments are the posts of a thread without others, and remarks below posts", () => {
  const comment = reply("Not here.", "comment-content") + reply("Nor there.", "comment-content")
  assert.deepStrictEqual(keptOf(`<div kept>${begin}</div>${comment}`), [begin, "Not here.", "Nor there."])
  assert.deepStrictEqual(keptOf(first + reply("Every evening?") + comment), [begin, "Every evening?"])
})

it("quotations, signatures, names, links and copies are not kept with a post", () => {
  const around = "<div class=author-name>Ben</div><p><a href=/>Reply</a></p><div class=signature><p>Oil!</p></div>"
  assert.deepStrictEqual(keptOf(first + reply(`<blockquote>${begin}</blockquote><p>Not here.</p>${around}`)), [
    begin,
    "Not here."
  ])
  assert.deepStrictEqual(keptOf(first + reply(begin)), [begin])
})

it("teasers of other threads, forms and hidden parts are not posts", () => {
  for (const around of ["<div class=teaser>", "<form>", "<aside>", "<div hidden>"]) {
    assert.deepStrictEqual(keptOf(`${first}${around}${reply("Not here.")}`), [begin])
  }
})

it("a host of a forum and the number of a post make a thread, a front page and an article do not", () => {
  const kept = (address: string): number => keptOf(first + reply("Not here."), address).length
  assert.strictEqual(kept("https://bbs.site.test/info/12"), 2)
  assert.strictEqual(kept("https://site.test/post/2101"), 2)
  assert.strictEqual(kept("https://forum.site.test/"), 1)
  assert.strictEqual(kept("https://site.test/news/12"), 1)
})

const post = (name: string, text: string, mark = "kept"): string =>
  `<div class=post><div class=avatar><a href=/u>${
    name.charAt(0)
  }</a></div><div class=username><a href=/u>${name}</a></div>` +
  `<div class=user-title><a href=/ranks>Senior keeper</a></div><div ${mark}><p>${text}</p></div></div>`

const keptNames = (source: string, address = "https://site.test/threads/keepers"): ReadonlyArray<string> => {
  const marked = markedBlocks(source)
  const page = pageOf("", address)
  keepThreadAuthors(layoutOf(marked.blocks), pageSignals(page.html, page.url), marked.kept)
  return keptTexts(marked)
}

const firstText = "The light was lit each evening at dusk."
const secondText = "The keeper climbed the stairs with a can of oil."

it("a kept post of a thread keeps the name of its poster", () => {
  assert.deepStrictEqual(keptNames(post("Ada", firstText) + post("Ben42", secondText)), [
    "Ada",
    firstText,
    "Ben42",
    secondText
  ])
})

it("a dropped post does not", () => {
  const dropped = post("Cid", "A signature.", "")
  assert.deepStrictEqual(keptNames(post("Ada", firstText) + post("Ben42", secondText) + dropped), [
    "Ada",
    firstText,
    "Ben42",
    secondText
  ])
})

it("a page that is not a thread loses the names of posters", () => {
  assert.deepStrictEqual(keptNames(post("Ada", firstText) + post("Ben42", secondText), "https://site.test/news/1"), [
    firstText,
    secondText
  ])
})
