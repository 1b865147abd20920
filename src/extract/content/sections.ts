import { headingPhrases } from "../rules/phrases.ts"
import type { Block } from "./blocks.ts"

/** A heading and what stands below it, up to the next one. */
export interface Section {
  readonly level: number
  /** Bit of each heading phrase that the heading has. */
  readonly phrases: number
  words: number
  linkWords: number
  blocks: number
}

/** 1 to 6 where the block is a heading, else 0. */
export const headingLevel = ({ place }: Block): number =>
  levelOf(place.element.tag) || levelOf(place.parent?.element.tag ?? "")

const levelOf = (tag: string): number =>
  tag.length === 2 && tag.startsWith("h") && tag >= "h1" && tag <= "h6" ? tag.charCodeAt(1) - 48 : 0

/** The section of each block. */
export const sectionsOf = (blocks: ReadonlyArray<Block>): ReadonlyArray<Section> => {
  let open: Section = { level: 0, phrases: 0, words: 0, linkWords: 0, blocks: 0 }
  return blocks.map((block) => {
    const level = headingLevel(block)
    if (level > 0) {
      open = { level, phrases: phrasesIn(block.text), words: 0, linkWords: 0, blocks: 0 }
    }
    open.words += block.words
    open.linkWords += block.linkWords
    open.blocks++
    return open
  })
}

const longest = 120

const phrasesIn = (text: string): number => {
  if (text.length > longest) return 0
  let bits = 0
  for (const [index, [, pattern]] of headingPhrases.entries()) if (pattern.test(text)) bits |= 1 << index
  return bits
}
