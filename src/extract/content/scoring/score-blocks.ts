import { once } from "../../../core/kernel/once.ts"
import { compileModel, type Ensemble, predict } from "../../dom/fast/trees.ts"
import weights from "../../rules/content-model.json" with { type: "json" }
import type { PageSignals } from "../blocks/page-signals.ts"
import type { PageLayout } from "../blocks/PageLayout.ts"
import { featuresOf } from "./features.ts"
import { groupWithSibling, isOfParts } from "./group-with-sibling.ts"
import { lowerAfterArticle } from "./lower-after-article.ts"

/** Trained by scripts/content-model/train.ts. No feature names a site. */
export const shippedModel: () => Ensemble = once(() => compileModel(weights))

/** The probability, 0 to 1, that each block is content. */
export const scoreBlocks = (
  layout: PageLayout,
  signals: PageSignals,
  model: Ensemble
): Float32Array => {
  const { rows, values, width } = featuresOf(layout, signals)
  const scores = groupWithSibling(layout, predict(model, values, width, rows), isOfParts(layout, signals))
  lowerAfterArticle(layout, signals, scores)
  return scores
}
