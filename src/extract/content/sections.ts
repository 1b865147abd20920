import { commentsPhrase } from "../rules/phrases.ts"
import type { Block } from "./blocks.ts"

/** A heading and what stands below it, up to the next one. */
export interface Section {
  readonly level: number
  readonly isComments: boolean
  words: number
  linkWords: number
  blocks: number
}

/** 1 to 6 where the block is a heading, else 0. */
export const headingLevel = ({ place }: Block): number =>
  levelOf(place.element.tag) || levelOf(place.parent?.element.tag ?? "")

const levelOf = (tag: string): number =>
  tag.length === 2 && tag.startsWith("h") && tag >= "h1" && tag <= "h6" ? tag.charCodeAt(1) - 48 : 0

/** A longer line is no heading, whatever its tag. */
const longest = 120

/** The section of each block. */
export const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  let open: Section = { level: 0, isComments: false, words: 0, linkWords: 0, blocks: 0 }
  return blocks.map((block) => {
    const level = headingLevel(block)
    if (level > 0) {
      const isComments = block.text.length < longest && commentsPhrase.test(block.text)
      open = { level, isComments, words: 0, linkWords: 0, blocks: 0 }
    }
    open.words += block.words
    open.linkWords += block.linkWords
    open.blocks++
    return open
  })
}
