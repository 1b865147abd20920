import { isDataTable } from "../media/table-grid.ts"
import type { Block, Place } from "./blocks.ts"
import { keepHeadings } from "./keep-headings.ts"
import type { PageLayout } from "./PageLayout.ts"

/**
 * Mends a choice that was made block by block: what is one thing to its readers stays whole or goes whole. A table has its header and
 * all its rows, a list its items, a term its definition, a heading something beneath it. `kept` has a flag for each block.
 */
export const keepWhole = (
  { blocks, groups }: Pick<PageLayout, "blocks" | "groups">,
  kept: Uint8Array
): void => {
  keepTables(blocks, kept)
  keepCode(blocks, kept)
  keepTerms(blocks, kept)
  keepItems(blocks, kept)
  keepHeadings(blocks, groups, kept)
}

/** Blocks of one thing, by their index. */
interface Part {
  readonly place: Place
  readonly members: Array<number>
  words: number
}

/** The blocks of each place that `placeOf` finds around them, in the order of their first block. */
const partsBy = (
  blocks: ReadonlyArray<Block>,
  placeOf: (place: Place) => Place | undefined
): ReadonlyArray<Part> => {
  const parts = new Map<Place, Part>()
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

/** Kept is what is kept for the most part. */
const most = 0.5

const settle = (blocks: ReadonlyArray<Block>, kept: Uint8Array, { members, words }: Part): void =>
  set(kept, members, keptWords(blocks, kept, members) >= words * most ? 1 : 0)

const keepTables = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (const part of partsBy(blocks, ({ table }) => table)) {
    if (isMixed(kept, part.members) && isDataTable(part.place.element)) settle(blocks, kept, part)
  }
}

/** Code goes with the text right before it. */
const keepCode = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  for (const [index, { place: { code } }] of blocks.entries()) {
    if (code === undefined || index === 0 || kept[index] === 1 || kept[index - 1] !== 1) continue
    const before = blocks[index - 1] as Block
    if (before.place.code === code || isBeside(code, before.place)) kept[index] = 1
  }
}

/** Both stand in one element, but for a wrapper around the one or the other. */
const isBeside = ({ parent: around }: Place, { parent: aroundBefore }: Place): boolean =>
  around !== undefined && aroundBefore !== undefined &&
  (around === aroundBefore || around === aroundBefore.parent || around.parent === aroundBefore)

/** A term and what defines it. */
const keepTerms = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const lines = partsBy(blocks, ({ term }) => term)
  let open: Part | undefined
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

interface Items {
  readonly items: Map<Place, Part>
  words: number
}

/** An item of a kept list stays, and a list that is mostly dropped goes; the innermost lists first. */
const keepItems = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const lists = new Map<Place, Items>()
  for (const [index, { place, words }] of blocks.entries()) {
    for (let { item } = place; item !== undefined; item = item.parent?.item) {
      const list = item.parent as Place
      let own = lists.get(list)
      if (own === undefined) lists.set(list, own = { items: new Map(), words: 0 })
      let part = own.items.get(item)
      if (part === undefined) own.items.set(item, part = { place: item, members: [], words: 0 })
      part.members.push(index)
      part.words += words
      own.words += words
    }
  }
  for (const { items, words } of [...lists.values()].toReversed()) {
    const parts = [...items.values()]
    const holes = parts.filter(({ members }) => members.every((index) => kept[index] === 0))
    if (holes.length === 0 || holes.length === parts.length) continue
    const lost = holes.reduce((sum, part) => sum + part.words, 0)
    const isKept = lost <= words * (1 - most)
    for (const { members } of isKept ? holes : parts) set(kept, members, isKept ? 1 : 0)
  }
}
