import type { PageElement } from "../../dom/node.ts"
import { firstByTag, textContent } from "../../dom/walk.ts"

/** Min lines whose numbers are known to be those of the lines. */
const minLines = 3

const numbered = /^\s*(\d{1,6})(?:[ \t│|]+|$)/

/** Code without the numbers that each of its lines begins with, if they count the lines. */
export const withoutLineNumbers = (code: string): string => {
  const first = numbered.exec(code)
  if (first === null) return code
  const lines = code.split("\n")
  const start = Number(first[1])
  if (lines.length < minLines || lines.some((line, index) => numberOf(line) !== start + index)) return code
  const stripped = lines.map((line) => line.replace(numbered, (all) => " ".repeat(all.length)))
  const shown = stripped.filter((line) => line.trim() !== "")
  // Numbers of two digits may take a place of the space behind those of one.
  const indent = Math.min(...shown.map((line) => line.search(/\S/)))
  return shown.length === 0 ? code : stripped.map((line) => line.slice(indent).trimEnd()).join("\n")
}

const numberOf = (line: string): number | undefined => {
  const found = numbered.exec(line)
  return found === null ? undefined : Number(found[1])
}

/** Whether a cell beside one with code has only numbers that count its lines. */
export const isNumberCell = (cell: PageElement, code: PageElement): boolean => {
  if (cell.tag !== "td" && cell.tag !== "th") return false
  if (firstByTag(code, "pre") === undefined && firstByTag(code, "code") === undefined) return false
  const text = textContent(cell)
  if (!/^[\s\d]{2,}$/.test(text)) return false
  const numbers = text.trim().split(/\s+/).map(Number)
  return numbers.length >= minLines && numbers.every((number, index) => number === numbers[0]! + index)
}
