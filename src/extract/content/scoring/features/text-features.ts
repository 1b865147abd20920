import type { Block } from "../../blocks/blocks.ts"
import { hasBoilerplate } from "../../blocks/boilerplate.ts"
import { headingLevel } from "../../blocks/sections.ts"
import type { Feature, View } from "./View.ts"

const blockTags = [
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "li",
  "td",
  "th",
  "dd",
  "dt",
  "div",
  "pre",
  "blockquote",
  "figcaption",
  "section",
  "article",
  "summary",
  "body"
]

const tagNumbers: ReadonlyMap<string, number> = new Map(blockTags.map((tag, index) => [tag, index]))

export const tagOf = (block: Block): number => tagNumbers.get(block.place.element.tag) ?? -1

/** Max length of a label. */
const labelLength = 400
const titleLength = 500

/** Features of the text of the block. */
export const textFeatures: ReadonlyArray<Feature> = [
  ["words", ({ block }) => block.words],
  ["chars", ({ block }) => block.text.length],
  ["linkDensity", ({ block }) => block.linkWords / block.words],
  ["emphasis", ({ block }) => block.emphasis / block.words],
  ["commas", ({ facts }) => facts.commas],
  ["endsSentence", ({ block }) => endsSentence(block.text) ? 1 : 0],
  ["capitals", ({ block, facts }) => facts.capitals / block.text.length],
  ["boilerplate", ({ block }) => block.text.length < labelLength && hasBoilerplate(block.text) ? 1 : 0],
  [
    "titleOverlap",
    ({ block, facts }) => block.text.length < titleLength && facts.words > 0 ? facts.titleWords / facts.words : 0
  ],
  ["descriptionOverlap", ({ facts }) => facts.words > 0 ? facts.descriptionWords / facts.words : 0],
  ["declaredOverlap", ({ facts, page }) => pairShare(facts, page)],
  ["repeats", ({ repeats }) => repeats],
  ["copies", ({ copies }) => copies],
  ["tag", ({ block }) => tagOf(block)],
  ["headingLevel", ({ block }) => headingLevel(block)]
]

/** The share of neighbouring word pairs that are in the declared texts too. */
const pairShare = ({ pairs, words }: View["facts"], { signals }: View["page"]): number => {
  if (!signals.vocabulary.hasPairs) return -1
  return words < 2 ? 0 : pairs / (words - 1)
}

const sentenceEnds = ".!?…。！？؟"
const closers = "\"'”’)]"

const endsSentence = (text: string): boolean => {
  let last = text.length - 1
  while (last > 0 && closers.includes(text.charAt(last))) last--
  return sentenceEnds.includes(text.charAt(last))
}
