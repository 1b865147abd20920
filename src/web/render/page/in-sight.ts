import { type Blends, blendsIn, colorsIn, groundsIn } from "./in-colors.ts"
import { type Clipping, clippingIn, coverIn, type IsOutside, outsideIn } from "./in-layout.ts"
import { type Styles, stylesIn } from "./in-styles.ts"

/**
 * Decides which texts of a page its reader does not see, by the computed style and the layout that the browser has
 * already. Called while the tree is serialized (`flatten`). Closed `details` count as open, because a reader opens
 * them.
 */
export const sight = (): string =>
  `(() => {
  const styles = (${stylesIn.toString()})()
  const colors = (${colorsIn.toString()})()
  const grounds = (${groundsIn.toString()})(styles, colors)
  const mayCover = (${coverIn.toString()})(styles, grounds)
  const blends = (${blendsIn.toString()})(styles, colors, grounds, mayCover)
  return (${sightIn.toString()})(styles, (${clippingIn.toString()})(styles), (${outsideIn.toString()})(styles), blends)
})()`

const sightIn = (
  { clear, styleOf }: Styles,
  { cutBy, isClipped }: Clipping,
  isOutside: IsOutside,
  blends: Blends
): Sight => {
  const minOpacity = 0.05
  const skipped = new Set(
    "head script style math svg select datalist textarea rp audio video canvas object noscript template".split(" ")
  )
  let last: { readonly own: Element | undefined; readonly reason: string } = { own: undefined, reason: "" }
  const range = document.createRange()

  /** The state of an element within that of its parent. */
  const element = (own: Element, around: Sighted): Sighted => {
    if (around.reason !== "" || around.isSkipped || own.firstChild === null && own.shadowRoot === null) return around
    if (skipped.has(own.localName)) return { ...around, isSkipped: true }
    const style = styleOf(own)
    if (style.display === "none") return { ...around, reason: "display" }
    const { contentVisibility, filter } = style
    const faded = filter === "none" ? null : /opacity\(([\d.]+)\)/.exec(filter)
    const opacity = around.opacity * Number(style.opacity) * (faded === null ? 1 : Number(faded[1]))
    const isUnlaid = around.isUnlaid || contentVisibility === "auto" ||
      own.localName === "details" && !(own as HTMLDetailsElement).open
    const isSame = opacity === around.opacity && isUnlaid === around.isUnlaid
    const seen = isSame ? around : { ...around, opacity, isUnlaid }
    if (opacity <= minOpacity) return { ...seen, reason: "opacity" }
    if (contentVisibility === "hidden") return { ...seen, reason: "visibility" }
    if (isUnlaid) return seen
    if (isClipped(style, own)) return { ...seen, reason: "clip" }
    const reason = cutBy(style, own)
    return reason === "" ? seen : { ...seen, reason }
  }

  const judgeText = (node: Text, own: Element, around: Sighted): string => {
    const style = styleOf(own)
    if (style.visibility !== "visible") return "visibility"
    if (Number.parseFloat(style.fontSize) < 2) return "font_size"
    if (around.isUnlaid) return clear.test(style.webkitTextFillColor) && style.textShadow === "none" ? "color" : ""
    let box = own.getBoundingClientRect()
    // The box of a text takes longer than that of its element, which may be larger or elsewhere.
    const isIndented = style.textIndent !== "0px" && Math.abs(Number.parseFloat(style.textIndent)) > 90
    if (box.width < 1 || box.height < 2 || isIndented || box.left + pageXOffset < -200) {
      const { right } = box
      range.selectNodeContents(node)
      box = range.getBoundingClientRect()
      if (box.width === 0 && box.height === 0 && range.getClientRects().length === 0) return ""
      if (box.width < 1 || box.height < 1.5) return "size"
      if (isIndented && box.left >= right && /^(?:hidden|clip)$/.test(style.overflowX)) return "position"
    }
    if (isOutside(own, box)) return "position"
    return blends(own, style, box) ? "color" : ""
  }

  /** The reason for which a text is not seen; "" if it is. The texts of one element are alike. */
  const text = (node: Text, own: Element, around: Sighted): string => {
    if (around.reason !== "") return around.reason
    if (around.isSkipped) return ""
    if (own !== last.own) last = { own, reason: judgeText(node, own, around) }
    return last.reason
  }

  /** Whether the element itself is hidden for this reason, as the texts in it are. */
  const isOrigin = (own: Element, reason: string): boolean => {
    const style = styleOf(own)
    if (reason === "visibility") return style.visibility !== "visible"
    if (reason === "font_size") return Number.parseFloat(style.fontSize) < 2
    const box = own.getBoundingClientRect()
    if (reason === "position") return isOutside(own, box)
    return reason === "size" ? box.width < 1 || box.height < 1.5 : false
  }
  return { element, text, isOrigin, around: { reason: "", opacity: 1, isUnlaid: false, isSkipped: false } }
}

/** The state of an element that its children inherit. */
export interface Sighted {
  /** The reason for which it is not seen; "" if it is. */
  readonly reason: string
  readonly opacity: number
  /** Not laid out now: in closed `details`, or far from the screen. Boxes are not read there. */
  readonly isUnlaid: boolean
  /** Not judged: text of a script or a style, or drawn in another way than that of other elements, as in `svg`. */
  readonly isSkipped: boolean
}

export interface Sight {
  readonly around: Sighted
  element(element: Element, around: Sighted): Sighted
  text(node: Text, element: Element, around: Sighted): string
  isOrigin(element: Element, reason: string): boolean
}
