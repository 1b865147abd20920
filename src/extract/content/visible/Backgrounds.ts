import { type Color, colorOf, gradientColors, isSameColor } from "./css/colors.ts"
import { type Declarations, valueOf } from "./css/declarations.ts"

/** Max distinct colors of a page. With more, any color may be behind a text. */
const maxColors = 200

/** The colors of the backgrounds that a page declares, with that of the screen. */
export class Backgrounds {
  private readonly colors: Array<Color> = [[255, 255, 255, 1]]
  private readonly seen = new Set<string>()
  private readonly judged = new Map<Declarations, boolean>()
  private hasUnknown = false

  add(block: Declarations): void {
    const key = `${valueOf(block, "background-color")} ${valueOf(block, "background-image")}`
    if (key === " " || this.seen.has(key)) return
    this.seen.add(key)
    const color = ownBackground(block)
    if (this.colors.length >= maxColors) this.hasUnknown = true
    else if (color !== undefined && color !== "unknown" && !this.has(color)) {
      this.colors.push(color)
      this.judged.clear()
    }
  }

  mayBeBehind(block: Declarations): boolean {
    if (this.hasUnknown) return true
    const known = this.judged.get(block)
    if (known !== undefined) return known
    const color = ownBackground(block) === undefined ? colorOf(valueOf(block, "color")) : undefined
    const mayBe = color === undefined || this.has(color)
    this.judged.set(block, mayBe)
    return mayBe
  }

  private has(color: Color): boolean {
    return this.colors.some((own) => isSameColor(own, color))
  }
}

/** The color that an element paints behind its text. Undefined if the color of its parent shows through. */
export const ownBackground = (style: Declarations): Color | "unknown" | undefined => {
  if (valueOf(style, "box-shadow").includes("inset")) return "unknown"
  const image = valueOf(style, "background-image")
  const painted = ofImage(image)
  if (painted !== undefined) return painted
  const value = valueOf(style, "background-color")
  if (/^(?:|inherit|initial|unset|revert.*|transparent|none)$/.test(value)) return undefined
  const color = colorOf(value)
  if (color === undefined) return "unknown"
  return color[3] < 0.05 ? undefined : color[3] < 0.95 ? "unknown" : color
}

const ofImage = (image: string): Color | "unknown" | undefined => {
  if (/^(?:|none|initial|unset|inherit|transparent)$/.test(image)) return undefined
  // A variable may be a color in `background`.
  const color = colorOf(image)
  if (color !== undefined) return color[3] < 0.05 ? undefined : color[3] < 0.95 ? "unknown" : color
  const [first, ...others] = gradientColors(image) ?? []
  return first !== undefined && first[3] > 0.95 && others.every((other) => isSameColor(first, other))
    ? first
    : "unknown"
}
