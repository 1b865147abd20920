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

/**
 * Replaces the choice on a small page whose `main` or `article` has only some words, as an error or a login page: those
 * words are the content. The model is unsure of so few, and would add the menu and the footer.
 */
export const preferMain = (blocks: ReadonlyArray<Block>, choice: Choice, scores: Float32Array): Choice => {
  const isMain = ({ place }: Block): boolean => (place.landmarks & main) !== 0 && !isBesideContent(place)
  // A choice within the main element is better than all of it.
  if (blocks.every((block, index) => choice.kept[index] === 0 || isMain(block)) && choice.kept.includes(1)) {
    return choice
  }
  let all = 0
  let words = 0
  let linkWords = 0
  for (const [index, block] of blocks.entries()) {
    all += block.words
    if (isMain(block)) {
      words += block.words
      linkWords += block.linkWords
    } else if (block.words >= minWords && block.linkWords < block.words * maxLinkedProse && scores[index]! >= likely) {
      return choice
    }
  }
  const isSmall = words >= minMainWords && words <= maxMainWords && all <= maxPageWords
  if (!isSmall || linkWords > words * maxLinkedProse) return choice
  return { ...choice, kept: Uint8Array.from(blocks, (block) => Number(isMain(block))) }
}

const main = (landmarks.get("main") ?? 0) | (landmarks.get("article") ?? 0)
/** Fewer words are a button, and more are judged by their scores. */
const minMainWords = 4
const maxMainWords = 60
const maxPageWords = 200
/** Min score of a paragraph outside of the main element that may be content all the same. */
const likely = 0.5
