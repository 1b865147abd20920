import type { PageElement } from "../dom/node.ts"
import { authorPhrase, commentsPhrase, relatedPhrase, signupPhrase } from "../rules/phrases.ts"
import type { Block } from "./blocks.ts"

/** A heading and what stands below it, up to the next one. */
export interface Section {
  readonly level: number
  readonly says: SectionKind
  words: number
  linkWords: number
  blocks: number
}

/** What a heading says of what is below it: comments, other pages, a request to subscribe or share, the author; none of these. */
export type SectionKind = "comments" | "related" | "signup" | "author" | ""

const kinds: ReadonlyArray<readonly [SectionKind, RegExp]> = [
  ["comments", commentsPhrase],
  ["related", relatedPhrase],
  ["signup", signupPhrase],
  ["author", authorPhrase]
]

/** 1 to 6 where the block is a heading, else 0. */
export const headingLevel = ({ place }: Block): number =>
  levelOf(place.element.tag) || levelOf(place.parent?.element.tag ?? "")

/** The heading that the block is, or is a part of. */
export const headingElement = ({ place: { element, parent } }: Block): PageElement | undefined =>
  levelOf(element.tag) > 0
    ? element
    : parent !== undefined && levelOf(parent.element.tag) > 0
    ? parent.element
    : undefined

export const levelOf = (tag: string): number =>
  tag.length === 2 && tag.startsWith("h") && tag >= "h1" && tag <= "h6" ? tag.charCodeAt(1) - 48 : 0

/** A longer line is no heading, whatever its tag. */
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
