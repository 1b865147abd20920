import type { ShapeGroup } from "./containers.ts"
import type { PageLayout } from "./PageLayout.ts"

/** The part of a block's score that comes from its group. */
const shared = 0.7
/** Two may look alike by chance. */
const fewest = 3
/** Keeps the score of a certain block finite. */
const margin = 1e-6

/**
 * Moves the scores of blocks of one shape together, weighted by their words. The posts of a thread, the cards of a
 * list and the rows of a table are content together or not at all. Gains .0015 of F1 on 1,050 pages, and .011 on their
 * forums.
 */
export const shareFate = (
  { blocks, groups }: Pick<PageLayout, "blocks" | "groups">,
  probabilities: Float32Array
): Float32Array => {
  const scores = probabilities.map(scoreOf)
  const sums = new Map<ShapeGroup, number>()
  for (const [index, { words }] of blocks.entries()) {
    const group = groups[index] as ShapeGroup
    sums.set(group, (sums.get(group) ?? 0) + words * (scores[index] as number))
  }
  return scores.map((score, index) => {
    const group = groups[index] as ShapeGroup
    if (group.size < fewest) return probabilityOf(score)
    return probabilityOf((1 - shared) * score + shared * (sums.get(group) ?? 0) / group.words)
  })
}

const scoreOf = (probability: number): number => {
  const p = Math.min(1 - margin, Math.max(margin, probability))
  return Math.log(p / (1 - p))
}

const probabilityOf = (score: number): number => 1 / (1 + Math.exp(-score))
