import type { PageElement } from "../../../../src/extract/dom/node.ts"
import { byTag, children, closest, firstByTag, textContent } from "../../../../src/extract/dom/walk.ts"
import { lettersAndDigits } from "../../../../src/extract/metadata/letters-and-digits.ts"
import type { ParsedPage } from "../../../../src/extract/Page.ts"

/** Letters and digits of the cells of a table, row by row. */
export type Grid = ReadonlyArray<ReadonlyArray<string>>

/**
 * The data tables of the true text, read from the HTML: tables with header cells, at least two rows and columns, and no
 * other table inside, of whose cells nine in ten stand in the true text.
 */
export const trueGrids = ({ html }: ParsedPage, truth: string): ReadonlyArray<Grid> => {
  const letters = lettersAndDigits(truth)
  return byTag(html.body, "table").flatMap((table) => {
    if (firstByTag(table, "th") === undefined || firstByTag(table, "table") !== undefined) return []
    const grid = gridOf(table).filter((row) => row.some((cell) => cell !== ""))
    const cells = grid.flat().filter((cell) => cell !== "")
    const isData = grid.length > 1 && grid.every((row) => row.length > 1) &&
      cells.filter((cell) => letters.includes(cell)).length >= cells.length * 0.9
    return isData ? [grid] : []
  })
}

const gridOf = (table: PageElement): ReadonlyArray<ReadonlyArray<string>> => {
  const grid: Array<Array<string>> = []
  for (const [index, row] of byTag(table, "tr").entries()) {
    const line = (grid[index] ??= [])
    let column = 0
    for (const cell of children(row)) {
      if (cell.tag !== "td" && cell.tag !== "th") continue
      while (line[column] !== undefined) column++
      const text = lettersAndDigits(textContent(cell))
      for (let y = 0; y < Number(cell.attr("rowspan") ?? 1); y++) {
        const target = (grid[index + y] ??= [])
        for (let x = 0; x < Number(cell.attr("colspan") ?? 1); x++) target[column + x] = text
      }
      column += Number(cell.attr("colspan") ?? 1)
    }
  }
  return grid.map((row) => Array.from(row, (cell) => cell ?? ""))
}

/** F1 of the cells of the given table that is most like the wanted one: right if row, column and text are. */
export const gridScore = (given: ReadonlyArray<Grid>, wanted: Grid): number =>
  Math.max(0, ...given.map((grid) => cellF1(grid, wanted)))

const cellF1 = (given: Grid, wanted: Grid): number => {
  const places = new Set(placed(wanted))
  const own = placed(given)
  const found = own.filter((cell) => places.has(cell)).length
  return 2 * found / Math.max(1, own.length + places.size)
}

const placed = (grid: Grid): ReadonlyArray<string> =>
  grid.flatMap((row, y) => row.flatMap((cell, x) => cell === "" ? [] : `${y} ${x} ${cell}`))

export interface CodeBlock {
  readonly language: string
  readonly code: string
}

/** The blocks of code of the true text, with the language that the page declares in a class or a data attribute. */
export const trueCode = ({ html }: ParsedPage, truth: string): ReadonlyArray<CodeBlock> => {
  const letters = lettersAndDigits(truth)
  const blocks = byTag(html.body, "pre").map((pre) => ({
    language: languageOf(pre),
    code: lettersAndDigits(textContent(pre))
  }))
  const seen = new Set<string>()
  return blocks.filter(({ code }) => {
    if (code.length < 8 || seen.has(code) || !letters.includes(code)) return false
    seen.add(code)
    return true
  })
}

const languageOf = (pre: PageElement): string => {
  const inside = firstByTag(pre, "code")
  const around = closest(pre, "div")
  for (const element of [inside, pre, around, around?.parentNode ?? undefined]) {
    const names = `${element?.attr("class") ?? ""} ${element?.attr("data-lang") ?? ""}`
    const found = /(?:^|\s)(?:language|lang|highlight(?:-source)?|brush:)[-\s]?([a-z+#]+\d*)/i.exec(names)?.[1]
    if (found !== undefined) return noLanguages.has(found) ? "" : found.toLowerCase().replace(/^python3$/, "python")
  }
  return ""
}

const noLanguages: ReadonlySet<string> = new Set(["default", "none", "plain", "plaintext", "text"])
