import type { HiddenReason } from "../../../../core/domain/document/HiddenText.ts"
import { eachTag, type Tag } from "../measure/each-tag.ts"
import { isAlike } from "./shades.ts"

/** How a style draws the text of its cells. */
export interface Look {
  /** Why no text with it is seen, whatever its color is. */
  readonly reason: HiddenReason | undefined
  readonly color: string
  /** The color of the cell. Undefined if it is a pattern. */
  readonly behind: string | undefined
}

/** Color of an element with the attributes of CT_Color (ECMA-376 part 1, 18.3.1.15). */
export type Palette = (tag: Tag) => string

const white = "ffffff"
const black = "000000"
const themeOrder = "lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink".split(" ")
/** Of the indexed colors those that matter here. 64 and 65 are text and paper of the system. */
const indexed: Readonly<Record<string, string>> = { 0: black, 1: white, 8: black, 9: white, 64: black, 65: white }

export const paletteOf = (theme: string): Palette => {
  const colors = new Map<string, string>()
  let slot = ""
  eachTag(theme, ({ get, isEnd, name }) => {
    if (themeOrder.includes(name)) slot = isEnd ? "" : name
    else if (slot !== "" && !isEnd && /^(?:srgb|sys)Clr$/.test(name)) {
      colors.set(slot, (get("lastClr") ?? get("val") ?? "").toLowerCase())
    }
  })
  return ({ get }) => {
    const rgb = get("rgb")
    const place = get("theme")
    const slot = themeOrder[Number(place)]
    const base = rgb !== undefined
      ? rgb.slice(-6).toLowerCase()
      : place !== undefined
      ? colors.get(slot ?? "") ?? (place === "0" ? white : place === "1" ? black : `theme ${place}`)
      : get("indexed") !== undefined
      ? indexed[get("indexed") ?? ""] ?? `indexed ${get("indexed")}`
      : black
    return tinted(base, Number(get("tint") ?? 0))
  }
}

/** 18.8.19. Of other colors than grays, only equal tints are the same. */
const tinted = (color: string, tint: number): string => {
  if (!(Math.abs(tint) > 0.001)) return color
  const level = Number.parseInt(color.slice(0, 2), 16)
  if (!/^([\da-f]{2})\1\1$/.test(color)) return `${color} ${tint}`
  const made = tint < 0 ? level * (1 + Math.max(-1, tint)) : level + (255 - level) * Math.min(1, tint)
  return Math.round(made).toString(16).padStart(2, "0").repeat(3)
}

/** The styles of cells by their places in `cellXfs`, and the differential ones that may color a cell. */
export const looksIn = (styles: string, colorOf: Palette) => {
  const fonts: Array<{ color: string; size: number }> = []
  const fills: Array<string | undefined> = []
  const unseenFormats = new Set<string>()
  const looks: Array<Look> = []
  const coloring: Array<boolean> = []
  let [list, pattern] = ["", ""]
  eachTag(styles, (tag) => {
    const { get, isEnd, name } = tag
    if (/^(?:fonts|fills|cellXfs|cellStyleXfs|dxfs)$/.test(name)) list = isEnd ? "" : name
    else if (isEnd) return
    else if (name === "numFmt" && list !== "dxfs") {
      // Four empty sections: for positive numbers, negative ones, zero, and text (18.8.31).
      const code = (get("formatCode") ?? "").replaceAll(/\[[^\]]*\]|&quot;|\s/g, "")
      if (code === ";;;") unseenFormats.add(get("numFmtId") ?? "")
    } else if (list === "fonts") {
      const font = fonts.at(-1)
      if (name === "font") fonts.push({ color: black, size: 11 })
      else if (name === "color" && font !== undefined) font.color = colorOf(tag)
      else if (name === "sz" && font !== undefined) font.size = Number(get("val") ?? 11)
    } else if (list === "fills") {
      if (name === "fill") fills.push(undefined)
      else if (name === "patternFill") {
        pattern = get("patternType") ?? "none"
        fills[fills.length - 1] = pattern === "none" ? white : undefined
      } else if (name === "fgColor" && pattern === "solid") fills[fills.length - 1] = colorOf(tag)
    } else if (list === "cellXfs" && name === "xf") {
      const font = fonts[Number(get("fontId") ?? 0)] ?? { color: black, size: 11 }
      const fill = Number(get("fillId") ?? 0)
      looks.push({
        reason: unseenFormats.has(get("numFmtId") ?? "") ? "visibility" : font.size < minSize ? "font_size" : undefined,
        color: font.color,
        behind: fill in fills ? fills[fill] : white
      })
    } else if (list === "dxfs") {
      if (name === "dxf") coloring.push(false)
      else if (/^(?:color|fill|fgColor|bgColor)$/.test(name)) coloring[coloring.length - 1] = true
    }
  })
  return { looks, coloring }
}

/** Points. */
const minSize = 2

export const plainLook: Look = { reason: undefined, color: black, behind: white }

/** Why a text with its own color, or that of its cell, is not seen. */
export const reasonOf = (look: Look, own: string | undefined, isColored: boolean): HiddenReason | undefined => {
  if (look.reason === "visibility" || look.reason !== undefined && own === undefined) return look.reason
  return !isColored && look.behind !== undefined && isAlike(own ?? look.color, look.behind) ? "color" : undefined
}
