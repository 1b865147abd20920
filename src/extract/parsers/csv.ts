import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { decodeText } from "../../fetch/charset.ts"
import { escapeHtml } from "../dom/escape-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { maxCells, maxRows } from "../media/table-grid.ts"
import { type PageParser, parsedPage, textPage } from "./Parser.ts"

/** Comma-, semicolon- or tab-separated values (RFC 4180 and what is found in its name) as one table. */
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
          message: "The body is no table of values; it is returned as it came."
        })
        return page
      }
      const [header = [], ...body] = rows
      const most = roomFor(rows.reduce((widest, row) => Math.max(widest, row.length), 0))
      const page = parsedPage(
        input,
        source,
        parseHtml(
          `<main><table><thead>${rowHtml(header, "th")}</thead><tbody>${
            body.slice(0, most).map((row) => rowHtml(row, "td")).join("")
          }</tbody></table></main>`
        ),
        { wholeBody: true }
      )
      if (body.length > most) {
        page.warnings.push({
          code: "csv_truncated",
          message: `The table has ${body.length} rows; the first ${most} are returned.`
        })
      }
      return page
    })
}

/** What a table may hold is one bound for all of them. */
const roomFor = (columns: number): number => Math.min(maxRows, Math.floor(maxCells / Math.max(1, columns))) - 1

const rowHtml = (cells: ReadonlyArray<string>, tag: "td" | "th"): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`

const read = (source: string): ReadonlyArray<ReadonlyArray<string>> | undefined => {
  try {
    return parse(source, {
      bom: true,
      delimiter: delimiterOf(source),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true
    })
  } catch {
    return undefined
  }
}

/** The separator that every one of the first lines has most of, quoted parts apart; a comma only where no other would do. */
const delimiterOf = (source: string): string => {
  const sample = source.slice(0, 10_000).replace(/"(?:[^"]|"")*"/g, "")
  const lines = sample.split(/\r?\n/).slice(0, 20).filter((line) => line.trim() !== "")
  const counted = ["\t", ";", "|", ","].map((mark) => ({
    mark,
    count: Math.min(...lines.map((line) => line.split(mark).length - 1))
  }))
  const best = counted.reduce((most, next) => (next.count > most.count ? next : most))
  return best.count > 0 ? best.mark : ","
}
