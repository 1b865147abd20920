import { boilerplateWords } from "../rules/hints.ts"
import { type Block, hiddenBit, type Holdings, landmarks, type Place } from "./blocks.ts"
import { bestContainer, distancesTo, type Group, groupsOf, rootOf, signatureOf } from "./containers.ts"
import { hasHint, hintCount } from "./hint-bits.ts"
import type { PageSignals } from "./page-signals.ts"

/** One row of numbers a block: what a reader would go by. Row-major. */
export interface FeatureTable {
  readonly width: number
  readonly rows: number
  readonly values: Float32Array
}

const landmarkBits = [...new Set(landmarks.values()), hiddenBit]

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

/** Own numbers, then neighbours', then containers', then the page's; the order is the model's and nobody else's. */
export const featureNames: ReadonlyArray<string> = [
  "words",
  "chars",
  "linkDensity",
  "emphasis",
  "breaks",
  "averageWord",
  "commas",
  "endsSentence",
  "digits",
  "capitals",
  "upperStart",
  "boilerplate",
  "questions",
  "titleOverlap",
  "descriptionOverlap",
  "seen",
  "tag",
  "depth",
  "position",
  "wordsBefore",
  "sinceHeading",
  "headingLevel",
  "afterTitle",
  "blocksAfterTitle",
  ...["prev", "next", "prev2", "next2"].flatMap((name) => [`${name}Words`, `${name}Links`, `${name}Tag`]),
  "windowWords",
  "windowLinks",
  ...[0, 1, 2, 3, 4].flatMap((level) =>
    ["Words", "Links", "Blocks", "Prose", "Share"].map((name) => `holder${level}${name}`)
  ),
  "groupSize",
  "groupWords",
  "groupLinks",
  "groupSpread",
  "inBest",
  "bestShare",
  ...landmarkBits.map((_, index) => `landmark${index}`),
  ...Array.from({ length: hintCount }, (_, index) => `near${index}`),
  ...Array.from({ length: hintCount }, (_, index) => `far${index}`),
  "pageWords",
  "pageBlocks",
  "pageLinks",
  "pageProse",
  "hasArticle",
  "hasMain",
  "kindArticle",
  "kindProduct",
  "kindForum",
  "kindList",
  "pathDepth",
  "urlDate",
  "longestBlock"
]

const columns = new Map(featureNames.map((name, index) => [name, index]))
const at = (name: string): number => {
  const column = columns.get(name)
  if (column === undefined) throw new Error(`no feature ${name}`)
  return column
}

export const featuresOf = (blocks: ReadonlyArray<Block>, page: PageSignals): FeatureTable => {
  const width = featureNames.length
  const values = new Float32Array(width * blocks.length)
  const groups = groupsOf(blocks)
  const best = bestContainer(blocks)
  const distance = best === undefined ? undefined : distancesTo(best)
  const total = blocks[0] === undefined ? empty : rootOf(blocks[0].place).holdings
  const seen = new Map<string, number>()
  const longest = blocks.reduce((most, block) => Math.max(most, block.words), 0)
  const titleAt = blocks.findIndex((block) =>
    page.titleWords.size > 0 && overlap(block.text, page.titleWords) > 0.7 && block.words <= page.titleWords.size * 2
  )
  let wordsBefore = 0
  let sinceHeading = 99
  for (const [index, block] of blocks.entries()) {
    const row = values.subarray(index * width, (index + 1) * width)
    const level = headingLevel(block)
    sinceHeading = level > 0 ? 0 : Math.min(99, sinceHeading + 1)
    own(row, block, page, seen)
    row[at("depth")] = block.place.depth
    row[at("position")] = index / blocks.length
    row[at("wordsBefore")] = wordsBefore / Math.max(1, total.words)
    row[at("sinceHeading")] = sinceHeading
    row[at("headingLevel")] = level
    row[at("afterTitle")] = titleAt < 0 ? -1 : index === titleAt ? 2 : index > titleAt ? 1 : 0
    row[at("blocksAfterTitle")] = titleAt < 0 ? -99 : index - titleAt
    neighbours(row, blocks, index)
    holders(row, block.place, total.words)
    group(row, groups.get(signatureOf(block)), blocks.length)
    row[at("inBest")] = distance?.(block.place) ?? -1
    row[at("bestShare")] = best === undefined ? 0 : best.holdings.words / Math.max(1, total.words)
    context(row, block.place)
    pageColumns(row, page, blocks.length, total, longest)
    wordsBefore += block.words
  }
  return { width, rows: blocks.length, values }
}

const empty: Holdings = { words: 0, linkWords: 0, blocks: 0, proseWords: 0 }

const own = (row: Float32Array, block: Block, page: PageSignals, seen: Map<string, number>): void => {
  const { text, words } = block
  const repeats = seen.get(text) ?? 0
  seen.set(text, repeats + 1)
  row[at("words")] = words
  row[at("chars")] = text.length
  row[at("linkDensity")] = block.linkWords / words
  row[at("emphasis")] = block.emphasis / words
  row[at("breaks")] = block.breaks
  row[at("averageWord")] = text.length / words
  row[at("commas")] = count(text, /[,;،、，]/g)
  row[at("endsSentence")] = /[.!?…。！？؟]["'”’)\]]*$/.test(text) ? 1 : 0
  row[at("digits")] = count(text, /\d/g) / text.length
  row[at("capitals")] = count(text, /\p{Lu}/gu) / text.length
  row[at("upperStart")] = /^\p{Lu}/u.test(text) ? 1 : 0
  row[at("boilerplate")] = text.length < 400 && boilerplateWords.test(text) ? 1 : 0
  row[at("questions")] = text.includes("?") ? 1 : 0
  row[at("titleOverlap")] = text.length < 500 ? overlap(text, page.titleWords) : 0
  row[at("descriptionOverlap")] = overlap(text, page.descriptionWords)
  row[at("seen")] = repeats
  row[at("tag")] = tagOf(block)
}

const tagOf = (block: Block): number => blockTags.indexOf(block.place.element.tag)

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Share of the text's words that are among `words`. */
const overlap = (text: string, words: ReadonlySet<string>): number => {
  if (words.size === 0) return 0
  const own = text.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  if (own === null) return 0
  let shared = 0
  for (const word of own) if (words.has(word)) shared++
  return shared / own.length
}

const headingLevel = (block: Block): number => {
  const match = /^h([1-6])$/.exec(block.place.element.tag) ?? /^h([1-6])$/.exec(block.place.parent?.element.tag ?? "")
  return match === null ? 0 : Number(match[1])
}

const neighbours = (row: Float32Array, blocks: ReadonlyArray<Block>, index: number): void => {
  for (const [name, offset] of [["prev", -1], ["next", 1], ["prev2", -2], ["next2", 2]] as const) {
    const other = blocks[index + offset]
    row[at(`${name}Words`)] = other?.words ?? -1
    row[at(`${name}Links`)] = other === undefined ? -1 : other.linkWords / other.words
    row[at(`${name}Tag`)] = other === undefined ? -2 : tagOf(other)
  }
  let words = 0
  let links = 0
  for (let offset = -4; offset <= 4; offset++) {
    words += blocks[index + offset]?.words ?? 0
    links += blocks[index + offset]?.linkWords ?? 0
  }
  row[at("windowWords")] = words
  row[at("windowLinks")] = links / Math.max(1, words)
}

const holders = (row: Float32Array, place: Place, total: number): void => {
  let holder: Place | undefined = place
  for (let level = 0; level < 5; level++) {
    if (level > 0) holder = outermost(holder)
    if (level > 0) holder = holder?.parent
    const { blocks, linkWords, proseWords, words } = holder?.holdings ?? empty
    row[at(`holder${level}Words`)] = words
    row[at(`holder${level}Links`)] = linkWords / Math.max(1, words)
    row[at(`holder${level}Blocks`)] = blocks
    row[at(`holder${level}Prose`)] = proseWords / Math.max(1, words)
    row[at(`holder${level}Share`)] = words / Math.max(1, total)
  }
}

/** Wrappers that hold nothing more than what they wrap say nothing new. */
const outermost = (place: Place | undefined): Place | undefined => {
  let holder = place
  while (holder?.parent !== undefined && holder.parent.holdings.blocks === holder.holdings.blocks) {
    holder = holder.parent
  }
  return holder
}

const group = (row: Float32Array, members: Group | undefined, blocks: number): void => {
  if (members === undefined) return
  row[at("groupSize")] = members.size
  row[at("groupWords")] = members.words / members.size
  row[at("groupLinks")] = members.linkWords / Math.max(1, members.words)
  row[at("groupSpread")] = (members.last - members.first + 1) / blocks
}

const context = (row: Float32Array, place: Place): void => {
  for (const [index, bit] of landmarkBits.entries()) row[at(`landmark${index}`)] = (place.landmarks & bit) !== 0 ? 1 : 0
  const near = [
    place.ownHints[0] | (place.parent?.ownHints[0] ?? 0) | (place.parent?.parent?.ownHints[0] ?? 0),
    place.ownHints[1] | (place.parent?.ownHints[1] ?? 0) | (place.parent?.parent?.ownHints[1] ?? 0)
  ] as const
  const nearStart = at("near0")
  const farStart = at("far0")
  for (let hint = 0; hint < hintCount; hint++) {
    if (hasHint(near, hint)) row[nearStart + hint] = 1
    if (hasHint(place.allHints, hint)) row[farStart + hint] = 1
  }
}

const pageColumns = (row: Float32Array, page: PageSignals, blocks: number, total: Holdings, longest: number): void => {
  row[at("pageWords")] = total.words
  row[at("pageBlocks")] = blocks
  row[at("pageLinks")] = total.linkWords / Math.max(1, total.words)
  row[at("pageProse")] = total.proseWords / Math.max(1, total.words)
  row[at("hasArticle")] = page.articles
  row[at("hasMain")] = page.hasMain ? 1 : 0
  row[at("kindArticle")] = page.declared.article ? 1 : 0
  row[at("kindProduct")] = page.declared.product ? 1 : 0
  row[at("kindForum")] = page.declared.forum ? 1 : 0
  row[at("kindList")] = page.declared.list ? 1 : 0
  row[at("pathDepth")] = page.pathDepth
  row[at("urlDate")] = page.urlHasDate ? 1 : 0
  row[at("longestBlock")] = longest
}
