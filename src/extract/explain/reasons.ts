import { once } from "../../core/kernel/once.ts"
import { featureNames } from "../content/scoring/features.ts"
import { shippedModel } from "../content/scoring/score-blocks.ts"
import type { Ensemble } from "../dom/fast/trees.ts"

const shown = 5

/** Mean leaf value below each node. The change from parent to child is the contribution of the split. */
const meanBelow = (model: Ensemble, node: number, means: Float64Array): number => {
  const { left, value } = model
  const first = left[node] as number
  const mean = first === node
    ? value[node] as number
    : (meanBelow(model, first, means) + meanBelow(model, first + 1, means)) / 2
  means[node] = mean
  return mean
}

const shippedMeans = once(() => {
  const model = shippedModel()
  const means = new Float64Array(model.feature.length)
  for (const root of model.roots) meanBelow(model, root, means)
  return means
})

/** Features with the largest contributions for and against a block, with their values: `+0.8 linkDensity=0`. */
export const reasonsFor = (row: Float32Array): string => {
  const told = new Map<number, number>()
  const { feature, left, roots, threshold } = shippedModel()
  const means = shippedMeans()
  for (const root of roots) {
    let node: number = root
    while (left[node] !== node) {
      const column = feature[node] as number
      const child = (left[node] as number) + ((row[column] as number) <= (threshold[node] as number) ? 0 : 1)
      told.set(column, (told.get(column) ?? 0) + (means[child] as number) - (means[node] as number))
      node = child
    }
  }
  return [...told].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, shown)
    .map(([column, effect]) =>
      `${effect < 0 ? "" : "+"}${effect.toFixed(2)} ${featureNames[column]}=${
        Number((row[column] ?? 0).toPrecision(3))
      }`
    ).join(", ")
}
