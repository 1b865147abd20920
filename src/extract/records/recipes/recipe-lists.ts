import { linesOf, lineText } from "../../dom/lines.ts"
import type { PageElement, PageNode } from "../../dom/node.ts"
import { afterSubtree, byTag, firstByTag, nextNode } from "../../dom/walk.ts"
import type { ParsedPage } from "../../Page.ts"
import { recordlessTags } from "../../rules/tags.ts"
import * as names from "./recipe-names.ts"

/** The lists of a recipe as the page shows them. */
export interface RecipeLists {
  readonly ingredients: ReadonlyArray<string>
  readonly steps: ReadonlyArray<string>
}

/**
 * The lists of the recipe of a page by its layout: those of a recipe's card, by the classes of its plugin, else those
 * below headings in many languages. Undefined without both lists.
 */
export const recipeLists = ({ html }: ParsedPage): RecipeLists | undefined => {
  const found = sectionsOf(html.body)
  const named = bestPair(found.filter(({ isNamed }) => isNamed))
  return named ?? bestPair(found)
}

interface Section {
  readonly isSteps: boolean
  /** By its class, not by a heading. */
  readonly isNamed: boolean
  readonly entries: ReadonlyArray<string>
}

/** The ingredients that look most like some, and the steps right after them. */
const bestPair = (sections: ReadonlyArray<Section>): RecipeLists | undefined => {
  let best: RecipeLists | undefined
  let most = 0
  for (const [index, { entries, isSteps }] of sections.entries()) {
    if (isSteps || entries.length < minIngredients) continue
    const rest = sections.slice(index + 1)
    const end = rest.findIndex((section) => !section.isSteps && section.entries.length >= minIngredients)
    const steps = (end < 0 ? rest : rest.slice(0, end)).find(isWhole) ??
      sections.slice(Math.max(0, index - 1), index).find(isWhole)
    const share = entries.filter((entry) => names.amounts.test(entry)).length / entries.length
    if (steps === undefined || share < minAmounts || share <= most) continue
    most = share
    best = { ingredients: entries, steps: steps.entries }
  }
  return best
}

/** Times and numbers of persons stand below such headings too. */
const isWhole = ({ entries, isSteps }: Section): boolean => isSteps && entries.join("").length >= minStepText

const minStepText = 12
const minIngredients = 2
/** Share of the ingredients that begin with an amount, or have one. */
const minAmounts = 0.3
const maxSections = 40

const sectionsOf = (body: PageElement): ReadonlyArray<Section> => {
  const found: Array<Section> = []
  for (let node: PageNode | null = body.firstChild; node !== null && found.length < maxSections;) {
    if (node.nodeType !== 1) {
      node = nextNode(node, body)
      continue
    }
    const section: Section | undefined = recordlessTags.has(node.tag)
      ? undefined
      : namedSection(node) ?? headedSection(node)
    if (section !== undefined) found.push(section)
    node = recordlessTags.has(node.tag) || section !== undefined ? afterSubtree(node, body) : nextNode(node, body)
  }
  return found
}

/** An element whose names say that it has the ingredients or the steps. */
const namedSection = (element: PageElement): Section | undefined => {
  const named = namesOf(element)
  if (named === "" || names.besideEntries.test(named)) return undefined
  const isSteps = names.stepNames.test(named)
  if (isSteps === names.ingredientNames.test(named)) return undefined
  if (firstByTag(element, "h1") !== undefined || hasOther(element, isSteps)) return undefined
  const entries = entriesOf(isEntry(element) ? siblingsAs(element) : [element], !isSteps)
  return entries.length >= (isSteps ? 1 : minIngredients) ? { isSteps, isNamed: true, entries } : undefined
}

/** Entries that have names of their own, in a list without any. The first of them is read with the others. */
const isEntry = ({ tag }: PageElement): boolean => tag === "li" || tag === "tr"

const siblingsAs = (first: PageElement): ReadonlyArray<PageElement> => {
  const found: Array<PageElement> = []
  for (let node: PageNode | null = first; node !== null; node = node.nextSibling) {
    if (node.nodeType === 1) found.push(node)
  }
  let before: PageNode | null = first.previousSibling
  while (before !== null && before.nodeType !== 1) before = before.previousSibling
  return before !== null && before.tag === first.tag ? [] : found
}

const hasOther = (element: PageElement, isSteps: boolean): boolean => {
  const pattern = isSteps ? names.ingredientNames : names.stepNames
  let left = maxNodes
  for (let node: PageNode | null = element.firstChild; node !== null && --left > 0; node = nextNode(node, element)) {
    if (node.nodeType === 1 && isBox(node) && pattern.test(namesOf(node))) return true
  }
  return left <= 0
}

const isBox = ({ tag }: PageElement): boolean => /^(?:div|ul|ol|section|table|h[2-6])$/.test(tag)

const maxNodes = 2000

const namesOf = (element: PageElement): string =>
  `${element.attr("class") ?? ""} ${element.attr("id") ?? ""} ${element.attr("itemprop") ?? ""}`.trim().slice(0, 300)

/** The part below a heading that names the ingredients or the steps. */
const headedSection = (heading: PageElement): Section | undefined => {
  const kind = headingKind(heading)
  if (kind !== "ingredients" && kind !== "steps") return undefined
  const isSteps = kind === "steps"
  const entries = entriesOf(below(heading), !isSteps)
  return entries.length >= (isSteps ? 1 : minIngredients) ? { isSteps, isNamed: false, entries } : undefined
}

type HeadingKind = "ingredients" | "steps" | "other"

const headingKind = (element: PageElement): HeadingKind | undefined => {
  if (!headingTags.test(element.tag)) return undefined
  const { isWhole, lines } = linesOf(element, maxHeading, maxHeading)
  const key = isWhole && lines.length === 1 ? names.headingKey(lines[0] ?? "") : ""
  if (key === "") return undefined
  if (
    names.ingredientHeadings.has(key) ||
    /^(?:ingredients|zutaten|ingredientes|ingredienti) (?:for|fur|para|pour|per|de) /.test(key)
  ) {
    return "ingredients"
  }
  if (names.stepHeadings.has(key)) return "steps"
  return names.otherHeadings.has(key) ? "other" : undefined
}

const headingTags = /^(?:h[2-6]|strong|b|p|dt|th|legend|summary|div|span|td)$/
const maxHeading = 60

/** Elements after a heading, up to the next one of its rank or of another part. */
const below = (heading: PageElement): ReadonlyArray<PageElement> => {
  const rank = rankOf(heading)
  const found: Array<PageElement> = []
  let from: PageElement | null = heading
  // The heading may be in boxes of its own, or in a row with a button.
  for (let step = 0; from !== null && step < maxBoxes && found.length === 0; step++, from = from.parentNode) {
    for (
      let node: PageNode | null = from.nextSibling;
      node !== null && found.length < maxNodes;
      node = node.nextSibling
    ) {
      if (node.nodeType !== 1) continue
      if (endsPart(node, rank)) return found
      if (!recordlessTags.has(node.tag) && lineText(node, 1) !== "") found.push(node)
    }
    if (from.parentNode?.tag === "body") break
  }
  return found
}

const maxBoxes = 3

const endsPart = (element: PageElement, rank: number): boolean => {
  const first = /^h[1-6]$/.test(element.tag) ? element : firstHeading(element)
  if (first !== undefined && rankOf(first) <= rank) return true
  return headingKind(first ?? element) !== undefined
}

/** The heading at the start of a box. */
const firstHeading = (element: PageElement): PageElement | undefined => {
  let left = maxBoxes
  for (let node: PageNode | null = element.firstChild; node !== null; node = nextNode(node, element)) {
    if (node.nodeType === 3) {
      if (node.data.trim() !== "") return undefined
    } else if (node.nodeType !== 1) continue
    else if (headingKind(node) !== undefined || /^h[1-6]$/.test(node.tag)) return node
    else if (--left < 0) return undefined
  }
  return undefined
}

const rankOf = ({ tag }: PageElement): number => /^h[1-6]$/.test(tag) ? Number(tag[1]) : 6.5

/** The entries in some elements: items of lists, else rows, else paragraphs and lines. */
const entriesOf = (parts: ReadonlyArray<PageElement>, isShort = false): ReadonlyArray<string> => {
  for (const tag of ["li", "tr", "p"]) {
    const items = parts.flatMap((part) => part.tag === tag ? [part] : byTag(part, tag))
      .filter((item) => firstByTag(item, tag) === undefined && !names.besideEntries.test(item.attr("class") ?? ""))
    const entries = cleaned(items.flatMap((item) => tag === "p" ? linesIn(item) : lineText(item, maxEntry)), isShort)
    if (entries.length > (tag === "li" ? 0 : 1)) return entries
  }
  return cleaned(parts.flatMap(linesIn), isShort)
}

const linesIn = (part: PageElement): ReadonlyArray<string> => linesOf(part, maxText, maxNodes).lines

const maxEntry = 2000
const maxText = 20_000
const maxShort = 200
const maxEntries = 200

/** Entries without signs and numbers before them, an amount in a line of its own with what it is of. */
const cleaned = (texts: ReadonlyArray<string>, isShort: boolean): ReadonlyArray<string> => {
  const lines = texts.map((text) => text.replace(/^(?:[▢☐□✓•·*]|\[ ?\])\s*/u, "").trim()).filter((text) => text !== "")
  const isNumbered = lines.length > 1 && lines.every((line, index) => line.startsWith(String(index + 1)))
  const plain = isNumbered && !isShort ? lines.map((line) => line.replace(/^\d+[.)]?\s*/, "")) : lines
  return (isShort ? joined(plain) : plain)
    .filter((text) => /\p{L}/u.test(text) && !(isShort && text.length > maxShort) && isEntryText(text))
    .slice(0, maxEntries)
}

const joined = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const whole: Array<string> = []
  for (let at = 0; at < lines.length; at++) {
    const [line = "", next = ""] = lines.slice(at, at + 2)
    const isApart = names.onlyAmount.test(line) && next !== "" && !names.onlyAmount.test(next)
    whole.push(isApart ? `${line} ${next}` : line)
    if (isApart) at++
  }
  return whole
}

/** Whether a line is not a heading that is read with the list, or the name of a group. */
const isEntryText = (text: string): boolean => {
  if (text.length > maxHeading) return true
  if (/[:：]$/.test(text)) return false
  const key = names.headingKey(text)
  return !names.ingredientHeadings.has(key) && !names.stepHeadings.has(key) && !names.otherHeadings.has(key)
}
