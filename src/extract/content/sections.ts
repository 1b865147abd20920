import type { PageElement } from "../dom/node.ts"
import { authorPhrase, commentsPhrase, relatedPhrase, signupPhrase } from "../rules/phrases.ts"
import type { Block } from "./blocks.ts"

/** A heading, and the blocks up to the next heading. */
export interface Section {
  readonly level: number
  readonly says: SectionKind
  words: number
  linkWords: number
  blocks: number
}

/** What a heading announces: comments, other pages, a request to subscribe or share, the author, or none of these. */
export type SectionKind = "comments" | "related" | "signup" | "author" | ""

const kinds: ReadonlyArray<readonly [SectionKind, RegExp]> = [
  ["comments", commentsPhrase],
  ["related", relatedPhrase],
  ["signup", signupPhrase],
  ["author", authorPhrase]
]

/** 1 to 6 if the block is a heading, else 0. */
export const headingLevel = ({ place }: Block): number =>
  levelOf(place.element.tag) || levelOf(place.parent?.element.tag ?? "")

/** The heading element of the block, if it is one or a part of one. */
export const headingElement = ({ place: { element, parent } }: Block): PageElement | undefined =>
  levelOf(element.tag) > 0
    ? element
    : parent !== undefined && levelOf(parent.element.tag) > 0
    ? parent.element
    : undefined

export const levelOf = (tag: string): number =>
  tag.length === 2 && tag.startsWith("h") && tag >= "h1" && tag <= "h6" ? tag.charCodeAt(1) - 48 : 0

/** A longer line is no heading, even with the tag of one. */
const longest = 120

/** The section of each block. */
export const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  let open: Section = { level: 0, says: "", words: 0, linkWords: 0, blocks: 0 }
  return blocks.map((block) => {
    const level = headingLevel(block)
    if (level > 0) {
      const says = block.text.length < longest ? kinds.find(([, phrase]) => phrase.test(block.text))?.[0] ?? "" : ""
      open = { level, says, words: 0, linkWords: 0, blocks: 0 }
    }
    open.words += block.words
    open.linkWords += block.linkWords
    open.blocks++
    return open
  })
}
