import type { PageElement } from "../../dom/node.ts"
import { isDataTable, isTable } from "../../dom/table-grid.ts"
import { byTag, elements, foldedText } from "../../dom/walk.ts"
import { isCodeTable } from "../../markdown/code/code-block.ts"
import { hintBits } from "../../rules/hints.ts"
import * as rules from "../../rules/holes.ts"
import { boilerplateLine, signupLine } from "../../rules/leftovers.ts"
import { type Block, hiddenBit, landmarks, type Place } from "../blocks/blocks.ts"
import { hasBoilerplate } from "../blocks/boilerplate.ts"
import { headingLevel } from "../blocks/sections.ts"

/** Whether an element is a table that only arranges the page. */
export const isLayout = (element: PageElement): boolean =>
  isTable(element) && !isDataTable(element) && !isCodeTable(element)

/** Whether an element is content as a whole, whatever words it has. */
export const isStructureElement = (element: PageElement): boolean =>
  rules.structureTags.has(element.tag) || element.has("role") && isTable(element)

export const sumOf = (blocks: ReadonlyArray<Block>, key: "words" | "linkWords"): number =>
  blocks.reduce((sum, block) => sum + block[key], 0)

export const meanScore = (blocks: ReadonlyArray<Block>, scores: Float32Array, words: number): number =>
  blocks.reduce((sum, block, index) => sum + block.words * scores[index]!, 0) / words

/** The structure in an element that has nothing else, or else the element. */
export const unwrapped = (place: Place, blocks: ReadonlyArray<Block>): Place => {
  const within: Array<Place> = []
  for (let at = blocks[place.stats.first]!.place; at !== place && at.parent !== undefined; at = at.parent) {
    within.push(at)
  }
  let at = place
  while (!isStructureElement(at.element)) {
    const only = within.pop()
    if (only?.stats.blocks !== at.stats.blocks) break
    at = only
  }
  return at
}

const foreign = hintBits(...rules.foreignHints)
const outside = ["nav", "header", "footer", "dialog", "form"].reduce(
  (bits, tag) => bits | (landmarks.get(tag) ?? 0),
  hiddenBit
)

/** Whether its name, its tag or its style says that an element is not part of the text around it. */
export const isForeign = ({ element, landmarks: own, ownHints, parent }: Place): boolean =>
  (ownHints & foreign) !== 0 || (own & ~(parent?.landmarks ?? 0) & outside) !== 0 ||
  rules.captionNames.test(element.attr("class") ?? "")

/** Whether an element has a picture, a player, a field or a button. */
export const hasControl = (element: PageElement): boolean => {
  for (const node of elements(element)) if (rules.controlTags.has(node.tag) && !isChoice(node)) return true
  return false
}

const isChoice = (element: PageElement): boolean => /^(?:radio|checkbox)$/.test(element.attr("type") ?? "")

/** Whether an element is a short box of a title with text. */
export const isBox = ({ element, stats: { words } }: Place, [title, ...text]: ReadonlyArray<Block>): boolean =>
  rules.boxTags.has(element.tag) && words <= maxBoxWords && title !== undefined && text.length > 0 &&
  title.words <= maxTitleWords && isTitle(title)

export const maxBoxWords = 120
const maxTitleWords = 12

const isTitle = (block: Block): boolean =>
  headingLevel(block) > 0 || block.emphasis === block.words ||
  rules.boxTitleNames.test(block.place.element.attr("class") ?? "")

/** Whether a line is from the software of the site, a request to subscribe, or has words of either. */
export const isBoilerplate = (text: string): boolean =>
  boilerplateLine.test(text) || signupLine.test(text) || hasBoilerplate(text)

/** Whether an element is an address. Its links call or write to somebody. */
export const isAddress = (element: PageElement): boolean =>
  element.tag === "address" && !hasControl(element) && !isBoilerplate(foldedText(element)) &&
  byTag(element, "a").every((link) => /^(?:tel|mailto|geo|sms):/i.test(link.attr("href") ?? ""))
