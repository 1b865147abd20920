import type { Block, Place } from "./blocks.ts"
import { siblingsOf, type SiblingsOfPlaces } from "./cards.ts"
import { bestContainer, groupsOf, type ShapeGroup } from "./containers.ts"
import { scopesOf, type Section, sectionsOf } from "./sections.ts"

/** Blocks of a page, with facts that several steps need, computed once. */
export interface PageLayout {
  readonly blocks: ReadonlyArray<Block>
  /** The group and the section of each block, by its index. */
  readonly groups: ReadonlyArray<ShapeGroup>
  readonly sections: ReadonlyArray<Section>
  /** Kind announced for each block by a heading (`kindNumber`). */
  readonly scopes: Uint8Array
  readonly siblings: SiblingsOfPlaces
  /** Container with the most votes of paragraphs. */
  readonly best: Place | undefined
}

export const layoutOf = (blocks: ReadonlyArray<Block>): PageLayout => {
  const sections = sectionsOf(blocks)
  return {
    blocks,
    groups: groupsOf(blocks),
    sections,
    scopes: scopesOf(blocks, sections),
    siblings: siblingsOf(blocks),
    best: bestContainer(blocks)
  }
}
