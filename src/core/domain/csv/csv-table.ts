import { csvLine } from "../../kernel/csv.ts"

/** A table whose columns are known before its rows. */
export interface CsvTable {
  readonly columns: ReadonlyArray<string>
  /** The rows of a Document in our own JSON, a slice at a time. */
  readonly rowsOf: (json: Uint8Array) => Generator<void, ReadonlyArray<ReadonlyArray<unknown>>>
}

export const headerOf = ({ columns }: CsvTable): string => csvLine(columns)

export function* linesOf({ rowsOf }: CsvTable, json: Uint8Array): Generator<void, string> {
  const rows = yield* rowsOf(json)
  let lines = ""
  for (const row of rows) {
    lines += csvLine(row)
    yield
  }
  return lines
}

const decoder = new TextDecoder()

/** The cell for a value of JSON: a text or a number as it is, a list or an object as JSON. */
export const cellOf = (json: Uint8Array | undefined): string => {
  const text = decoder.decode(json)
  if (text.startsWith("\"")) return JSON.parse(text) as string
  return text === "null" ? "" : text
}
