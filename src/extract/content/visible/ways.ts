import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import { isClippedAway } from "./clips.ts"
import { type Color, colorOf, isSameColor } from "./css/colors.ts"
import { type Declarations, valueOf } from "./css/declarations.ts"
import { numeric, pixels } from "./css/lengths.ts"
import { splitList } from "./css/split-list.ts"
import { type Transformed, transformedBy } from "./css/transforms.ts"

/** A way of hiding an element. */
export interface Way {
  readonly reason: HiddenReason
  /** Scripts and controls of a page bring such elements to sight. The others are hidden for good. */
  readonly isRevealable: boolean
  /** Inherited properties that hide. A descendant that sets one of them may be seen. */
  readonly inherited?: ReadonlyArray<string>
}

/** The way in which these declarations hide their element, whatever surrounds it. */
export const wayOf = (style: Declarations): Way | undefined => {
  const declared = kindsIn(style)
  if (declared === 0) return undefined
  const of = (property: string) => valueOf(style, property)
  if ((declared & kinds.display) !== 0 && of("display") === "none") return { reason: "display", isRevealable: true }
  if ((declared & kinds.visibility) !== 0) {
    if (/^(?:hidden|collapse)$/.test(of("visibility"))) return { reason: "visibility", isRevealable: true }
    if (of("content-visibility") === "hidden") return { reason: "visibility", isRevealable: true }
  }
  const { down, right, scale } = (declared & kinds.transform) === 0 ? unmoved : transformedBy(of)
  if ((declared & (kinds.place | kinds.transform)) !== 0) {
    if (isIndented(of)) return { reason: "position", isRevealable: false, inherited: ["text-indent"] }
    if (isOutside(of, right, down)) return { reason: "position", isRevealable: false }
  }
  if ((declared & kinds.clip) !== 0 && isClippedAway(of)) return { reason: "clip", isRevealable: false }
  if ((declared & kinds.opacity) !== 0) {
    if ((numeric(of("opacity")) ?? 1) <= maxOpacity || (filteredOpacity(of("filter")) ?? 1) <= maxOpacity) {
      return { reason: "opacity", isRevealable: true }
    }
  }
  if (scale < minScale) return { reason: "size", isRevealable: true }
  const size = (declared & kinds.size) === 0 ? undefined : boxOf(of)
  if (size !== undefined) return size
  if ((declared & kinds.font) !== 0 && isTinyFont(of("font-size"))) {
    return { reason: "font_size", isRevealable: false, inherited: ["font-size"] }
  }
  return (declared & kinds.color) !== 0 && isTransparent(of) ? blended : undefined
}

/** Bits for what properties decide. */
const kinds = {
  display: 1,
  visibility: 2,
  place: 4,
  transform: 8,
  clip: 16,
  opacity: 32,
  size: 64,
  font: 128,
  color: 256,
  partial: 512
}

const kindOf: ReadonlyMap<string, number> = new Map([
  ["display", kinds.display],
  ["visibility", kinds.visibility],
  ["content-visibility", kinds.visibility],
  ["text-indent", kinds.place | kinds.partial],
  ["left", kinds.place | kinds.partial],
  ["right", kinds.place | kinds.partial],
  ["top", kinds.place | kinds.partial],
  ["bottom", kinds.place | kinds.partial],
  ["margin-left", kinds.place | kinds.partial],
  ["transform", kinds.transform],
  ["translate", kinds.transform],
  ["scale", kinds.transform],
  ["zoom", kinds.transform],
  ["clip", kinds.clip | kinds.partial],
  ["clip-path", kinds.clip],
  ["mask-image", kinds.clip],
  ["opacity", kinds.opacity],
  ["filter", kinds.opacity],
  ["height", kinds.size | kinds.partial],
  ["max-height", kinds.size | kinds.partial],
  ["width", kinds.size | kinds.partial],
  ["max-width", kinds.size | kinds.partial],
  ["font-size", kinds.font],
  ["color", kinds.color],
  ["-webkit-text-fill-color", kinds.color]
])

const kindsIn = (style: Declarations): number => {
  let found = 0
  for (const property of style.keys()) found |= kindOf.get(property) ?? 0
  return found
}

/** The way in which a block hides where other blocks add what it needs. */
export const hintIn = (block: Declarations): Way | undefined => {
  const own = wayOf(block)
  if (own !== undefined || (kindsIn(block) & kinds.partial) === 0) return own
  return wayOf(new Map([["position", "absolute"], ["overflow-x", "hidden"], ["overflow-y", "hidden"], ...block]))
}

const unmoved: Transformed = { scale: 1, right: 0, down: 0 }

/** Text without a color, or in that of what is behind it. */
export const blended: Way = {
  reason: "color",
  isRevealable: false,
  inherited: ["color", "-webkit-text-fill-color", "background-color", "background-image"]
}

type Values = (property: string) => string

/** Text below this opacity cannot be read, nor below this scale. */
const maxOpacity = 0.05
const minScale = 0.06

const filteredOpacity = (filter: string): number | undefined =>
  filter.includes("opacity(") ? numeric(/opacity\(\s*([\d.e%-]+)\s*\)/.exec(filter)?.[1] ?? "1") : undefined

/** From here on, a part that has been taken out of the flow is outside of any screen; others only from farther on. */
const farPixels = -500
const fartherPixels = -2000

const isIndented = (of: Values): boolean => {
  const indent = pixels(of("text-indent")) ?? 0
  if (indent <= farPixels && (pixels(of("padding-left")) ?? 0) < -indent) return true
  return indent >= minIndent && isCut(of("overflow-x"))
}

const isOutside = (of: Values, right: number, down: number): boolean => {
  if (right <= fartherPixels || down <= fartherPixels) return true
  const position = of("position")
  if (pastEdge(of("margin-left"), fartherPixels)) return true
  if (position === "relative") return ["left", "top"].some((side) => pastEdge(of(side), fartherPixels))
  if (position === "fixed" && pastEdge(of("bottom"), farPixels)) return true
  return /^(?:absolute|fixed)$/.test(position) &&
    ["left", "top", "right", "margin-left"].some((side) => pastEdge(of(side), farPixels))
}

const pastEdge = (value: string, far: number): boolean => (pixels(value) ?? 0) <= far

/** Text that begins past the end of its line, where it is cut off. */
const minIndent = 1200

const isCut = (overflow: string): boolean => /^(?:hidden|clip)$/.test(overflow)

/** Height or width of at most a pixel, with its overflow hidden. Both at once are for screen readers only. */
const boxOf = (of: Values): Way | undefined => {
  const isContained = /strict|content|paint/.test(of("contain"))
  const isThin = (side: "height" | "width", overflow: string, paddings: ReadonlyArray<string>) => {
    const length = Math.min(pixels(of(side)) ?? 9, pixels(of(`max-${side}`)) ?? 9)
    // Nobody scrolls in a box of no height.
    const cuts = isCut(overflow) || isContained || length === 0 && /^(?:auto|scroll)$/.test(overflow)
    return cuts && length <= 1 && [`min-${side}`, ...paddings].every((property) => isThinOrUnset(of(property)))
  }
  const isLow = isThin("height", of("overflow-y"), ["padding-top", "padding-bottom"])
  const isNarrow = isThin("width", of("overflow-x"), ["padding-left", "padding-right"])
  return isLow || isNarrow ? { reason: "size", isRevealable: !(isLow && isNarrow) } : undefined
}

const isThinOrUnset = (value: string): boolean => value === "" || (pixels(value) ?? 0) <= 1

/** Smaller letters are dots. */
const maxFontPixels = 2

const isTinyFont = (value: string): boolean => {
  const size = value.endsWith("%") ? Number(value.slice(0, -1)) * 0.16 : pixels(value)
  return size !== undefined && size >= 0 && size < maxFontPixels
}

/** Whether a shadow, an outline, or a picture behind the letters draws text whose own color cannot be seen. */
export const isDrawnOtherwise = (of: Values, color: Color): boolean =>
  of("background-clip") === "text" || [of("text-shadow"), of("-webkit-text-stroke")].some((drawing) => {
    if (/^(?:|none|0|0px|initial|unset)$/.test(drawing)) return false
    const own = splitList(drawing, " ").map(colorOf).find((part) => part !== undefined)
    return own === undefined || own[3] > maxOpacity && !(color[3] > maxOpacity && isSameColor(own, color))
  })

const isTransparent = (of: Values): boolean => {
  const fill = of("-webkit-text-fill-color")
  const color = colorOf(fill === "" ? of("color") : fill)
  return color !== undefined && color[3] <= maxOpacity && !isDrawnOtherwise(of, color)
}
