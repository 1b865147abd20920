import weights from "../rules/content-model.json" with { type: "json" }
import { featuresOf } from "./features.ts"
import type { PageSignals } from "./page-signals.ts"
import type { PageLayout } from "./PageLayout.ts"
import { shareFate } from "./share-fate.ts"
import { compileModel, type Ensemble, predict } from "./trees.ts"

/** The weights are trained by scripts/content-model/train.ts on features that name no site. */
export const shippedModel: Ensemble = compileModel(weights)

/** How sure the model is that each block is content, 0 to 1. */
export const scoreBlocks = (
  layout: PageLayout,
  signals: PageSignals,
  model: Ensemble
): Float32Array => {
  const { rows, values, width } = featuresOf(layout, signals)
  return shareFate(layout, predict(model, values, width, rows))
}
