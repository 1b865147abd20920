import type { HiddenReason } from "../../../../core/domain/document/HiddenText.ts"
import type { UnseenPart } from "../../../content/visible/report-hidden.ts"
import { countIn, eachTag } from "../measure/each-tag.ts"
import { type OfficeParts, xmlText } from "../office-archive.ts"
import { Cutting } from "./Cutting.ts"
import { OdsColors } from "./ods-colors.ts"
import { type Columns, maxColumnRanges, type SeenParts } from "./seen-parts.ts"

/**
 * A spreadsheet without the sheets, rows and columns that are not shown (OpenDocument 1.3 part 3, 19.616 and 19.749), and
 * without text in the color of its cell.
 * Groups and filters stay: their controls show them.
 */
export const seenTables = (parts: OfficeParts): SeenParts | undefined => {
  const xml = xmlText(parts["content.xml"])
  const colors = new OdsColors(xmlText(parts["styles.xml"]), xml)
  if (!/:(?:display="false"|visibility="collapse")/.test(xml) && !colors.hasBlended()) return undefined
  const { left, unseen } = new TableReader(xml, colors).read()
  const shown = unseen.filter(({ text }) => text.trim() !== "")
  if (shown.length === 0) return undefined
  return { parts: { ...parts, "content.xml": new TextEncoder().encode(left) }, unseen: shown }
}

interface Open {
  readonly name: string
  readonly begins: number
  readonly place: string
  readonly reason: HiddenReason
  /** Elements of the same name in it that are not closed. */
  depth: number
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
  private open: Open | undefined
  private readonly colors: OdsColors
  /** Styles of the cells that name none: by their columns, and of the row. */
  private defaults: Array<Columns & { readonly style: string }> = []
  private rowStyle: string | undefined
  private cellStyle = ""

  constructor(xml: string, colors: OdsColors) {
    this.xml = xml
    this.colors = colors
    this.cut = new Cutting(xml)
  }

  read() {
    eachTag(this.xml, (tag) => {
      const { end, get, isEmpty, isEnd, name } = tag
      if (this.open !== undefined) {
        if (name !== this.open.name || isEmpty) return
        this.open.depth += isEnd ? -1 : 1
        return this.open.depth === 0 ? this.close(end) : undefined
      }
      if (isEnd) {
        if (/^table-(?:row|column)-group$/.test(name)) this.groups--
        return
      }
      const begins = this.xml.lastIndexOf("<", end - 1)
      const hides = (place: string, reason: HiddenReason = "visibility") => {
        if (!isEmpty) this.open = { name, begins, place, reason, depth: 1 }
      }
      if (name === "style") this.style = get("name") ?? ""
      else if (name === "table-properties" && get("display") === "false") this.hiddenStyles.add(this.style)
      else if (/^table-(?:row|column)-group$/.test(name)) this.groups += isEmpty ? 0 : 1
      else if (name === "table") {
        this.sheet = get("name") ?? ""
        this.columns = []
        this.defaults = []
        this.nextColumn = this.row = this.groups = 0
        if (this.hiddenStyles.has(get("style-name") ?? "")) hides(`sheet ${this.sheet}`)
      } else if (name === "table-column") {
        const from = this.nextColumn
        this.nextColumn += countIn(get("number-columns-repeated"))
        const isHidden = get("visibility") === "collapse" && this.groups === 0 && this.columns.length < maxColumnRanges
        if (isHidden) this.columns.push({ from, to: this.nextColumn })
        const style = get("default-cell-style-name")
        if (style !== undefined && this.defaults.length < maxColumnRanges) {
          this.defaults.push({ from, to: this.nextColumn, style })
        }
      } else if (name === "table-row") {
        this.row += countIn(get("number-rows-repeated"))
        this.column = 0
        this.rowStyle = get("default-cell-style-name")
        if (get("visibility") === "collapse" && this.groups === 0) hides(`sheet ${this.sheet} row ${this.row}`)
      } else if (name === "table-cell" || name === "covered-table-cell") {
        const { column } = this
        this.column += countIn(get("number-columns-repeated"))
        if (this.columns.some(({ from, to }) => column >= from && this.column <= to)) {
          return hides(`sheet ${this.sheet} row ${this.row} column ${column + 1}`)
        }
        this.cellStyle = get("style-name") ?? this.rowStyle ??
          this.defaults.find(({ from, to }) => column >= from && column < to)?.style ?? "Default"
        if (!isEmpty && this.colors.blends(this.cellStyle) && !this.isColoredWithin(end, name)) {
          hides(`sheet ${this.sheet} row ${this.row} column ${column + 1}`, "color")
        }
      } else if (name === "span" && this.colors.blendsIn(this.cellStyle, get("style-name") ?? "")) {
        hides(`sheet ${this.sheet} row ${this.row} column ${this.column}`, "color")
      }
    })
    return { left: this.cut.left(), unseen: this.unseen }
  }

  /** Whether a part of the cell that begins before `from` has a color of its own. */
  private isColoredWithin(from: number, name: string): boolean {
    const end = this.xml.indexOf(`:${name}>`, from)
    let isColored = false
    eachTag(end < 0 ? "" : this.xml.slice(from, end), (tag) => {
      if (tag.name === "span" && !tag.isEnd && this.colors.colorOf(tag.get("style-name") ?? "") !== undefined) {
        isColored ||= !this.colors.blendsIn(this.cellStyle, tag.get("style-name") ?? "")
      }
    })
    return isColored
  }

  private close(end: number): void {
    if (this.open === undefined) return
    const { begins, name, place, reason } = this.open
    this.open = undefined
    const text = this.xml.slice(begins, end).replaceAll(/<[^<>]*>/g, " ")
    this.unseen.push({ reason, text, place: () => place })
    // The cells behind it keep their places.
    const tag = /^<([\w.:-]+)/.exec(this.xml.slice(begins, begins + 80))?.[1] ?? ""
    const repeated = /\s[\w.-]+:number-columns-repeated="\d+"/.exec(
      this.xml.slice(begins, this.xml.indexOf(">", begins))
    )
    this.cut.cut(begins, end, name.endsWith("cell") ? `<${tag}${repeated?.[0] ?? ""}/>` : "")
  }
}
