import weights from "../rules/content-model.json" with { type: "json" }
import type { Block } from "./blocks.ts"
import { groupsOf } from "./containers.ts"
import { featuresOf } from "./features.ts"
import type { PageSignals } from "./page-signals.ts"
import { sectionsOf } from "./sections.ts"
import { shareFate } from "./share-fate.ts"
import { compileModel, type Ensemble, predict } from "./trees.ts"

/** The weights are trained by scripts/content-model/train.ts on features that name no site. */
export const shippedModel: Ensemble = compileModel(weights)

/** How sure the model is that each block is content, 0 to 1. */
export const scoreBlocks = (
  blocks: ReadonlyArray<Block>,
  page: PageSignals,
  model: Ensemble,
  groups = groupsOf(blocks),
  sections = sectionsOf(blocks)
): Float32Array => {
  const { rows, values, width } = featuresOf(blocks, page, groups, sections)
  return shareFate(blocks, groups, predict(model, values, width, rows))
}
