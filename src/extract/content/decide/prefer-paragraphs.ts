import { besideContentTags } from "../../rules/tags.ts"
import { type Block, hiddenBit, landmarks, type Place } from "../blocks/blocks.ts"
import { hasBoilerplate } from "../blocks/boilerplate.ts"
import type { Choice } from "./choose-blocks.ts"

/**
 * Replaces the choice on a small page by its paragraphs if the choice is only a menu. Beside a long menu, the model is
 * unsure of a single paragraph.
 */
export const preferParagraphs = (blocks: ReadonlyArray<Block>, choice: Choice): Choice => {
  if (choice.expected >= unsure || !isMenu(blocks, choice.kept)) return choice
  const prose = Uint8Array.from(blocks, (block) => Number(isProse(block)))
  return prose.includes(1) ? { ...choice, kept: prose } : choice
}

/** Whether the kept blocks are only short links. */
const isMenu = (blocks: ReadonlyArray<Block>, kept: Uint8Array): boolean => {
  let count = 0
  let words = 0
  let linkWords = 0
  for (const [index, block] of blocks.entries()) {
    if (kept[index] === 0) continue
    count++
    words += block.words
    linkWords += block.linkWords
  }
  return linkWords >= words * mostlyLinks && words <= count * wordsOfEntry
}

/** A choice with a higher expected F1 is not replaced. */
const unsure = 0.5
const mostlyLinks = 0.8
/** Max words of a menu entry. Titles of pages and products have more. */
const wordsOfEntry = 4

const isProse = ({ linkWords, place, text, words }: Block): boolean =>
  words >= minWords && linkWords < words * maxLinkedProse && !isBesideContent(place) && !hasBoilerplate(text)

const minWords = 8
const maxLinkedProse = 0.5

const outside = [...besideContentTags].reduce((bits, tag) => bits | (landmarks.get(tag) ?? 0), hiddenBit)

export const isBesideContent = ({ landmarks: around }: Place): boolean => (around & outside) !== 0
