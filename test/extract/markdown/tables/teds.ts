/**
 * TEDS, the similarity of two tables as trees (Zhong, ShafieiBavani and Jimeno Yepes, 2020): 1 less the edit distance
 * of the trees over the number of nodes of the larger one. A table has rows, and rows have cells. To insert, remove or
 * replace a node costs 1; a cell in place of a cell costs the share of its characters that change.
 */
export interface TableNode {
  /** Texts that are right for a cell: one for most, the spanned text or none for a place that a span covers. */
  readonly texts?: ReadonlyArray<string>
  readonly children: ReadonlyArray<TableNode>
}

/** A table of a grid. `^` is a place that the cell above covers, `<` one that the cell on the left covers. */
export const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>): TableNode => {
  const resolved: Array<Array<string>> = []
  for (const [y, row] of rows.entries()) {
    const line: Array<string> = resolved[y] = []
    for (const [x, cell] of row.entries()) {
      line[x] = cell === "^" ? resolved[y - 1]?.[x] ?? "" : cell === "<" ? line[x - 1] ?? "" : cell
    }
  }
  return {
    children: rows.map((row, y) => ({
      children: row.map((cell, x): TableNode => {
        const text = folded(resolved[y]?.[x] ?? "")
        return { texts: cell === "^" || cell === "<" ? [text, ""] : [text], children: [] }
      })
    }))
  }
}

/** Words and signs in their order. White space and marks of items differ between formats. */
const folded = (text: string): string => text.replace(/[\s\u200B]+|(?:^|(?<=\s))[•·](?=\s)/g, "")

export const teds = (given: TableNode, wanted: TableNode): number =>
  1 - distance(given, wanted) / Math.max(sizeOf(given), sizeOf(wanted))

const sizeOf = ({ children }: TableNode): number => children.reduce((sum, child) => sum + sizeOf(child), 1)

/** The nodes in postorder, each with the place of its leftmost leaf. */
const postorder = (root: TableNode): ReadonlyArray<{ readonly node: TableNode; readonly left: number }> => {
  const nodes: Array<{ node: TableNode; left: number }> = []
  const visit = (node: TableNode): number => {
    const lefts = node.children.map(visit)
    const left = lefts[0] ?? nodes.length
    nodes.push({ node, left })
    return left
  }
  visit(root)
  return nodes
}

/** Edit distance of two trees (Zhang and Shasha, 1989). */
const distance = (one: TableNode, other: TableNode): number => {
  const a = postorder(one)
  const b = postorder(other)
  const trees = a.map(() => b.map(() => 0))
  for (const i of keyRoots(a)) for (const j of keyRoots(b)) ofForests(a, b, i, j, trees)
  return trees[a.length - 1]![b.length - 1]!
}

type Postorder = ReturnType<typeof postorder>

/** The roots of all subtrees that are not the leftmost of their parent. */
const keyRoots = (nodes: Postorder): ReadonlyArray<number> => {
  const last = new Map<number, number>()
  for (const [index, { left }] of nodes.entries()) last.set(left, index)
  return [...last.values()].sort((x, y) => x - y)
}

const ofForests = (a: Postorder, b: Postorder, i: number, j: number, trees: Array<Array<number>>): void => {
  const fromA = a[i]!.left
  const fromB = b[j]!.left
  const forests = Array.from(
    { length: i - fromA + 2 },
    (_, x) => Array.from({ length: j - fromB + 2 }, (__, y) => x + y)
  )
  for (let x = fromA; x <= i; x++) {
    for (let y = fromB; y <= j; y++) {
      const row = x - fromA + 1
      const column = y - fromB + 1
      const removed = forests[row - 1]![column]! + 1
      const added = forests[row]![column - 1]! + 1
      const areTrees = a[x]!.left === fromA && b[y]!.left === fromB
      const kept = areTrees
        ? forests[row - 1]![column - 1]! + replacing(a[x]!.node, b[y]!.node)
        : forests[a[x]!.left - fromA]![b[y]!.left - fromB]! + trees[x]![y]!
      forests[row]![column] = Math.min(removed, added, kept)
      if (areTrees) trees[x]![y] = forests[row]![column]!
    }
  }
}

const replacing = (given: TableNode, wanted: TableNode): number => {
  if (given.texts === undefined || wanted.texts === undefined) return given.texts === wanted.texts ? 0 : 1
  const [text = ""] = given.texts
  return Math.min(...wanted.texts.map((right) => changed(text, right)))
}

/** Levenshtein distance over the length of the longer text. */
const changed = (one: string, other: string): number => {
  if (one === other) return 0
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [x, char] of [...one].entries()) {
    const row = [x + 1]
    for (const [y, wanted] of [...other].entries()) {
      row.push(Math.min(before[y + 1]! + 1, row[y]! + 1, before[y]! + (char === wanted ? 0 : 1)))
    }
    before = row
  }
  return Math.min(1, before.at(-1)! / Math.max(one.length, other.length))
}
