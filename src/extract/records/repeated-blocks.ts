import type { PageElement } from "../dom/node.ts"
import type { ParsedPage, RawRecord, Selection } from "../Page.ts"
import { cardReader, type ReadCards } from "./card.ts"
import { type EntryGroup, type Member, repeatedGroups } from "./groups.ts"
import { isShop, itemTest, type List, listOf, ofShop } from "./lists.ts"

/** Min share of the greatest weight. Lighter groups are not the subject of the page. */
const comparable = 0.7
/** The share of a group's text that an inner group must have to be the real list. */
const maxOf = 0.5
const maxCandidates = 30
/** Lighter groups are not judged. */
const maxJudged = 6
/** Fewer of the groups within those that are not lists are judged. */
const maxInner = 3
const minInnerShare = 0.02
const maxRecords = 500
/** Number of members from which the elements around all of them are judged. All have one shape. */
const sample = 500

/**
 * Records found by structure: the main list of the page, and others of similar weight. Of nested lists, the one with
 * the items as members.
 */
export const repeatedRecords = (page: ParsedPage, selection: Selection): ReadonlyArray<RawRecord> => {
  const groups = repeatedGroups(page.html.body, selection).toSorted((a, b) => b.weight - a.weight).slice(
    0,
    maxCandidates
  )
  const readCards = cardReader(page)
  const outer = withoutNested(groups).slice(0, maxJudged)
  const lists = mainLists(outer, readCards, selection)
  const chosen = ofShop(lists.length > 0 ? lists : innerShop(groups, outer, readCards, selection))
  const members = chosen.flatMap(({ group }) => group.members)
  const all = new Set(members.map(({ element }) => element))
  const others = chosen.flatMap(({ group }) => group.others()).filter(({ element }) => !all.has(element))
    .filter(isApartFrom(all))
  const elements = [...members, ...others].toSorted((a, b) => a.order - b.order).slice(0, maxRecords)
    .map(({ element }) => element)
  const isItem = itemTest(chosen.map(({ evidence }) => evidence))
  return readCards(elements).filter((card, index) => isItem(card, all.has(elements[index]!)))
    .map(({ record }) => record()).filter(isNew())
}

/** The heaviest list and others of similar weight. Lighter groups are not judged. */
const mainLists = (
  groups: ReadonlyArray<EntryGroup>,
  readCards: ReadCards,
  selection: Selection
): ReadonlyArray<List> => {
  const lists: Array<List> = []
  for (const group of groups) {
    const [heaviest] = lists
    if (heaviest !== undefined && group.weight < heaviest.group.weight * comparable) break
    const list = listOf(group, readCards, selection)
    if (list !== undefined) lists.push(list)
  }
  return lists
}

/** Lists with prices within the groups that are not lists: those are parts of the page. */
const innerShop = (
  groups: ReadonlyArray<EntryGroup>,
  outer: ReadonlyArray<EntryGroup>,
  readCards: ReadCards,
  selection: Selection
): ReadonlyArray<List> => {
  const inner = groups.filter((group) => group.isShown && group.share >= minInnerShare && !outer.includes(group))
    .slice(0, maxInner)
  const lists = mainLists(inner, readCards, selection).filter(isShop)
  const kept = new Set(withoutNested(lists.map(({ group }) => group)))
  return lists.filter(({ group }) => kept.has(group))
}

/** Neither within a member nor around one. */
const isApartFrom = (all: Set<PageElement>): (other: Member) => boolean => {
  const around = new Set<PageElement>()
  for (const element of all) {
    for (let at = element.parentNode; at !== null && !around.has(at); at = at.parentNode) around.add(at)
  }
  return ({ element }) => {
    if (around.has(element)) return false
    for (let at = element.parentNode; at !== null; at = at.parentNode) if (all.has(at)) return false
    return true
  }
}

/** Carousels repeat their cards, and pages repeat lists for small screens. */
const isNew = (): (record: RawRecord) => boolean => {
  const known = new Set<string>()
  return ({ fields }) => {
    if (fields["title"] === undefined) return false
    const key = `${String(fields["url"])} ${String(fields["text"])}`
    if (known.has(key)) return false
    known.add(key)
    return true
  }
}

const withoutNested = (groups: ReadonlyArray<EntryGroup>): ReadonlyArray<EntryGroup> => {
  const outer = containers(groups)
  const dropped = new Set<EntryGroup>()
  for (const inner of groups.toSorted((a, b) => a.members.length - b.members.length)) {
    for (const group of outer.get(inner) ?? []) {
      if (dropped.has(inner) || dropped.has(group)) continue
      dropped.add(isListOf(inner, group) ? group : inner)
    }
  }
  return groups.filter((group) => !dropped.has(group))
}

/** Whether the outer members are only sections or rows of the inner list. */
const isListOf = (inner: EntryGroup, outer: EntryGroup): boolean =>
  inner.members.length >= outer.members.length * 2 && inner.weight >= outer.weight &&
  (inner.characters >= outer.characters * maxOf || (inner.isShown && inner.weight >= outer.weight * heavier))

const heavier = 1.3

/** For each group, the groups with members that contain its members. */
const containers = (groups: ReadonlyArray<EntryGroup>): ReadonlyMap<EntryGroup, ReadonlySet<EntryGroup>> => {
  const owner = new Map<PageElement, Array<EntryGroup>>()
  for (const group of groups) {
    for (const { element } of group.members) owner.set(element, [...owner.get(element) ?? [], group])
  }
  const found = new Map<EntryGroup, Set<EntryGroup>>()
  for (const group of groups) {
    const around = new Set<EntryGroup>()
    const walked = new Set<PageElement>()
    for (const { element } of group.members.slice(0, sample)) {
      for (let at = element.parentNode; at !== null && !walked.has(at); at = at.parentNode) {
        walked.add(at)
        for (const other of owner.get(at) ?? []) around.add(other)
      }
    }
    found.set(group, around)
  }
  return found
}
