import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import { colorOf } from "./colors.ts"
import { type Declarations, pixels, valueOf } from "./declarations.ts"

/** A way of hiding an element. */
export interface Way {
  readonly reason: HiddenReason
  /** Scripts and controls of a page bring such elements to sight. The others are hidden for good. */
  readonly isRevealable: boolean
  /** A descendant may set the property that hides, and is seen then. */
  readonly isInherited?: true
}

/** The way in which these declarations hide their element, whatever surrounds it. */
export const wayOf = (style: Declarations): Way | undefined => {
  const of = (property: string) => valueOf(style, property)
  if (of("display") === "none") return { reason: "display", isRevealable: true }
  if (/^(?:hidden|collapse)$/.test(of("visibility"))) return { reason: "visibility", isRevealable: true }
  if (of("content-visibility") === "hidden") return { reason: "visibility", isRevealable: true }
  if (isOutside(of)) return { reason: "position", isRevealable: false }
  if (isClipped(of)) return { reason: "clip", isRevealable: false }
  if (isZero(of("opacity"), maxOpacity) || /opacity\((?:0|0?\.0\d*|0%)\)/.test(of("filter"))) {
    return { reason: "opacity", isRevealable: true }
  }
  if (/scale(?:3d|x|y)?\(\s*0(?:\.0+)?\s*[,)]/.test(of("transform"))) return { reason: "size", isRevealable: true }
  const size = boxOf(of)
  if (size !== undefined) return size
  if (isTinyFont(of("font-size"))) return { reason: "font_size", isRevealable: false, isInherited: true }
  if (isTransparent(of)) return { reason: "color", isRevealable: false, isInherited: true }
  return undefined
}

type Values = (property: string) => string

/** Text below this opacity cannot be read. */
const maxOpacity = 0.05

const isZero = (value: string, max: number): boolean => {
  const number = value.endsWith("%") ? Number(value.slice(0, -1)) / 100 : Number(value)
  return value !== "" && number <= max
}

/** From here on, a part is outside of any screen. */
const farPixels = -500

const isFar = (value: string): boolean => (pixels(value) ?? 0) <= farPixels

const isOutside = (of: Values): boolean => {
  if (isFar(of("text-indent"))) return true
  const isPlaced = /^(?:absolute|fixed)$/.test(of("position"))
  if (isPlaced && ["left", "top", "right", "margin-left"].some((property) => isFar(of(property)))) return true
  const moved = /^translate(?:3d|x|y)?\(([^()]{1,60})\)$/.exec(of("transform"))
  return isPlaced && moved !== null && (moved[1] ?? "").split(",").some((part) => (pixels(part.trim()) ?? 0) <= -5000)
}

const isClipped = (of: Values): boolean => {
  const path = of("clip-path")
  if (/^(?:inset\(\s*(?:50|100)%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*,\s*0(?:px|%)?\s+0)/.test(path)) {
    return true
  }
  const corners = /^rect\(([^()]{1,60})\)$/.exec(of("clip"))
  if (corners === null || !/^(?:absolute|fixed)$/.test(of("position"))) return false
  const [top = 9, right = 9, bottom = 9, left = 9] = (corners[1] ?? "").split(/[\s,]+/).map((part) => pixels(part) ?? 9)
  return bottom - top <= 1 && right - left <= 1
}

/** Height or width of at most a pixel, with its overflow hidden. Both at once are for screen readers only. */
const boxOf = (of: Values): Way | undefined => {
  const isCut = /hidden|clip/.test(of("overflow")) || /hidden|clip/.test(`${of("overflow-x")} ${of("overflow-y")}`)
  if (!isCut) return undefined
  const isThin = (property: string) => (pixels(of(property)) ?? 9) <= 1
  const isLow = isThin("height") || isThin("max-height")
  const isNarrow = isThin("width") || isThin("max-width")
  if (!isLow && !isNarrow) return undefined
  return { reason: "size", isRevealable: !(isLow && isNarrow) }
}

/** Smaller letters are dots. */
const maxFontPixels = 2

const isTinyFont = (value: string): boolean => {
  const size = value.endsWith("%") ? Number(value.slice(0, -1)) * 0.16 : pixels(value)
  return size !== undefined && size >= 0 && size < maxFontPixels
}

/** A gradient behind the letters of a transparent text colors them. */
const isTransparent = (of: Values): boolean => {
  if (`${of("background-clip")} ${of("-webkit-background-clip")}`.includes("text")) return false
  const fill = of("-webkit-text-fill-color")
  const color = colorOf(fill === "" ? of("color") : fill)
  return color !== undefined && color[3] <= maxOpacity
}
