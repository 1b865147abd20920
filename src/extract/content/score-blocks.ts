import weights from "../rules/content-model.json" with { type: "json" }
import type { Block } from "./blocks.ts"
import { featuresOf } from "./features.ts"
import type { PageSignals } from "./page-signals.ts"
import { compileModel, predict } from "./trees.ts"

export interface BlockScores {
  /** How sure it is that each block is content, 0 to 1. */
  readonly probabilities: Float32Array
  /** Above this a block is kept. */
  readonly threshold: number
}

const model = compileModel(weights)

/** The weights are trained by scripts/content-model/train.ts on features that name no site. */
export const scoreBlocks = (blocks: ReadonlyArray<Block>, page: PageSignals): BlockScores => {
  const { rows, values, width } = featuresOf(blocks, page)
  return { probabilities: predict(model, values, width, rows), threshold: weights.threshold }
}
