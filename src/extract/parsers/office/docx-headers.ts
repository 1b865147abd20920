/**
 * Marks the first row of a table as header if the look of the table declares it (ECMA-376 part 1, 17.4.56: "Header Row"
 * in Word, on by default). mammoth only recognizes rows that repeat on each page.
 */
export const withHeaderRows = (xml: string): string => {
  const marked: Array<string> = []
  let from = 0
  let tables = 0
  for (const { 0: look, index } of xml.matchAll(/<w:tblLook\b[^>]*>/g)) {
    if (++tables > maxTables) break
    const firstRow = /\bw:firstRow="([^"]*)"/.exec(look)?.[1]
    if (firstRow === undefined ? !hasFirstRow.test(look) : !/^(?:1|true|on)$/.test(firstRow)) continue
    const row = /<w:tr(?:\s[^>]*)?>/.exec(xml.slice(index, index + nearby))
    if (row === null) continue
    const at = index + row.index + row[0].length
    const properties = xml.startsWith("<w:trPr>", at)
    marked.push(xml.slice(from, at), properties ? "<w:trPr><w:tblHeader/>" : "<w:trPr><w:tblHeader/></w:trPr>")
    from = at + (properties ? "<w:trPr>".length : 0)
  }
  return marked.join("") + xml.slice(from)
}

/** The bit in Word 2007's numbers: 0x20. */
const hasFirstRow = /\bw:val="[0-9a-f]{2}[2367abef][0-9a-f]"/i

const maxTables = 1000
/** Max characters between the look of a table and its first row: the column widths. */
const nearby = 10_000
