import { firstByTag } from "../../dom/walk.ts"
import * as rules from "../../rules/holes.ts"
import { leadLine } from "../../rules/leftovers.ts"
import type { Block, Place } from "../blocks/blocks.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { runningWords } from "../blocks/running-words.ts"
import {
  hasControl,
  isAddress,
  isBoilerplate,
  isBox,
  isForeign,
  isLayout,
  isStructureElement,
  maxBoxWords,
  meanScore,
  unwrapped
} from "./part-facts.ts"
import { type ContentPart, isText, partsOf, proseIn } from "./parts-of.ts"

/** Facts by which the parts after a text are judged. */
interface End extends Pick<PageLayout, "blocks" | "sections"> {
  readonly scores: Float32Array
  /** Whether they follow a paragraph or the like, and not a wrapper of the text. */
  readonly isAfterText: boolean
  /** Whether a piece of the part is kept. */
  readonly isMixed: boolean
}

/**
 * Keeps the dropped elements that end a text: tables, quotes, code, terms, notes, addresses, lists without links,
 * signatures. The model has hardly seen a text that ends with one, and a few words after the last paragraph are little
 * evidence. Any other dropped part ends the text.
 */
export const keepEnds = (
  { blocks, sections }: Pick<PageLayout, "blocks" | "sections">,
  scores: Float32Array,
  kept: Uint8Array
): void => {
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const keptIn = ({ first, last }: Pick<ContentPart, "first" | "last">): number => sums[last + 1]! - sums[first]!
  const isOpen = ({ stats }: Place): boolean => keptIn(stats) >= minProse && keptIn(stats) < stats.words
  // Inner places first: the text of an outer one may go on where that of an inner one ends.
  for (const [, parts] of [...partsOf(blocks, isOpen)].toReversed()) {
    const text = parts.filter((part) => keptIn(part) > 0)
    const last = text.at(-1)
    if (last === undefined || proseIn(blocks, text) < minProse) continue
    const end = { blocks, sections, scores }
    const isPiece = isEnd(last, { ...end, isAfterText: isText(text.at(-2)), isMixed: true })
    if (isPiece) kept.fill(1, last.first, last.last + 1)
    const isAfterText = isPiece || isText(last)
    if (kept[last.last] === 0 || !isAfterText && last.place.stats.proseWords < minProse) continue
    let from = last.last + 1
    for (const part of parts.slice(parts.indexOf(last) + 1)) {
      if (isEnd(part, { ...end, isAfterText, isMixed: false })) kept.fill(1, from, part.last + 1)
      else if (isHeading(part, end)) continue
      else break
      from = part.last + 1
    }
  }
}

/** Min words of paragraphs in a text. */
const minProse = 60

/** Whether a part is a heading that announces no comments, no other pages and the like. */
const isHeading = ({ first, last, place }: ContentPart, { blocks, sections }: Pick<End, "blocks" | "sections">) =>
  place.level > 0 && first === last && blocks[first]!.linkWords === 0 && sections[first]!.says === "" &&
  !isForeign(place)

/** Whether a part is one of the elements that end a text. */
const isEnd = (part: ContentPart, end: End): boolean => {
  if (part.isLine) return false
  const { blocks, isAfterText } = end
  const place = unwrapped(part.place, blocks)
  const { linkWords, words } = place.stats
  if (
    isOther(part.place) || isOther(place) || linkWords > words * maxLinked && !isAddress(place.element) ||
    leadLine.test(blocks[part.first]!.text)
  ) return false
  return isStructureElement(place.element)
    ? isStructure(place, end)
    : isAfterText && words <= maxBoxWords && (isAddress(place.element) || linkWords === 0 && isRemark(place, end))
}

/** A list is kept if it is likely. Of structures kept in pieces, all but lists and details are kept whole. */
const isStructure = (place: Place, end: End): boolean => {
  const { element, stats } = place
  const isList = rules.listTags.has(element.tag)
  if (end.isMixed) return !isList && !rules.looseTags.has(element.tag) && !isLayout(element)
  if (isList) return end.isAfterText && stats.linkWords === 0 && isLikely(place, end)
  return !isLayout(element) && (element.tag !== "table" || stats.blocks > 1) &&
    firstByTag(element, "input") === undefined
}

/** Whether an element is a box with a title or a signature, without boilerplate. */
const isRemark = (place: Place, end: End): boolean => {
  const { element, stats: { first, last } } = place
  const own = end.blocks.slice(first, last + 1)
  return (isBox(place, own) || isSignature(own) && isLikely(place, end)) &&
    !hasControl(element) &&
    own.every(({ text }, at) => end.sections[first + at]!.says === "" && !isBoilerplate(text))
}

const isLikely = ({ stats: { first, last, words } }: Place, { blocks, scores }: End): boolean =>
  meanScore(blocks.slice(first, last + 1), scores.subarray(first), words) >= likely

/** A part with a larger share of links leads to other pages. */
const maxLinked = 0.3
/** Min score of a list or of a signature. Sites add lists of labels and short lines below a text. */
const likely = 0.35

/** Whether blocks are one line with a name: only emphasis, without a label as of a source. */
const isSignature = (own: ReadonlyArray<Block>): boolean => {
  const { emphasis, place, text, words } = own[0]!
  return own.length === 1 && place.element.tag === "p" && words <= maxLineWords && emphasis === words &&
    !/[:：]|\d{4}/.test(text)
}

const maxLineWords = 12

const isOther = (place: Place): boolean =>
  isForeign(place) || rules.noEndNames.test(`${place.element.attr("class") ?? ""} ${place.element.attr("id") ?? ""}`)
