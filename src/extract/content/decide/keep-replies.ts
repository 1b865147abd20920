import { hintBits } from "../../rules/hints.ts"
import { signatureNames } from "../../rules/leftovers.ts"
import { commentNames, postNames } from "../../rules/threads.ts"
import { type Block, hiddenBit, landmarks, type Place } from "../blocks/blocks.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import { hasKept } from "./parts-of.ts"

/**
 * Keeps the posts of a thread of which no word is kept. The model drops short ones, and those that look like comments.
 * A post is an element named for the text of one, beside others of the same kind.
 */
export const keepReplies = (
  blocks: ReadonlyArray<Block>,
  { isQuestion, isThread }: Pick<PageSignals, "isQuestion" | "isThread">,
  kept: Uint8Array
): void => {
  if (!isThread) return
  const posts = postsOf(blocks, isQuestion)
  if (posts.length < minPosts) return
  const said = new Set(blocks.flatMap(({ text }, index) => kept[index] === 1 ? text : []))
  for (const { stats: { first, last } } of posts) {
    if (hasKept(kept, first, last + 1)) continue
    for (let index = first; index <= last; index++) {
      const block = blocks[index]!
      if (said.has(block.text) || !isOwnText(block)) continue
      kept[index] = 1
      said.add(block.text)
    }
  }
}

const minPosts = 2

/** The innermost places named for the text of a post, or for that of a comment on a page without posts. */
const postsOf = (blocks: ReadonlyArray<Block>, isQuestion: boolean): ReadonlyArray<Place> => {
  const posts = placesNamed(blocks, postNames)
  return posts.length >= minPosts || isQuestion ? posts : [...posts, ...placesNamed(blocks, commentNames)]
}

const placesNamed = (blocks: ReadonlyArray<Block>, names: RegExp): ReadonlyArray<Place> => {
  const isPost = new Map<Place, boolean>()
  const around = new Set<Place>()
  for (const { place } of blocks) {
    for (let at: Place | undefined = place; at !== undefined && !isPost.has(at); at = at.parent) {
      const isNamed = isAmongContent(at) && isNamedBy(names, at)
      isPost.set(at, isNamed)
      if (!isNamed) continue
      for (let outer = at.parent; outer !== undefined && !around.has(outer); outer = outer.parent) around.add(outer)
    }
  }
  return [...isPost].flatMap(([place, isNamed]) => isNamed && !around.has(place) ? [place] : [])
}

const isNamedBy = (names: RegExp, { element }: Place): boolean =>
  names.test(element.attr("id") ?? "") || (element.attr("class") ?? "").split(/\s+/).some((name) => names.test(name))

const isAmongContent = ({ allHints, landmarks: around }: Place): boolean =>
  (around & elsewhere) === 0 && (allHints & related) === 0

const elsewhere = ["aside", "dialog", "footer", "form", "nav"].reduce(
  (bits, tag) => bits | (landmarks.get(tag) ?? 0),
  hiddenBit
)

const related = hintBits("related")
const besideText = hintBits("author", "button", "meta", "share")

/** Whether a line is the words of the poster: no quotation, signature, name, date or link alone. */
const isOwnText = ({ linkWords, place, words }: Block): boolean => {
  if (linkWords === words || (place.ownHints & besideText) !== 0) return false
  let at: Place | undefined = place
  for (let step = 0; at !== undefined && step < maxSteps; step++, at = at.parent) {
    if (at.element.tag === "blockquote" || signatureNames.test(at.element.attr("class") ?? "")) return false
  }
  return true
}

/** Max levels from a line up to its quotation or signature. */
const maxSteps = 8
