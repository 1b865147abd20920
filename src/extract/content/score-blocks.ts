import weights from "../rules/content-model.json" with { type: "json" }
import { featuresOf } from "./features.ts"
import type { PageSignals } from "./page-signals.ts"
import type { PageLayout } from "./PageLayout.ts"
import { isOfParts, shareFate } from "./share-fate.ts"
import { compileModel, type Ensemble, predict } from "./trees.ts"

/** Trained by scripts/content-model/train.ts. No feature names a site. */
export const shippedModel: Ensemble = compileModel(weights)

/** The probability, 0 to 1, that each block is content. */
export const scoreBlocks = (
  layout: PageLayout,
  signals: PageSignals,
  model: Ensemble
): Float32Array => {
  const { rows, values, width } = featuresOf(layout, signals)
  return shareFate(layout, predict(model, values, width, rows), isOfParts(layout, signals))
}
