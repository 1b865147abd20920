import type { PageElement } from "../dom/node.ts"
import type { Block, Place } from "./blocks.ts"
import type { ShapeGroup } from "./containers.ts"
import { runningWords } from "./running-words.ts"
import { headingElement, levelOf } from "./sections.ts"

interface Heading {
  readonly level: number
  readonly members: Array<number>
  readonly place: Place
  /** The first block behind it, behind what it heads itself, and behind its section with all sections in it. */
  start: number
  end: number
  sectionEnd: number
}

/** A heading stands or falls with what it heads; those of one shape that head nothing are a list of names. */
export const keepHeadings = (
  blocks: ReadonlyArray<Block>,
  groups: ReadonlyArray<ShapeGroup>,
  kept: Uint8Array
): void => {
  const headings = headingsOf(blocks)
  const isHeading = new Uint8Array(blocks.length)
  for (const { members } of headings) for (const index of members) isHeading[index] = 1
  const words = runningWords(blocks, (index) => isHeading[index] === 0)
  const keptWords = runningWords(blocks, (index) => isHeading[index] === 0 && kept[index] === 1)
  const between = (sums: Int32Array, from: number, to: number) => (sums[to] as number) - (sums[from] as number)
  const keptOfGroup = new Map<ShapeGroup | undefined, number>()
  for (const { members: [index = 0] } of headings) {
    const group = groups[index]
    if (kept[index] === 1) keptOfGroup.set(group, (keptOfGroup.get(group) ?? 0) + 1)
  }
  // From the last to the first: whether one is idle may hang on those below it.
  for (let at = headings.length - 1; at >= 0; at--) {
    const { end, level, members, sectionEnd, start } = headings[at] as Heading
    const [first = 0] = members
    const to = between(words, start, end) > 0 ? end : sectionEnd
    const below = between(words, start, to)
    const keptThere = between(keptWords, start, to)
    if (members.every((index) => kept[index] === 0)) {
      const isMissed = below > 0 && keptThere >= below * mostBelow && !isSubject(blocks, groups, keptOfGroup, first)
      if (isMissed) { for (const index of members) kept[index] = 1 }
    } else if (
      level > 1 &&
      between(words, start, sectionEnd) > 0 && between(keptWords, start, sectionEnd) === 0 &&
      (keptOfGroup.get(groups[first]) ?? 0) < fewest && !hasKept(kept, start, sectionEnd)
    ) {
      for (const index of members) kept[index] = 0
    }
  }
  // What ends the content heads nothing, unless it is one of a list of names.
  let last = kept.length - 1
  for (let at = headings.length - 1; at >= 0; at--) {
    const { level, members, start } = headings[at] as Heading
    while (last >= start && kept[last] === 0) last--
    if (last >= start || level === 1) break
    if ((keptOfGroup.get(groups[members[0] ?? 0]) ?? 0) < fewest) { for (const index of members) kept[index] = 0 }
    else if (members.some((index) => kept[index] === 1)) break
  }
}

/** Longer headings of one shape of which few are kept are subjects said over again, or names of other pages; short ones are labels. */
const isSubject = (
  blocks: ReadonlyArray<Block>,
  groups: ReadonlyArray<ShapeGroup>,
  keptOfGroup: ReadonlyMap<ShapeGroup | undefined, number>,
  index: number
): boolean => {
  const group = groups[index]
  return group !== undefined && group.size >= fewest && (blocks[index]?.words ?? 0) > longestLabel &&
    (keptOfGroup.get(group) ?? 0) < group.size / 2
}

/** Words of `Battery life`, `Pros and cons`. */
const longestLabel = 3

const hasKept = (kept: Uint8Array, from: number, to: number): boolean => kept.subarray(from, to).includes(1)

/** The share of the words below a heading that brings it along. */
const mostBelow = 0.6
/** Two of a shape may be chance. */
const fewest = 3

const headingsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Heading> => {
  const headings: Array<Heading> = []
  const open: Array<Heading> = []
  let element: PageElement | undefined
  for (const [index, block] of blocks.entries()) {
    const own = headingElement(block)
    if (own !== undefined && own !== element) {
      const before = headings.at(-1)
      if (before !== undefined) before.end = index
      const level = levelOf(own.tag)
      while ((open.at(-1)?.level ?? 0) >= level) (open.pop() as Heading).sectionEnd = index
      const heading = { level, members: [], place: block.place, start: index, end: 0, sectionEnd: 0 }
      headings.push(heading)
      open.push(heading)
    }
    element = own
    const heading = headings.at(-1)
    if (own === undefined || heading === undefined) continue
    heading.members.push(index)
    heading.start = index + 1
  }
  for (const heading of headings) {
    heading.end ||= blocks.length
    heading.sectionEnd ||= blocks.length
    heading.end = Math.max(heading.start, Math.min(heading.end, holderEnd(heading)))
  }
  return headings
}

/** The end of the nearest element around a heading that holds something behind it: what comes after is not headed by it. */
const holderEnd = ({ place, start }: Heading): number => {
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.holdings.last >= start) return at.holdings.last + 1
  }
  return start
}
