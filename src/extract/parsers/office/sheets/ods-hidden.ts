import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import { countIn, eachTag } from "../measure/each-tag.ts"
import { type OfficeParts, xmlText } from "../office-archive.ts"
import { Cutting } from "./Cutting.ts"
import { type Columns, maxColumnRanges, type SeenParts } from "./seen-parts.ts"

/**
 * A spreadsheet without the sheets, rows and columns that are not shown (OpenDocument 1.3 part 3, 19.616 and 19.749).
 * Groups and filters stay: their controls show them.
 */
export const seenTables = (parts: OfficeParts): SeenParts | undefined => {
  const xml = xmlText(parts["content.xml"])
  if (!/:(?:display="false"|visibility="collapse")/.test(xml)) return undefined
  const { left, unseen } = new TableReader(xml).read()
  const shown = unseen.filter(({ text }) => text.trim() !== "")
  if (shown.length === 0) return undefined
  return { parts: { ...parts, "content.xml": new TextEncoder().encode(left) }, unseen: shown }
}

class TableReader {
  private readonly xml: string
  private readonly cut: Cutting
  private readonly unseen: Array<UnseenPart> = []
  private readonly hiddenStyles = new Set<string>()
  private style = ""
  private sheet = ""
  private columns: Array<Columns> = []
  private groups = 0
  private nextColumn = 0
  private row = 0
  private column = 0
  /** The part that is cut: its element, and where it begins. */
  private open: { readonly name: string; readonly begins: number; readonly place: string } | undefined

  constructor(xml: string) {
    this.xml = xml
    this.cut = new Cutting(xml)
  }

  read() {
    eachTag(this.xml, (tag) => {
      const { end, get, isEmpty, isEnd, name } = tag
      if (this.open !== undefined) return name === this.open.name && isEnd ? this.close(end) : undefined
      if (isEnd) {
        if (/^table-(?:row|column)-group$/.test(name)) this.groups--
        return
      }
      const begins = this.xml.lastIndexOf("<", end - 1)
      const hides = (place: string) => {
        if (!isEmpty) this.open = { name, begins, place }
      }
      if (name === "style") this.style = get("name") ?? ""
      else if (name === "table-properties" && get("display") === "false") this.hiddenStyles.add(this.style)
      else if (/^table-(?:row|column)-group$/.test(name)) this.groups += isEmpty ? 0 : 1
      else if (name === "table") {
        this.sheet = get("name") ?? ""
        this.columns = []
        this.nextColumn = this.row = this.groups = 0
        if (this.hiddenStyles.has(get("style-name") ?? "")) hides(`sheet ${this.sheet}`)
      } else if (name === "table-column") {
        const from = this.nextColumn
        this.nextColumn += countIn(get("number-columns-repeated"))
        const isHidden = get("visibility") === "collapse" && this.groups === 0 && this.columns.length < maxColumnRanges
        if (isHidden) this.columns.push({ from, to: this.nextColumn })
      } else if (name === "table-row") {
        this.row += countIn(get("number-rows-repeated"))
        this.column = 0
        if (get("visibility") === "collapse" && this.groups === 0) hides(`sheet ${this.sheet} row ${this.row}`)
      } else if (name === "table-cell" || name === "covered-table-cell") {
        const { column } = this
        this.column += countIn(get("number-columns-repeated"))
        if (this.columns.some(({ from, to }) => column >= from && this.column <= to)) {
          hides(`sheet ${this.sheet} row ${this.row} column ${column + 1}`)
        }
      }
    })
    return { left: this.cut.left(), unseen: this.unseen }
  }

  private close(end: number): void {
    if (this.open === undefined) return
    const { begins, name, place } = this.open
    this.open = undefined
    const text = this.xml.slice(begins, end).replaceAll(/<[^<>]*>/g, " ")
    this.unseen.push({ reason: "visibility", text, place: () => place })
    // The cells behind it keep their places.
    const tag = /^<([\w.:-]+)/.exec(this.xml.slice(begins, begins + 80))?.[1] ?? ""
    const repeated = /\s[\w.-]+:number-columns-repeated="\d+"/.exec(
      this.xml.slice(begins, this.xml.indexOf(">", begins))
    )
    this.cut.cut(begins, end, name.endsWith("cell") ? `<${tag}${repeated?.[0] ?? ""}/>` : "")
  }
}
