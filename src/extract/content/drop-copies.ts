import type { Block } from "./blocks.ts"

/** A shorter line may well be said twice: a label, a name, a heading. */
const fewWords = 25

/** Drops the paragraphs that say again, to the letter, what a kept one before them has said: hidden twins and previews. */
export const dropCopies = (blocks: ReadonlyArray<Block>, kept: Uint8Array): void => {
  const said = new Set<string>()
  for (const [index, { text, words }] of blocks.entries()) {
    if (words < fewWords || kept[index] === 0) continue
    if (said.has(text)) kept[index] = 0
    said.add(text)
  }
}
