import type { PageElement, PageText } from "../../dom/node.ts"
import { isDataTable } from "../../dom/table-grid.ts"
import { isBlank } from "../../dom/walk.ts"
import { isCodeLabel } from "../../markdown/code/code-language.ts"
import type { CodeTabs } from "../../markdown/code/code-tabs.ts"
import { CodeTabSets } from "../../markdown/code/CodeTabSets.ts"
import { hintBits } from "../../rules/hints.ts"
import type { Block, Place } from "../blocks/blocks.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { keepHeadings } from "./keep-headings.ts"
import { hasKept } from "./parts-of.ts"

/**
 * Corrects a choice that was made block by block. Structures are kept or dropped as a whole: a table with its header
 * and rows, a list with its items, a term with its definition, a heading with its text. `kept` has a flag for each
 * block. Returns the flags of headings that are kept only for the text below them.
 */
export const keepWhole = (
  { blocks, groups }: Pick<PageLayout, "blocks" | "groups">,
  kept: Uint8Array,
  isThread = false
): Uint8Array => {
  keepTables(blocks, kept, isThread)
  keepCode(blocks, kept)
  keepCodeTabs(blocks, kept)
  keepTerms(blocks, kept)
  keepItems(blocks, kept)
  if (!isThread) keepLabels(blocks, kept)
  const before = kept.slice()
  keepHeadings(blocks, groups, kept)
  return kept.map((flag, index) => flag === 1 && before[index] === 0 ? 1 : 0)
}

/** Blocks of one structure, by index. */
interface BlockSet {
  readonly place: Place
  readonly members: Array<number>
  words: number
}

/** Groups the blocks by the place that `placeOf` finds around them, in the order of their first block. */
const blockSetsBy = (
  blocks: ReadonlyArray<Block>,
  placeOf: (place: Place) => Place | undefined
): ReadonlyArray<BlockSet> => {
  const parts = new Map<Place, BlockSet>()
  for (const [index, block] of blocks.entries()) {
    const place = placeOf(block.place)
    if (place === undefined) continue
    let part = parts.get(place)
    if (part === undefined) parts.set(place, part = { place, members: [], words: 0 })
    part.members.push(index)
    part.words += block.words
  }
  return [...parts.values()]
}

const keptWords = (blocks: ReadonlyArray<Block>, kept: Uint8Array, members: ReadonlyArray<number>): number =>
  members.reduce((sum, index) => kept[index] === 1 ? sum + (blocks[index] as Block).words : sum, 0)

const set = (kept: Uint8Array, members: ReadonlyArray<number>, flag: 0 | 1): void => {
  for (const index of members) kept[index] = flag
}

const isMixed = (kept: Uint8Array, members: ReadonlyArray<number>): boolean =>
  members.some((index) => kept[index] === 1) && members.some((index) => kept[index] === 0)

/** A structure is kept if this share of its words is. */
const minKeptShare = 0.5

const settle = (blocks: ReadonlyArray<Block>, kept: Uint8Array, { members, words }: BlockSet): void =>
  set(kept, members, keptWords(blocks, kept, members) >= words * minKeptShare ? 1 : 0)

const keepTables = (blocks: ReadonlyArray<Block>, kept: Uint8Array, isThread: boolean): void => {
  for (const part of blockSetsBy(blocks, ({ table }) => table)) {
    if (isThread && part.members.some((index) => isPoster(blocks[index]!.place))) continue
    if (isMixed(kept, part.members) && isDataTable(part.place.element)) settleCells(blocks, kept, part)
  }
}

/** Whether a place is in the cell of a poster. Older forums lay out posts as tables of poster and text. */
const isPoster = (place: Place): boolean => {
  let at: Place | undefined = place
  while (at !== undefined && at.element.tag !== "td" && at.element.tag !== "table") at = at.parent
  return at?.element.tag === "td" && (at.ownHints & authorBit) !== 0
}

const authorBit = hintBits("author")

/** Keeps a table of which half of the words or half of the cells are kept. Stars and other signs count as words. */
const settleCells = (blocks: ReadonlyArray<Block>, kept: Uint8Array, { members, words }: BlockSet): void => {
  const cells = members.reduce((sum, index) => sum + kept[index]!, 0)
  const isKept = cells >= members.length * minKeptShare || keptWords(blocks, kept, members) >= words * minKeptShare
  set(kept, members, isKept ? 1 : 0)
}

/** Code is kept with the text right before it. The labels of its box, as the name of its language, are not text. */
const keepCode = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (let index = 0; index < blocks.length; index++) {
    const { place: { code } } = blocks[index]!
    if (code === undefined) continue
    const box = code.stats.first === index ? boxOf(code, blocks) : undefined
    if (box !== undefined) dropLabels(box, blocks, kept)
    const first = box?.stats.first ?? index
    if (first === 0 || kept[index] === 1 || kept[first - 1] !== 1) continue
    const before = blocks[first - 1] as Block
    if (before.place.code === code || isAdjacent(box ?? code, before.place)) kept[index] = 1
  }
}

const dropLabels = ({ stats: { first, last } }: Place, blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (let at = first; at <= last; at++) {
    const { place, text } = blocks[at]!
    if (place.code === undefined && isCodeLabel(text)) kept[at] = 0
  }
}

/** The box of a listing: the element around it that has only labels of a few words besides. */
const boxOf = (code: Place, blocks: ReadonlyArray<Block>): Place | undefined => {
  let box: Place | undefined
  for (let at = code.parent, level = 0; at?.parent !== undefined && level < maxBoxLevels; at = at.parent, level++) {
    const { first, last, words } = at.stats
    if (at.stats.blocks === code.stats.blocks) continue
    const isBox = words <= code.stats.words + maxLabelWords && at.stats.blocks <= code.stats.blocks + maxLabels &&
      isCodeLabel(blocks[first < code.stats.first ? first : last]!.text)
    if (!isBox) break
    box = at
  }
  return box
}

const maxBoxLevels = 3
const maxLabels = 3
const maxLabelWords = 8

/** Whether both are in one element, or one of them in a wrapper there. */
const isAdjacent = ({ parent: around }: Place, { parent: aroundBefore }: Place): boolean =>
  around !== undefined && aroundBefore !== undefined &&
  (around === aroundBefore || around === aroundBefore.parent || around.parent === aroundBefore)

/**
 * Keeps the code of all panels of a sample in tabs, if one of them is kept or the text before the labels is. The labels
 * stand between, so the code does not follow that text.
 */
const keepCodeTabs = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (const [tabs, members] of samplesIn(blocks)) {
    let before = members[0]! - 1
    const own = new Set([...tabs.panels, ...tabs.lists])
    for (let step = 0; step < maxBefore && before >= 0 && isPassed(blocks[before]!.place, own); step++) before--
    if (kept[before] === 1 || members.some((index) => kept[index] === 1)) {
      for (const index of members) kept[index] = 1
    }
  }
}

/** Max labels and headings between a sample and the text before it. */
const maxBefore = 24
/** Max elements from the code to its panel, and from a label to the element with all of them. */
const maxTabLevels = 6

/** The blocks of code of each sample, by index. */
const samplesIn = (blocks: ReadonlyArray<Block>): ReadonlyMap<CodeTabs, ReadonlyArray<number>> => {
  const sets = new CodeTabSets()
  const samples = new Map<CodeTabs, Array<number>>()
  for (const [index, { place }] of blocks.entries()) {
    const tabs = place.code === undefined ? undefined : tabsAround(place.code, sets)
    if (tabs === undefined) continue
    const members = samples.get(tabs)
    if (members === undefined) samples.set(tabs, [index])
    else members.push(index)
  }
  return samples
}

const tabsAround = (code: Place, sets: CodeTabSets): CodeTabs | undefined => {
  let at: Place | undefined = code
  for (let level = 0; at !== undefined && level < maxTabLevels; level++, at = at.parent) {
    const tabs = sets.of(at.element)
    if (tabs !== undefined) return tabs
  }
  return undefined
}

const isPassed = (place: Place, own: ReadonlySet<PageElement>): boolean => {
  if (place.level > 0) return true
  let at: Place | undefined = place
  for (let level = 0; at !== undefined && level < maxTabLevels; level++, at = at.parent) {
    if (own.has(at.element)) return true
  }
  return false
}

/** A term is kept or dropped with its definition. */
const keepTerms = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const lines = blockSetsBy(blocks, ({ term }) => term)
  let open: BlockSet | undefined
  let isDefined = false
  const close = () => {
    if (open !== undefined && isMixed(kept, open.members)) settle(blocks, kept, open)
  }
  for (const { members, place, words } of lines) {
    const isTerm = place.element.tag === "dt"
    if (open === undefined || isTerm && isDefined || listOf(open.place) !== listOf(place)) {
      close()
      open = { place, members: [], words: 0 }
      isDefined = false
    }
    open.members.push(...members)
    open.words += words
    isDefined ||= !isTerm
  }
  close()
}

const listOf = ({ parent }: Place): Place | undefined => parent?.element.tag === "div" ? parent.parent : parent

interface List {
  readonly items: Array<Place>
  words: number
}

/** Keeps all items of a kept list, and drops a list that is mostly dropped. Innermost lists come first. */
const keepItems = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (const { items, words } of listsOf(blocks).toReversed()) {
    const holes = items.filter(({ stats }) => !hasKept(kept, stats.first, stats.last + 1))
    if (holes.length === 0 || holes.length === items.length) continue
    const lost = holes.reduce((sum, { stats }) => sum + stats.words, 0)
    const isKept = lost <= words * (1 - minKeptShare)
    for (const { stats } of isKept ? holes : items) kept.fill(isKept ? 1 : 0, stats.first, stats.last + 1)
  }
}

/** Keeps the bold line between kept text and the list below it, unless most of the list is links. */
const keepLabels = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (let index = 1; index < blocks.length - 1; index++) {
    if (kept[index] === 1 || kept[index - 1] === 0 || kept[index + 1] === 0) continue
    const { linkWords, place, texts, words } = blocks[index]!
    const { linkWords: linked, place: { item }, words: of } = blocks[index + 1]!
    if (item?.stats.first !== index + 1 || place.item === item || linked * 2 > of) continue
    if (linkWords === 0 && words <= maxLabelOfList && texts.every(isBold)) kept[index] = 1
  }
}

const maxLabelOfList = 8

const isBold = (text: PageText): boolean => {
  if (isBlank(text.data)) return true
  let at = text.parentNode
  for (let level = 0; at !== null && level < maxBoldLevels; at = at.parentNode, level++) {
    if (at.tag === "b" || at.tag === "strong") return true
  }
  return false
}

const maxBoldLevels = 3

/** The lists in the order of their first item, inner ones first where both begin. */
const listsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<List> => {
  const lists = new Map<Place, List>()
  for (let index = 0; index < blocks.length; index++) {
    for (let { item } = blocks[index]!.place; item?.stats.first === index; item = item.parent?.item) {
      const place = item.parent as Place
      let list = lists.get(place)
      if (list === undefined) lists.set(place, list = { items: [], words: 0 })
      list.items.push(item)
      list.words += item.stats.words
    }
  }
  return [...lists.values()]
}
