/** One record of RFC 4180, with its line break. Null and undefined are empty cells. */
export const csvLine = (cells: ReadonlyArray<unknown>): string => {
  const line = cells.map((cell) => quoted(inert(String(cell ?? "")))).join(",")
  // An empty line would be no record for many readers.
  return `${line === "" ? "\"\"" : line}\r\n`
}

/** Media type of RFC 4180 section 3. */
export const csvType = "text/csv; charset=utf-8; header=present"

/** OWASP, CSV Injection: a spreadsheet would take the text for a formula. An apostrophe makes it text. */
const inert = (text: string): string => formula.test(text) && !number.test(text) ? `'${text}` : text

const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Nothing to calculate: digits with separators. */
const number = /^[+-]?\d[\d.,]*(?:[eE][+-]?\d+)?%?$/

const quoted = (text: string): string => /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text
