import type { Block } from "../blocks/blocks.ts"
import { dropCopies } from "./drop-copies.ts"

/** Min words of the content. Too little text is worse than some clutter. */
const minWords = 25

export interface Choice {
  /** A flag for each block. */
  readonly kept: Uint8Array
  /** Highest expected F1 of any cut, by the probabilities as given. */
  readonly expected: number
}

/**
 * Chooses the cut with the highest expected F1, counted in words. Blocks are added in the order of their probability. A
 * fixed threshold is worse: a page with only doubtful cards should keep all of them or none.
 *
 * Errors on one page are correlated: if one doubtful block is content, others are too. The F1 is therefore the mean
 * over cases in which all blocks are more or less likely than predicted.
 */
export const chooseBlocks = (blocks: ReadonlyArray<Block>, probabilities: Float32Array): Choice => {
  const truths = expectedWords(blocks, probabilities)
  const rights = new Float64Array(cases.length)
  let taken = 0
  let best = 0
  let expected = 0
  let limit = 1
  for (const index of byProbability(probabilities)) {
    const { words } = blocks[index] as Block
    const p = probabilities[index] as number
    const wasThin = taken < minWords
    taken += words
    // Half of the summed F1 of all cases, which ranks the cuts equally.
    let sum = 0
    for (let at = 0; at < cases.length; at++) {
      const right = rights[at]! + words * likelier(p, cases[at]!)
      rights[at] = right
      sum += right / (taken + truths[at]!)
    }
    expected = Math.max(expected, 2 * rights[usual]! / (taken + truths[usual]!))
    if ((sum <= best || p < unlikely) && !wasThin) continue
    best = Math.max(best, sum)
    limit = p
  }
  const kept = new Uint8Array(blocks.length)
  for (let index = 0; index < kept.length; index++) kept[index] = Number(probabilities[index]! >= limit)
  dropCopies(blocks, kept)
  return { kept, expected }
}

/**
 * Indices by falling probability, and rising where it is the same. Numbers sort three times faster without a function
 * that compares them, so each is the bits of the probability with its index below them.
 */
const byProbability = (probabilities: Float32Array): Float64Array => {
  const bits = new Int32Array(probabilities.buffer, probabilities.byteOffset, probabilities.length)
  const order = new Float64Array(bits.length)
  for (let index = 0; index < bits.length; index++) order[index] = (bitsOfOne - bits[index]!) * maxBlocks + index
  order.sort()
  for (let at = 0; at < order.length; at++) order[at]! %= maxBlocks
  return order
}

const [bitsOfOne = 0] = new Int32Array(Float32Array.of(1).buffer)
/** More than a page has nodes. */
const maxBlocks = 2 ** 20

/** Expected F1 of a choice, in words: the mean over the cases. 0 if nothing is chosen. */
export const expectedF1 = (
  blocks: ReadonlyArray<Block>,
  probabilities: Float32Array,
  kept: Uint8Array
): number => {
  const truths = expectedWords(blocks, probabilities)
  const rights = new Float64Array(cases.length)
  let taken = 0
  for (let index = 0; index < blocks.length; index++) {
    if (kept[index] === 0) continue
    const { words } = blocks[index]!
    taken += words
    for (let at = 0; at < cases.length; at++) rights[at]! += words * likelier(probabilities[index]!, cases[at]!)
  }
  return rights.reduce((sum, right, at) => sum + 2 * right / Math.max(1, taken + truths[at]!), 0) / cases.length
}

/** Factors on the odds of all blocks, equally likely: quantiles of a log-normal distribution. */
const cases = Float64Array.of(0.2776, 0.5919, 1, 1.6895, 3.6022)
/** Index of the factor 1. */
const usual = 2

const likelier = (p: number, factor: number): number => p * factor / (1 - p + p * factor)

/** Blocks with a lower probability are added only up to `minWords`. */
const unlikely = 0.1

/** Expected number of words of content, in each case. */
const expectedWords = (blocks: ReadonlyArray<Block>, probabilities: Float32Array): Float64Array => {
  const sums = new Float64Array(cases.length)
  for (let index = 0; index < blocks.length; index++) {
    const p = probabilities[index]!
    const { words } = blocks[index]!
    for (let at = 0; at < cases.length; at++) sums[at]! += words * likelier(p, cases[at]!)
  }
  return sums
}
