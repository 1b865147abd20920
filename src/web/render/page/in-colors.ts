import type { MayCover } from "./in-layout.ts"
import type { Styles } from "./in-styles.ts"

// Parts of `in-sight.ts`, as those in `in-styles.ts`.

export interface Colors {
  /** A color as it is drawn. */
  inRgb(color: string): string
  isAlike(one: string, other: string): boolean
  /** The color of a gradient between colors that are alike. */
  gradientColor(image: string): string | undefined
}

export const colorsIn = (): Colors => {
  /** Colors of other spaces than sRGB, as they are drawn. */
  const drawn = new Map<string, string>()
  let pen: OffscreenCanvasRenderingContext2D | null | undefined
  const inRgb = (color: string): string => {
    if (color.startsWith("rgb")) return color
    const known = drawn.get(color)
    if (known !== undefined) return known
    pen ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    if (pen === null) return color
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
    const made = alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
    drawn.set(color, made)
    return made
  }
  const numbersOf = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const isAlike = (one: string, other: string): boolean => {
    if (one === other || !other.startsWith("rgb")) return one === other
    const [first, second] = [numbersOf(one), numbersOf(other)]
    return [0, 1, 2].every((index) => Math.abs((first[index] ?? 0) - (second[index] ?? 0)) <= 8)
  }
  /** The color of a gradient between colors that are alike. */
  const gradientColor = (image: string): string | undefined => {
    if (!/^[\w-]*gradient\(/.test(image) || image.includes("url(")) return undefined
    const [first, ...others] = image.match(/(?:rgb|oklch|oklab|lab|lch|color)a?\([^()]*\)/g)?.map(inRgb) ?? []
    const isOne = first?.startsWith("rgb(") === true && others.every((other) => isAlike(other, first))
    return isOne ? first : undefined
  }
  return { inRgb, isAlike, gradientColor }
}

/** The color behind the text of an element, and the element that has it. */
export interface Ground {
  readonly color: string
  readonly owner: Element | null
}

export interface Grounds {
  groundOf(own: Element): Ground
  /** Whether an element draws or mixes something between its text and its background. */
  draws(own: Element): boolean
}

export const groundsIn = ({ clear, parentOf, styleOf }: Styles, { gradientColor, inRgb }: Colors): Grounds => {
  const unknown: Ground = { color: "", owner: null }
  const grounds = new Map<Element | null, Ground>([[null, { color: "rgb(255, 255, 255)", owner: null }]])
  const groundOf = (own: Element | null): Ground => {
    const known = grounds.get(own)
    if (known !== undefined || own === null) return known ?? unknown
    const style = styleOf(own)
    const { backgroundImage } = style
    const backgroundColor = (backgroundImage === "none" ? undefined : gradientColor(backgroundImage)) ??
      inRgb(style.backgroundColor)
    const isClear = backgroundColor === "rgba(0, 0, 0, 0)" || clear.test(backgroundColor)
    const isMixed = !isClear && backgroundColor.includes("a(")
    const made = backgroundImage !== "none" && gradientColor(backgroundImage) === undefined || isMixed
      ? unknown
      : isClear
      ? groundOf(parentOf(own))
      : { color: backgroundColor, owner: own }
    grounds.set(own, made)
    return made
  }

  const drawing = new Map<Element, boolean>()
  const draws = (own: Element): boolean => {
    const known = drawing.get(own)
    if (known !== undefined) return known
    const { boxShadow, mixBlendMode } = styleOf(own)
    const made = mixBlendMode !== "normal" || boxShadow.includes("inset") || ["::before", "::after"].some((part) => {
      const { backgroundColor, backgroundImage, content } = getComputedStyle(own, part)
      return content !== "none" && content !== "normal" && (!clear.test(backgroundColor) || backgroundImage !== "none")
    })
    drawing.set(own, made)
    return made
  }
  return { groundOf, draws }
}

/** Whether the text of an element has the color of what is behind it. */
export type Blends = (own: Element, style: CSSStyleDeclaration, box: DOMRect) => boolean

export const blendsIn = (
  { clear }: Styles,
  { inRgb, isAlike }: Colors,
  { groundOf }: Grounds,
  mayCover: MayCover
): Blends => {
  /**
   * A sheet that did not load is empty, and may have the background of any text. Sheets of other origins cannot be
   * read.
   */
  const isLoaded = (sheet: CSSStyleSheet | null): boolean => {
    try {
      return sheet !== null && sheet.cssRules.length > 0
    } catch {
      return true
    }
  }
  const isStyled = [...document.querySelectorAll<HTMLLinkElement>("link[rel~=stylesheet i]")].every(
    ({ disabled, href, sheet }) => disabled || href === "" || isLoaded(sheet)
  )
  return (own, style, box) => {
    const fill = inRgb(style.webkitTextFillColor)
    const isClear = fill.startsWith("rgba(") && clear.test(fill)
    const { color, owner } = groundOf(own)
    if (!isClear && !(isAlike(fill, color) && (isStyled || owner === own))) return false
    const isDrawn = style.backgroundClip === "text" || style.textShadow !== "none" ||
      Number.parseFloat(style.webkitTextStrokeWidth) > 0
    return !isDrawn && (isClear || !mayCover(own, box, owner))
  }
}
