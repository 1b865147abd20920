/** A boosted ensemble of regression trees: nodes in flat arrays; a leaf has feature -1 and its value as threshold. */
export interface TreeModel {
  readonly bias: number
  readonly trees: ReadonlyArray<{
    readonly feature: ReadonlyArray<number>
    readonly threshold: ReadonlyArray<number>
    readonly left: ReadonlyArray<number>
  }>
}

export interface Ensemble {
  readonly bias: number
  readonly roots: Int32Array
  readonly feature: Int16Array
  readonly threshold: Float32Array
  /** The left child; the right one stands behind it. */
  readonly left: Int32Array
}

/** The model laid out for reading: all trees in one set of typed arrays. */
export const compileModel = (model: TreeModel): Ensemble => {
  const size = model.trees.reduce((sum, tree) => sum + tree.feature.length, 0)
  const compiled: Ensemble = {
    bias: model.bias,
    roots: new Int32Array(model.trees.length),
    feature: new Int16Array(size),
    threshold: new Float32Array(size),
    left: new Int32Array(size)
  }
  let offset = 0
  for (const [index, tree] of model.trees.entries()) {
    compiled.roots[index] = offset
    compiled.feature.set(tree.feature, offset)
    compiled.threshold.set(tree.threshold, offset)
    for (const [node, left] of tree.left.entries()) compiled.left[offset + node] = left + offset
    offset += tree.feature.length
  }
  return compiled
}

/** The probability for each row of a table. */
export const predict = (model: Ensemble, values: Float32Array, width: number, rows: number): Float32Array => {
  const result = new Float32Array(rows)
  const { bias, feature, left, roots, threshold } = model
  for (let row = 0; row < rows; row++) {
    const base = row * width
    let sum = bias
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree] as number
      for (let column = feature[node] as number; column >= 0; column = feature[node] as number) {
        node = (left[node] as number) + ((values[base + column] as number) <= (threshold[node] as number) ? 0 : 1)
      }
      sum += threshold[node] as number
    }
    result[row] = 1 / (1 + Math.exp(-sum))
  }
  return result
}
