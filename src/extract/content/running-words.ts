import type { Block } from "./blocks.ts"

/** Running sums of the words of the counted blocks. The words in any range of blocks are then one subtraction. */
export const runningWords = (
  blocks: ReadonlyArray<Block>,
  isCounted: (index: number) => boolean
): Int32Array => {
  const sums = new Int32Array(blocks.length + 1)
  for (const [index, { words }] of blocks.entries()) {
    sums[index + 1] = (sums[index] as number) + (isCounted(index) ? words : 0)
  }
  return sums
}
