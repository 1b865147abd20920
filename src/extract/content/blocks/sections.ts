import type { PageElement } from "../../dom/node.ts"
import * as phrases from "../../rules/phrases.ts"
import type { Block, Place } from "./blocks.ts"

/** A heading, and the blocks up to the next heading. */
export interface Section {
  readonly level: number
  readonly says: SectionKind
  /** Kind of the nearest announcing section around it. A section contains the sections of smaller headings after it. */
  readonly outer: SectionKind
  /** The index of its first block. */
  readonly start: number
  words: number
  linkWords: number
  blocks: number
}

/**
 * Announcement of a heading: comments, other pages, a request to subscribe or share, the author, reviews, questions and
 * answers, a description of a thing, or none of these.
 */
export type SectionKind = "comments" | "related" | "signup" | "author" | "reviews" | "questions" | "details" | ""

const kinds: ReadonlyArray<readonly [SectionKind, RegExp]> = [
  ["comments", phrases.commentsPhrase],
  ["related", phrases.relatedPhrase],
  ["signup", phrases.signupPhrase],
  ["author", phrases.authorPhrase],
  ["reviews", phrases.reviewsPhrase],
  ["questions", phrases.questionsPhrase],
  ["details", phrases.detailsPhrase]
]

/** The kinds as numbers, 0 for none. */
export const kindNumber = (says: SectionKind): number => kinds.findIndex(([kind]) => kind === says) + 1

/** 1 to 6 if the block is a heading, else 0. */
export const headingLevel = ({ place }: Block): number => place.level || (place.parent?.level ?? 0)

/** The heading element of the block, if it is one or a part of one. */
export const headingElement = ({ place: { element, level, parent } }: Block): PageElement | undefined =>
  level > 0 ? element : parent !== undefined && parent.level > 0 ? parent.element : undefined

/** A longer line is not a heading, whatever its tag. */
const maxHeadingLength = 120

/** The section of each block. */
export const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  let open: Section = { level: 0, says: "", outer: "", start: 0, words: 0, linkWords: 0, blocks: 0 }
  const around: Array<Section> = []
  return blocks.map((block, start) => {
    const level = headingLevel(block)
    if (level > 0) {
      const says = block.text.length < maxHeadingLength
        ? kinds.find(([, phrase]) => phrase.test(block.text))?.[0] ?? ""
        : ""
      while ((around.at(-1)?.level ?? 0) >= level) around.pop()
      const parent = around.at(-1)
      const outer = parent === undefined ? "" : parent.says || parent.outer
      open = { level, says, outer, start, words: 0, linkWords: 0, blocks: 0 }
      around.push(open)
    }
    open.words += block.words
    open.linkWords += block.linkWords
    open.blocks++
    return open
  })
}

/**
 * For each block, the kind (`kindNumber`) of the nearest heading with an announcement for it. The announcement covers
 * the blocks after the heading in the smallest element around it that has such blocks.
 */
export const scopesOf = (blocks: ReadonlyArray<Block>, sections: ReadonlyArray<Section>): Uint8Array => {
  const open: Array<readonly [kind: number, end: number]> = []
  const scopes = new Uint8Array(blocks.length)
  for (let index = 0; index < blocks.length; index++) {
    while (open.length > 0 && (open.at(-1)?.[1] ?? 0) < index) open.pop()
    const section = sections[index]
    if (section !== undefined && section.start === index && section.says !== "") {
      open.push([kindNumber(section.says), endAfter(blocks[index]!.place, index)])
    }
    scopes[index] = open.at(-1)?.[0] ?? 0
  }
  return scopes
}

const endAfter = (place: Place, index: number): number => {
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.stats.last > index) return at.stats.last
  }
  return index
}
