import type { Block, Place } from "../blocks/blocks.ts"
import type { PageSignals } from "../blocks/page-signals.ts"
import { runningWords } from "../blocks/running-words.ts"
import { isPartOfText } from "./is-part-of-text.ts"
import { type ContentPart, isText, partsOf, proseIn } from "./parts-of.ts"

/**
 * Keeps dropped elements between two kept parts of a running text: tables, lists, code, quotes, short facts. The model
 * drops a short element, because a few words are little evidence.
 */
export const fillHoles = (
  blocks: ReadonlyArray<Block>,
  scores: Float32Array,
  kept: Uint8Array,
  { isThread, url }: Pick<PageSignals, "isThread" | "url">
): void => {
  const sums = runningWords(blocks, (index) => kept[index] === 1)
  const keptIn = ({ first, last }: Pick<ContentPart, "first" | "last">): number => sums[last + 1]! - sums[first]!
  const wordsIn = ({ isLine, first, place }: ContentPart): number => isLine ? blocks[first]!.words : place.stats.words
  const isKept = (part: ContentPart): boolean => keptIn(part) > 0
  const isMixed = ({ stats }: Place): boolean => {
    const words = keptIn(stats)
    return words >= stats.words * minOfBox && words < stats.words
  }
  /** Boxes between kept parts, and whether those are text. */
  const boxes = new Map<Place, boolean>()
  for (const [place, own] of partsOf(blocks, isMixed)) {
    const isBox = boxes.has(place)
    if (keptIn(place.stats) < place.stats.words * (isBox ? minOfBox : minOfText)) continue
    if (!isBox && proseIn(blocks, own.filter(isKept)) < minProse) continue
    const after = nextKept(own, isKept)
    let before: ContentPart | undefined
    for (const [at, part] of own.entries()) {
      const isBetween = isBox || before !== undefined && after[at] !== undefined
      const isAmongText = !isThread && (boxes.get(place) ?? (isText(before) && isText(after[at])))
      const isWanted = isBetween && keptIn(part) < wordsIn(part) &&
        isPartOfText({ blocks, scores, part, before, after: after[at], isAmongText, isMixed: isKept(part), url })
      if (isWanted) kept.fill(1, part.first, part.last + 1)
      if (!isKept(part)) continue
      before = part
      if (isBetween && !part.isLine) boxes.set(part.place, isAmongText)
    }
  }
}

/** Min kept share of a text, and of a box within one. */
const minOfText = 0.6
const minOfBox = 0.25
/** Min words of paragraphs in a text. */
const minProse = 60

/** The next kept part after each. */
const nextKept = (
  parts: ReadonlyArray<ContentPart>,
  isKept: (part: ContentPart) => boolean
): ReadonlyArray<ContentPart | undefined> => {
  const next: Array<ContentPart | undefined> = Array.from({ length: parts.length })
  for (let at = parts.length - 2; at >= 0; at--) {
    const part = parts[at + 1]!
    next[at] = isKept(part) ? part : next[at + 1]
  }
  return next
}
