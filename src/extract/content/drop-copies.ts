import type { Block } from "./blocks.ts"

/** Shorter lines, such as labels and names, may repeat. */
const fewWords = 25

/** Drops each paragraph that is an exact copy of an earlier kept one, such as a hidden twin or a preview. */
export const dropCopies = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const said = new Set<string>()
  for (const [index, { text, words }] of blocks.entries()) {
    if (words < fewWords || kept[index] === 0) continue
    if (said.has(text)) kept[index] = 0
    said.add(text)
  }
}
