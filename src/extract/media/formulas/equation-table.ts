import type { PageElement } from "../../dom/node.ts"
import { rowsOf } from "../../dom/table-grid.ts"
import { children, foldedText } from "../../dom/walk.ts"

/** Reads the LaTeX of an element with nothing but formulas. Undefined if it has other text. */
export type ReadFormula = (element: PageElement) => string | undefined

/**
 * The equations of a table that only arranges formulas and their numbers, one for each row. Undefined for a table of
 * data.
 */
export const equationsOf = (table: PageElement, readFormula: ReadFormula): ReadonlyArray<string> | undefined => {
  const equations: Array<string> = []
  let isDeclared = equationClass.test(table.attr("class") ?? "")
  for (const { element } of rowsOf(table)) {
    const equation = equationOf(element, readFormula)
    if (equation === undefined) return undefined
    isDeclared ||= equation.number !== ""
    if (equation.latex !== "") equations.push(equation.latex + equation.number)
  }
  return isDeclared && equations.length > 0 ? equations : undefined
}

const equationClass = /(?:^|[\s_-])(?:eqn?|equation|equations|eqnarray|equationgroup)(?:$|[\s_-])/i

/** The formulas of a row and its number. Undefined for a row with other text, or with only a number. */
const equationOf = (
  row: PageElement,
  readFormula: ReadFormula
): { readonly latex: string; readonly number: string } | undefined => {
  const parts: Array<string> = []
  let number = ""
  for (const cell of children(row)) {
    if (cell.tag !== "td") return undefined
    const latex = readFormula(cell)
    if (latex !== undefined) {
      if (latex !== "") parts.push(latex)
      continue
    }
    const label = numberOf(cell)
    if (label === undefined || number !== "") return undefined
    number = `\\tag{${label}}`
  }
  if (parts.length === 0 && number !== "") return undefined
  const latex = parts.join(" ")
  return { latex, number: number === "" || latex.includes("\\tag") ? "" : ` ${number}` }
}

/** The number of an equation, in parentheses. */
const numberOf = (cell: PageElement): string | undefined =>
  /^[([]([A-Z]?\d{1,3}(?:[.\-–]\d{1,3}){0,3}[a-z]?['′*]?)[)\]]$/i.exec(foldedText(cell))?.[1]
