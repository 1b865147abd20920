import { countIn, eachTag } from "../measure/each-tag.ts"

/** Ranges of cells of a sheet. */
export interface Range {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** Max ranges that are read. With more, any cell may be colored. */
const maxRanges = 100
const everywhere: Range = { left: 0, right: Infinity, top: 0, bottom: Infinity }

/**
 * The cells whose color is not only that of their style: a condition (`coloring`: whether a differential style has
 * colors), a table or a picture of the sheet may change it.
 */
export const coloredRanges = (
  xml: string,
  tables: ReadonlyArray<string>,
  coloring: ReadonlyArray<boolean>
): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  let ranges: ReadonlyArray<Range> = []
  const start = xml.search(/<\/(?:[\w.-]+:)?sheetData/)
  eachTag(start < 0 ? "" : xml.slice(start), ({ get, isEnd, name }) => {
    if (isEnd) return
    if (name === "picture") found.push(everywhere)
    else if (name === "conditionalFormatting") ranges = rangesOf(get("sqref") ?? "")
    else if (/^(?:colorScale|dataBar)$/.test(name) || name === "cfRule" && coloring[Number(get("dxfId"))] === true) {
      if (found.length <= maxRanges) found.push(...ranges)
    }
  })
  for (const table of tables) {
    eachTag(table.slice(0, maxHead), ({ get, name }) => {
      if (name === "table") found.push(...rangesOf(get("ref") ?? ""))
    })
  }
  return found.length > maxRanges ? [everywhere] : found
}

/** Max characters in which the first tag of a table is. */
const maxHead = 4000

const rangesOf = (references: string): ReadonlyArray<Range> =>
  references.split(/\s+/, maxRanges + 1).flatMap((reference) => {
    const [, left, top, right = left, bottom = top] =
      /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/i.exec(reference) ??
        []
    if (left === undefined || right === undefined) return []
    return [{ left: columnOf(left), right: columnOf(right), top: countIn(top), bottom: countIn(bottom) }]
  })

export const isIn = (ranges: ReadonlyArray<Range>, row: number, column: number): boolean =>
  ranges.some(({ bottom, left, right, top }) => row >= top && row <= bottom && column >= left && column <= right)
