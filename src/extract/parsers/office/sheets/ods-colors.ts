import { eachTag } from "../measure/each-tag.ts"
import { isAlike } from "./shades.ts"

interface CellStyle {
  parent: string | undefined
  /** Undefined if it is that of its parent. `auto` is seen on any background. */
  color: string | undefined
  behind: string | undefined
  /** A condition may draw its cells in another style. */
  hasConditions: boolean
}

/** Max styles that a style stands on. */
const maxParents = 10

/** The colors of the styles of a spreadsheet (OpenDocument 1.3 part 3, 20.196 and 20.240). */
export class OdsColors {
  private readonly styles = new Map<string, CellStyle>()
  private readonly blended = new Map<string, boolean>()

  constructor(...sources: ReadonlyArray<string>) {
    for (const source of sources) this.read(source)
  }

  private read(xml: string): void {
    let open: CellStyle | undefined
    // Styles are before the body.
    const end = xml.search(/<(?:[\w.-]+:)?body[\s>]/)
    eachTag(end < 0 ? xml : xml.slice(0, end), ({ get, isEmpty, isEnd, name }) => {
      if (name === "style" || name === "default-style") {
        open = undefined
        if (isEnd || !/^(?:table-cell|text)$/.test(get("family") ?? "")) return
        const made = { parent: get("parent-style-name"), color: undefined, behind: undefined, hasConditions: false }
        this.styles.set(name === "style" ? `${get("family")} ${get("name")}` : `${get("family")} `, made)
        if (!isEmpty) open = made
      } else if (open === undefined || isEnd) return
      else if (name === "map") open.hasConditions = true
      else if (name === "text-properties") {
        open.color = get("use-window-font-color") === "true" ? "auto" : hexOf(get("color")) ?? open.color
      } else if (name === "table-cell-properties") open.behind = hexOf(get("background-color")) ?? open.behind
    })
  }

  /** Whether any cell may have text in its own color. */
  hasBlended(): boolean {
    return [...this.styles.keys()].some((key) =>
      key.startsWith("text ") || this.blends(key.replace(/^table-cell /, ""))
    )
  }

  /** Whether the text of a cell with this style has the color of its background. */
  blends(cell: string): boolean {
    const known = this.blended.get(cell)
    if (known !== undefined) return known
    const made = this.isUnseen(cell, this.of(`table-cell ${cell}`, "color"))
    this.blended.set(cell, made)
    return made
  }

  /** Whether a part of such a cell with this style of its own has. */
  blendsIn(cell: string, span: string): boolean {
    return this.isUnseen(cell, this.colorOf(span) ?? this.of(`table-cell ${cell}`, "color"))
  }

  /** The color of a part of a text. Undefined if it is that of its cell. */
  colorOf(span: string): string | undefined {
    return this.of(`text ${span}`, "color")
  }

  private isUnseen(cell: string, color: string | undefined): boolean {
    if (color === undefined || this.styles.get(`table-cell ${cell}`)?.hasConditions === true) return false
    return isAlike(color, this.of(`table-cell ${cell}`, "behind") ?? "ffffff")
  }

  private of(key: string, property: "color" | "behind"): string | undefined {
    const family = key.slice(0, key.indexOf(" ") + 1)
    let at = this.styles.get(key)
    for (let steps = 0; at !== undefined && steps < maxParents; steps++) {
      if (at[property] !== undefined) return at[property]
      at = at.parent === undefined ? undefined : this.styles.get(family + at.parent)
    }
    return this.styles.get(family)?.[property]
  }
}

const hexOf = (value: string | undefined): string | undefined => {
  if (value === "transparent") return "ffffff"
  return /^#[\da-f]{6}$/i.test(value ?? "") ? value?.slice(1).toLowerCase() : undefined
}
