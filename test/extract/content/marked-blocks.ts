import { type Block, segment } from "../../../src/extract/content/blocks/blocks.ts"
import type { PageNode } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"

export interface MarkedBlocks {
  readonly blocks: ReadonlyArray<Block>
  readonly kept: Uint8Array
}

/** The blocks of a page, of which those in an element with the attribute `kept` are kept. */
export const markedBlocks = (source: string): MarkedBlocks => {
  const blocks = segment(parseHtml(source).body)
  return { blocks, kept: Uint8Array.from(blocks, ({ place }) => Number(isMarked(place.element))) }
}

const isMarked = (node: PageNode | null): boolean =>
  node !== null && (node.nodeType === 1 && node.has("kept") || isMarked(node.parentNode))

export const keptTexts = ({ blocks, kept }: MarkedBlocks): ReadonlyArray<string> =>
  blocks.filter((_, index) => kept[index] === 1).map(({ text }) => text)
