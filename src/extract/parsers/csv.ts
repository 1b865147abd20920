import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { delimiterOf } from "../../core/domain/csv/delimiter.ts"
import { decodeText } from "../../web/fetch/charset/charset.ts"
import { escapeHtml } from "../dom/escape-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { maxCells, maxColumns, maxRows } from "../dom/table-grid.ts"
import { type PageParser, parsedPage, textPage } from "./Parser.ts"

/** Reads comma-, semicolon- or tab-separated values (RFC 4180, and what is common) as one table. */
export const csvParser: PageParser = {
  parse: (input) =>
    Effect.sync(() => {
      const source = decodeText(input.body, input.charset, input.mediaType).text
      const rows = read(source)
      if (rows === undefined) {
        const page = textPage(input, source, {
          rendition: { markdown: `\`\`\`csv\n${source.trim()}\n\`\`\``, text: source }
        })
        page.warnings.push({
          code: "csv_invalid",
          message: "The body is not a table of values. It is returned as it came."
        })
        return page
      }
      const { isCut, rows: [header = [], ...body] } = rows
      const columns = Math.max(header.length, body.reduce((widest, row) => Math.max(widest, row.length), 0))
      const rowLimit = roomFor(Math.min(columns, maxColumns))
      const page = parsedPage(
        input,
        source,
        parseHtml(
          `<main><table><thead>${rowHtml(header, "th")}</thead><tbody>${
            body.slice(0, rowLimit).map((row) => rowHtml(row, "td")).join("")
          }</tbody></table></main>`
        ),
        { wholeBody: true }
      )
      if (isCut || body.length > rowLimit || columns > maxColumns) {
        page.warnings.push({
          code: "csv_truncated",
          message: `The table is larger than is returned: ${Math.min(body.length, rowLimit)} rows of ${
            Math.min(columns, maxColumns)
          } columns are.`
        })
      }
      return page
    })
}

/** Max rows for this number of columns, which bounds the cells. */
const roomFor = (columns: number): number => Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns))) - 1

const rowHtml = (cells: ReadonlyArray<string>, tag: "td" | "th"): string =>
  `<tr>${cells.slice(0, maxColumns).map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`

interface Rows {
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly isCut: boolean
}

const read = (source: string): Rows | undefined => {
  try {
    const delimiter = delimiterOf(source)
    const end = endOfCells(source, delimiter)
    const rows: ReadonlyArray<ReadonlyArray<string>> = parse(source.slice(0, end), {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      // One row more than is returned, to detect that rows are left out.
      to: maxRows + 1,
      trim: true
    })
    return { rows, isCut: end < source.length }
  } catch {
    return undefined
  }
}

/** End of the last cell that may be parsed. A body of commas has as many cells as bytes. */
const endOfCells = (source: string, delimiter: string): number => {
  const mark = delimiter.charCodeAt(0)
  let cells = 0
  let isQuoted = false
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === quote) isQuoted = !isQuoted
    else if (!isQuoted && (code === mark || code === lineFeed) && ++cells === maxParsed) return at
  }
  return source.length
}

const quote = 0x22
const lineFeed = 0x0A
/** Rows may have more cells than are returned. */
const maxParsed = 4 * maxCells
