import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { elements } from "../../dom/walk.ts"
import { ownBackground } from "./Backgrounds.ts"
import { type Color, colorOf, isSameColor } from "./css/colors.ts"
import { type Declarations, valueOf } from "./css/declarations.ts"
import { isDrawnOtherwise } from "./ways.ts"

/** Text in the color of what is behind it. */
export class Blending {
  /** Whether style sheets in files may color the page. They are not read. */
  readonly hasSheets: boolean
  private readonly styleOf: (element: PageElement) => Declarations

  constructor(html: ParsedHtml, styleOf: (element: PageElement) => Declarations) {
    this.styleOf = styleOf
    this.hasSheets = html.tagged("link").some((link) => /stylesheet/i.test(link.attr("rel") ?? ""))
  }

  /** Whether attributes color the text of an element. */
  hasOwnColor(element: PageElement): boolean {
    return !this.hasSheets && element.tag === "font" && element.has("color")
  }

  /** Whether a text with these declarations may have the color of what is behind it. */
  mayBlend(style: Declarations): boolean {
    const text = valueOf(style, "-webkit-text-fill-color") || valueOf(style, "color")
    const own = ownBackground(style)
    const color = colorOf(text)
    if (color !== undefined && own !== undefined) return own !== "unknown" && isSameColor(color, own)
    if (this.hasSheets) return false
    if (own !== undefined) return own !== "unknown" && (text === "" ? isSameColor(own, black) : true)
    return color !== undefined || /^(?:inherit|currentcolor|unset)$/.test(text)
  }

  /** Whether the text has the color of what is behind it, by the rules of the page and its attributes. */
  blends(element: PageElement, style: Declarations): boolean {
    if (hasPicture(element)) return false
    const color = this.colorOf(element, style)
    if (color === undefined || isDrawnOtherwise((property) => valueOf(style, property), color)) return false
    if (this.hasSheets && (ownBackground(style) === undefined || valueOf(style, "color") === "")) return false
    const behind = this.behind(element, style)
    return behind !== "unknown" && isSameColor(color, behind)
  }

  private colorOf(element: PageElement, style: Declarations): Color | undefined {
    const fill = valueOf(style, "-webkit-text-fill-color")
    if (fill !== "") return colorOf(fill)
    let own = style
    for (let at: PageElement | null = element; at !== null; at = at.parentNode) {
      if (at !== element) own = this.styleOf(at)
      const declared = valueOf(own, "color")
      if (declared !== "" && !/^(?:inherit|currentcolor|unset|revert.*)$/.test(declared)) return colorOf(declared)
      if (at.tag === "a" && at.has("href") && declared === "") return undefined
      const attribute = at.tag === "font" ? at.attr("color") : at.tag === "body" ? at.attr("text") : undefined
      if (attribute !== undefined && declared === "") return legacyColor(attribute)
    }
    return black
  }

  private behind(element: PageElement, style: Declarations): Color | "unknown" {
    let own = style
    for (let at: PageElement | null = element; at !== null; at = at.parentNode) {
      if (at !== element) own = this.styleOf(at)
      const attribute = at.attr("bgcolor")
      const found = ownBackground(own) ?? (attribute === undefined ? undefined : legacyColor(attribute) ?? "unknown")
      if (at.has("background")) return "unknown"
      if (found !== undefined) return found
    }
    return white
  }
}

const white: Color = [255, 255, 255, 1]
const black: Color = [0, 0, 0, 1]

const legacyColor = (value: string): Color | undefined => {
  const text = value.trim().toLowerCase()
  return colorOf(text) ?? colorOf(`#${text}`)
}

const hasPicture = (element: PageElement): boolean => {
  for (const below of elements(element)) if (below.tag === "img" || below.tag === "picture") return true
  return false
}
