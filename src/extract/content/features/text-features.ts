import { boilerplateWords } from "../../rules/hints.ts"
import { linePhrases } from "../../rules/phrases.ts"
import type { Block } from "../blocks.ts"
import { shareAmong } from "../page-words.ts"
import { headingLevel } from "../sections.ts"
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

export const tagOf = (block: Block): number => blockTags.indexOf(block.place.element.tag)

/** Longer lines are no labels. */
const labelLength = 400
const titleLength = 500
const phraseLength = 160

/** What the block's own text says. */
export const textFeatures: ReadonlyArray<Feature> = [
  ["words", ({ block }) => block.words],
  ["chars", ({ block }) => block.text.length],
  ["linkDensity", ({ block }) => block.linkWords / block.words],
  ["emphasis", ({ block }) => block.emphasis / block.words],
  ["breaks", ({ block }) => block.breaks],
  ["images", ({ block }) => block.images],
  ["averageWord", ({ block }) => block.text.length / block.words],
  ["commas", ({ block }) => count(block.text, /[,;،、，]/g)],
  ["endsSentence", ({ block }) => /[.!?…。！？؟]["'”’)\]]*$/.test(block.text) ? 1 : 0],
  ["digits", ({ block }) => count(block.text, /\d/g) / block.text.length],
  ["capitals", ({ block }) => count(block.text, /\p{Lu}/gu) / block.text.length],
  ["upperStart", ({ block }) => /^\p{Lu}/u.test(block.text) ? 1 : 0],
  ["boilerplate", ({ block }) => block.text.length < labelLength && boilerplateWords.test(block.text) ? 1 : 0],
  ["questions", ({ block }) => block.text.includes("?") ? 1 : 0],
  [
    "titleOverlap",
    ({ block, page, tokens }) => block.text.length < titleLength ? shareAmong(tokens, page.signals.titleWords) : 0
  ],
  ["descriptionOverlap", ({ page, tokens }) => shareAmong(tokens, page.signals.descriptionWords)],
  ["declaredOverlap", ({ page, tokens }) => pairShare(tokens, page.signals.declaredPairs)],
  ["repeats", ({ repeats }) => repeats],
  ["copies", ({ copies }) => copies],
  ["tag", ({ block }) => tagOf(block)],
  ["headingLevel", ({ block }) => headingLevel(block)],
  ...linePhrases.map(([name, pattern]): Feature => [
    name,
    ({ block }) => block.text.length < phraseLength && pattern.test(block.text) ? 1 : 0
  ])
]

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Share of the neighbouring pairs of words that the page declares too. */
const pairShare = (tokens: View["tokens"], pairs: ReadonlySet<string>): number => {
  if (pairs.size === 0) return -1
  if (tokens.length < 2) return 0
  let shared = 0
  for (let i = 1; i < tokens.length; i++) if (pairs.has(`${tokens[i - 1]} ${tokens[i]}`)) shared++
  return shared / (tokens.length - 1)
}
