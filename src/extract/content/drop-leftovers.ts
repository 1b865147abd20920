import type { PageElement } from "../dom/node.ts"
import * as rules from "../rules/leftovers.ts"
import type { Block, Place } from "./blocks.ts"
import type { PageSignals } from "./page-signals.ts"
import { headingLevel, type Section } from "./sections.ts"
import { teasersOf } from "./teasers.ts"

/**
 * Drops what the page names as something else than its content: comments below an article, other pages to read, signatures, requests to
 * subscribe, source that is shown as words. Only after enough has been kept: on some pages they are all there is.
 */
export const dropLeftovers = (
  blocks: ReadonlyArray<Block>,
  sections: ReadonlyArray<Section>,
  signals: PageSignals,
  kept: Uint8Array
): void => {
  let total = 0
  for (const [index, { words }] of blocks.entries()) if (kept[index] === 1) total += words
  const namesAround = namesOf(kept, blocks, total)
  const isTeaser = teasersOf(blocks, signals)
  // On a page that lists others, they are what it is about.
  const others = signature | signup | (signals.declared.list ? 0 : related)
  const comments: Array<number> = []
  const below = new Set<Section>()
  let commentWords = 0
  let before = 0
  for (const [index, block] of blocks.entries()) {
    if (kept[index] === 0) continue
    const { place, text, words } = block
    const section = sections[index] as Section
    if (headingLevel(block) > 0 && text.length < longestHeading && rules.commentsHeading.test(text)) below.add(section)
    const names = namesAround(place)
    if (
      isNoProse(block) || before >= enough && ((names & others) !== 0 || isTeaser(place) || isFurniture(block, signals))
    ) kept[index] = 0
    else if (before >= enoughOfArticle && isComment(names, below.has(section), signals)) {
      comments.push(index)
      commentWords += words
    } else before += words
  }
  // A page of comments for the most part is a thread, unless its address is that of what was published on a day.
  if (signals.urlHasDate || commentWords <= before * mostComments) { for (const index of comments) kept[index] = 0 }
}

/** Before comments a short article is enough. */
const enoughOfArticle = 40

/** Source that is shown as words. */
const isNoProse = ({ place, text }: Block): boolean =>
  text.length > shortest && place.element.tag !== "pre" && rules.sourceText.test(text)

/** A line of the site's software, or one that leads away from an article. */
const isFurniture = ({ linkWords, text, words }: Block, { isThread }: PageSignals): boolean => {
  if (text.length > longestLine) return false
  if (rules.furnitureLine.test(text) || rules.filedLine.test(text)) return true
  return !isThread && linkWords >= words * mostlyLink && rules.leadLine.test(text)
}

const longestLine = 250
const mostlyLink = 0.5

/** So many times the words of an article may be said about it. */
const mostComments = 2
const longestHeading = 120
/** Words that are content for certain. */
const enough = 80
/** Shorter text is no source. */
const shortest = 20

/** On a page of goods they are reviews; below an answer they are remarks on it; in other threads they are the posts. */
const isComment = (names: number, isBelow: boolean, { declared, isQuestion, isThread }: PageSignals): boolean => {
  if (declared.product) return false
  if (isThread) return isQuestion && (names & comment) !== 0
  return (names & comment) !== 0 || isBelow
}

const comment = 1
const related = 2
const signature = 4
const signup = 8

const kinds = [
  [comment, rules.commentNames],
  [related, rules.relatedNames],
  [signature, rules.signatureNames],
  [signup, rules.signupNames]
] as const

/** What the elements around a place are named as. One that holds most of what is kept is the content, whatever its name. */
const namesOf = (kept: Uint8Array, blocks: ReadonlyArray<Block>, total: number): (place: Place) => number => {
  const words = new Map<Place, number>()
  for (const [index, block] of blocks.entries()) {
    if (kept[index] === 0) continue
    for (let at: Place | undefined = block.place; at !== undefined; at = at.parent) {
      words.set(at, (words.get(at) ?? 0) + block.words)
    }
  }
  const known = new Map<Place, number>()
  const ofPlace = (place: Place): number => {
    const own = known.get(place)
    if (own !== undefined) return own
    const around = place.parent === undefined ? 0 : ofPlace(place.parent)
    const isMost = (words.get(place) ?? 0) > total * mostOfAll
    const names = isMost ? 0 : around | named(place.element)
    known.set(place, names)
    return names
  }
  return ofPlace
}

const mostOfAll = 0.5

const named = (element: PageElement): number => {
  const names = `${element.attr("class") ?? ""} ${element.attr("id") ?? ""}`
  if (names.length < 4 || names.length > longestNames) return 0
  const known = bitsByNames.get(names)
  if (known !== undefined) return known
  const bits = kinds.reduce((sum, [bit, pattern]) => pattern.test(names) ? sum | bit : sum, 0)
  if (bitsByNames.size >= maxRemembered) bitsByNames.clear()
  bitsByNames.set(names, bits)
  return bits
}

const longestNames = 300
const bitsByNames = new Map<string, number>()
const maxRemembered = 20_000
