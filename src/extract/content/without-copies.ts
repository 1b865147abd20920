import type { Block } from "./blocks.ts"

/** A shorter line may well be said twice: a label, a name, a heading. */
const fewWords = 25

/** The blocks without the paragraphs that say again, to the letter, what one before them has said: hidden twins and previews. */
export const withoutCopies = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> => {
  const said = new Set<string>()
  return blocks.filter(({ text, words }) => {
    if (words < fewWords) return true
    const isNew = !said.has(text)
    said.add(text)
    return isNew
  })
}
