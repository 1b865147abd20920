import { eachTag } from "../measure/each-tag.ts"
import type { Palette } from "./xlsx-looks.ts"

/** A part of the text of a cell, as XML. */
export interface Run {
  readonly text: string
  /** Its own color. Undefined if it has that of the cell. */
  readonly color: string | undefined
}

/** The texts of a workbook that its cells share (ECMA-376 part 1, 18.4.8), and of the cells of a sheet. */
export class Runs {
  /** Whether a part of a shared text has a color of its own. */
  readonly hasColors: boolean
  private readonly shared: ReadonlyArray<ReadonlyArray<Run>>
  private readonly colorOf: Palette

  constructor(xml: string, colorOf: Palette) {
    this.colorOf = colorOf
    this.shared = this.read(xml, "si")
    this.hasColors = /<(?:[\w.-]+:)?rPr[\s/>]/.test(xml)
  }

  /** Of all cells of a sheet, or of a part of it. */
  of(xml: string): ReadonlyArray<Run> {
    return this.read(xml, "c").flat()
  }

  textOf(xml: string): string {
    return this.read(xml, "c").map((runs) => runs.map(({ text }) => text).join("")).join(" ")
  }

  private read(xml: string, item: "si" | "c"): ReadonlyArray<ReadonlyArray<Run>> {
    const items: Array<Array<Run>> = []
    let color: string | undefined
    let [begins, isShared, isProperty] = [-1, false, false]
    eachTag(xml, (tag) => {
      const { end, get, isEmpty, isEnd, name } = tag
      if (name === item && !isEnd) {
        items.push([])
        color = undefined
        isShared = item === "c" && get("t") === "s"
      } else if (name === "rPr") {
        // Text with properties of its own, and no color among them, is black.
        if (!isEnd) color = "000000"
        isProperty = !isEnd && !isEmpty
      } else if (name === "color" && isProperty && !isEnd) color = this.colorOf(tag)
      else if (name === "r" && isEnd) color = undefined
      else if (name === "t" || name === "v" && item === "c") {
        if (!isEnd) begins = isEmpty ? -1 : end
        else if (begins >= 0) {
          const text = xml.slice(begins, xml.lastIndexOf("<", end - 1))
          if (isShared && name === "v") items.at(-1)?.push(...this.shared[Number(text)] ?? [])
          else items.at(-1)?.push({ text, color })
          begins = -1
        }
      }
    })
    return items
  }
}
