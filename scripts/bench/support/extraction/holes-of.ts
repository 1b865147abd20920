import type { Place } from "../../../../src/extract/content/blocks/blocks.ts"
import type { Decision } from "../../../../src/extract/content/decide/decide-blocks.ts"
import { lettersAndDigits } from "../../../../src/extract/metadata/letters-and-digits.ts"

/** A block of the truth that is dropped between two kept blocks of one container. */
export interface Hole {
  /** Tag of the outermost structure, or else of the element itself. */
  readonly kind: string
  readonly text: string
  readonly words: number
  readonly score: number
  /** Whether the markdown has the text nevertheless, as a caption or a label. */
  readonly isShown: boolean
  /** The elements around it, innermost first. */
  readonly path: string
}

/** A block belongs to the truth if it has this share of its words. */
const minShare = 0.9
/** A single word is met by chance. */
const minWords = 2

export const holesOf = (
  { blocks, kept, scores }: Pick<Decision, "blocks" | "kept" | "scores">,
  shares: Float32Array,
  markdown: string
): ReadonlyArray<Hole> => {
  const shown = lettersAndDigits(markdown)
  return blocks.flatMap(({ place, text, words }, index): ReadonlyArray<Hole> => {
    if (kept[index] === 1 || words < minWords || shares[index]! < minShare) return []
    const structure = structureAround(place)
    const around = containerOf(structure).stats
    const { first, last } = structure.stats
    if (!kept.subarray(around.first, first).includes(1) || !kept.subarray(last + 1, around.last + 1).includes(1)) {
      return []
    }
    return [{
      kind: structure.element.tag,
      text: text.slice(0, 200),
      words,
      score: scores[index]!,
      isShown: shown.includes(lettersAndDigits(text)),
      path: pathOf(place)
    }]
  })
}

const structures: ReadonlySet<string> = new Set(
  "li ul ol dl dt dd table thead tbody tfoot tr th td pre blockquote details summary figure figcaption".split(" ")
)

/** The outermost list, table, quote or the like around a block, or else the element of the block. */
const structureAround = (place: Place): Place => {
  let at = place
  while (at.parent !== undefined && structures.has(at.parent.element.tag)) at = at.parent
  return at
}

/** The nearest element around a structure that has other blocks. */
const containerOf = (structure: Place): Place => {
  let at = structure
  while (at.parent !== undefined && at.stats.blocks === structure.stats.blocks) at = at.parent
  return at
}

const pathOf = (place: Place): string => {
  const names: Array<string> = []
  for (let at: Place | undefined = place; at !== undefined && names.length < 5; at = at.parent) {
    names.push(`${at.element.tag}.${(at.element.attr("class") ?? "").trim().replaceAll(/\s+/g, ".").slice(0, 40)}`)
  }
  return names.join(" < ")
}
