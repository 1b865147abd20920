import type { Block, Place } from "./blocks.ts"
import { type Siblings, siblingsOf } from "./cards.ts"
import { bestContainer, groupsOf, type ShapeGroup } from "./containers.ts"
import { type Section, sectionsOf } from "./sections.ts"

/** Blocks of a page, with facts that several steps need, computed once. */
export interface PageLayout {
  readonly blocks: ReadonlyArray<Block>
  /** The group and the section of each block, by its index. */
  readonly groups: ReadonlyArray<ShapeGroup>
  readonly sections: ReadonlyArray<Section>
  readonly siblings: ReadonlyMap<Place, Siblings>
  /** Container with the most votes of paragraphs. */
  readonly best: Place | undefined
}

export const layoutOf = (blocks: ReadonlyArray<Block>): PageLayout => ({
  blocks,
  groups: groupsOf(blocks),
  sections: sectionsOf(blocks),
  siblings: siblingsOf(blocks),
  best: bestContainer(blocks)
})
