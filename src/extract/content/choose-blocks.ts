import type { Block } from "./blocks.ts"
import { dropCopies } from "./drop-copies.ts"

/** A page keeps at least this many words, because too little text is worse than some clutter. */
const fewWords = 25

export interface Choice {
  /** A flag for each block. */
  readonly kept: Uint8Array
  /** The expected F1 of this choice. */
  readonly expected: number
}

/**
 * Chooses the cut with the highest expected F1, counted in words. Blocks are taken in the order of their probability.
 * A fixed threshold would be worse: a page whose cards are all doubtful should keep all of them or none.
 */
export const chooseBlocks = (blocks: ReadonlyArray<Block>, probabilities: Float32Array): Choice => {
  const order = Uint32Array.from(blocks.keys()).sort((a, b) =>
    (probabilities[b] as number) - (probabilities[a] as number) || a - b
  )
  let expected = 0
  for (const [index, { words }] of blocks.entries()) expected += words * (probabilities[index] as number)
  let taken = 0
  let right = 0
  let best = 0
  let limit = 1
  for (const index of order) {
    const { words } = blocks[index] as Block
    const p = probabilities[index] as number
    const wasThin = taken < fewWords
    taken += words
    right += words * p
    const f1 = right / (taken + expected)
    if (f1 <= best && !wasThin) continue
    best = Math.max(best, f1)
    limit = p
  }
  const kept = Uint8Array.from(probabilities, (p) => Number(p >= limit))
  dropCopies(blocks, kept)
  return { kept, expected: best }
}
