import type { PageElement } from "../../dom/node.ts"
import type { Block, Place } from "../blocks/blocks.ts"
import type { ShapeGroup } from "../blocks/containers.ts"
import { runningWords } from "../blocks/running-words.ts"
import { headingElement, headingLevel } from "../blocks/sections.ts"
import { hasKept } from "./parts-of.ts"

interface Heading {
  readonly level: number
  readonly members: Array<number>
  readonly place: Place
  /** Index of the first block after the heading, after its own text, and after its section with all subsections. */
  start: number
  end: number
  sectionEnd: number
}

/**
 * Keeps a heading if and only if the text below it is kept. Headings of one shape without text below are a list of
 * names.
 */
export const keepHeadings = (
  blocks: ReadonlyArray<Block>,
  groups: ReadonlyArray<ShapeGroup>,
  kept: Uint8Array
): void => {
  const headings = headingsOf(blocks, kept)
  const isHeading = new Uint8Array(blocks.length)
  for (const { members } of headings) for (const index of members) isHeading[index] = 1
  const words = runningWords(blocks, (index) => isHeading[index] === 0)
  const keptWords = runningWords(blocks, (index) => isHeading[index] === 0 && kept[index] === 1)
  const between = (sums: Int32Array, from: number, to: number) => (sums[to] as number) - (sums[from] as number)
  const keptOfGroup = new Map<ShapeGroup | undefined, number>()
  /** Number of these with kept text below. */
  const textOfGroup = new Map<ShapeGroup | undefined, number>()
  for (const { end, members: [index = 0], start } of headings) {
    const group = groups[index]
    if (kept[index] === 0) continue
    keptOfGroup.set(group, (keptOfGroup.get(group) ?? 0) + 1)
    if (between(keptWords, start, end) > 0) textOfGroup.set(group, (textOfGroup.get(group) ?? 0) + 1)
  }
  // Backwards, because a heading depends on the headings below it.
  for (let at = headings.length - 1; at >= 0; at--) {
    const { end, level, members, sectionEnd, start } = headings[at] as Heading
    const [first = 0] = members
    const to = between(words, start, end) > 0 ? end : sectionEnd
    const below = between(words, start, to)
    const keptThere = between(keptWords, start, to)
    if (members.every((index) => kept[index] === 0)) {
      const isMissed = below > 0 && keptThere >= below * maxBelow && !isSubject(blocks, groups, keptOfGroup, first)
      if (isMissed) { for (const index of members) kept[index] = 1 }
    } else if (
      level > 1 &&
      between(words, start, sectionEnd) > 0 && between(keptWords, start, sectionEnd) === 0 &&
      (keptOfGroup.get(groups[first]) ?? 0) < minKept && !hasKept(kept, start, sectionEnd)
    ) {
      for (const index of members) kept[index] = 0
    }
  }
  // A heading at the end of the content has no text below, unless it is in a list of names.
  let last = kept.length - 1
  for (let at = headings.length - 1; at >= 0; at--) {
    const { level, members, sectionEnd, start } = headings[at] as Heading
    while (last >= start && kept[last] === 0) last--
    if (last >= start || level === 1) break
    const group = groups[members[0] ?? 0]
    const isOfNames = (keptOfGroup.get(group) ?? 0) >= minKept
    const hasLost = between(words, start, sectionEnd) >= minDropped && (textOfGroup.get(group) ?? 0) >= minKept &&
      members.every((index) => blocks[index]!.linkWords === 0)
    if (!isOfNames || hasLost) { for (const index of members) kept[index] = 0 }
    else if (members.some((index) => kept[index] === 1)) break
  }
}

/**
 * Many long headings of one shape, few of them kept, are repeated subjects or names of other pages. Short ones are
 * labels.
 */
const isSubject = (
  blocks: ReadonlyArray<Block>,
  groups: ReadonlyArray<ShapeGroup>,
  keptOfGroup: ReadonlyMap<ShapeGroup | undefined, number>,
  index: number
): boolean => {
  const group = groups[index]
  const block = blocks[index]
  return group !== undefined && block !== undefined && group.size >= minKept && block.words > maxLabelLength &&
    (keptOfGroup.get(group) ?? 0) < group.size / 2 &&
    (block.linkWords >= block.words * mostlyLink || isRepeated(blocks, groups, index))
}

/** Whether another heading of the group has the same text, as the subjects of a thread do. */
const isRepeated = (blocks: ReadonlyArray<Block>, groups: ReadonlyArray<ShapeGroup>, index: number): boolean => {
  const { first, last } = groups[index]!
  const { text } = blocks[index]!
  for (let at = first; at <= last; at++) {
    if (at !== index && groups[at] === groups[index] && blocks[at]!.text === text) return true
  }
  return false
}

const mostlyLink = 0.8

/** Max words of a label such as `Battery life`. */
const maxLabelLength = 3

/** Min kept share of the words below a kept heading. */
const maxBelow = 0.6
/** Two headings may be alike by chance. */
const minKept = 3

/** Words below a heading at the end, all of them dropped, that tell it from a name in a list. */
const minDropped = 40

/** A longer line is text, whatever its tag. */
const maxHeadingLength = 120

const headingsOf = (blocks: ReadonlyArray<Block>, kept: Uint8Array): ReadonlyArray<Heading> => {
  const headings: Array<Heading> = []
  const open: Array<Heading> = []
  let element: PageElement | undefined
  for (const [index, block] of blocks.entries()) {
    const own = kept[index] === 1 && block.text.length > maxHeadingLength ? undefined : headingElement(block)
    if (own !== undefined && own !== element) {
      const before = headings.at(-1)
      if (before !== undefined) before.end = index
      const level = headingLevel(block)
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

/** End of the nearest element with text after the heading, which limits its section. */
const holderEnd = ({ place, start }: Heading): number => {
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.stats.last >= start) return at.stats.last + 1
  }
  return start
}
