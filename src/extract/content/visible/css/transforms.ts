import { numeric, pixels } from "./lengths.ts"

/** Effect of the transforms of an element, as far as they hide: its scale, and by how many pixels it moves. */
export interface Transformed {
  readonly scale: number
  readonly right: number
  readonly down: number
}

/** By `transform`, `translate`, `scale` and `zoom`. */
export const transformedBy = (of: (property: string) => string): Transformed => {
  let scale = Math.min(leastOf(of("scale").split(/\s+/, 2)), numeric(of("zoom")) || 1)
  const [moved = "", movedDown = ""] = of("translate").split(/\s+/)
  let right = pixels(moved) ?? 0
  let down = pixels(movedDown) ?? 0
  const transform = of("transform")
  if (transform === "" || transform === "none") return { scale, right, down }
  for (const [, name = "", inner = ""] of transform.matchAll(functions)) {
    const values = inner.split(/[\s,]+/).filter((part) => part !== "")
    if (name.startsWith("scale")) scale = Math.min(scale, leastOf(values.slice(0, 2)))
    else if (name === "rotatex" || name === "rotatey") scale *= Math.abs(Math.cos(radians(values[0] ?? "")))
    else if (name === "matrix") {
      const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = values.map(Number)
      scale = Math.min(scale, Math.abs(a * d - b * c))
      right += x
      down += y
    } else if (name === "translatey") down += pixels(values[0] ?? "") ?? 0
    else if (name.startsWith("translate") && name !== "translatez") {
      right += pixels(values[0] ?? "") ?? 0
      down += pixels(values[1] ?? "") ?? 0
    }
  }
  return { scale, right, down }
}

const functions = /([a-z]+(?:3d)?)\(\s*((?:[^()]|\([^()]{0,60}\)){0,120})\)/g

const leastOf = (values: ReadonlyArray<string>): number =>
  Math.min(...values.map((value) => Math.abs(numeric(value) ?? 1)))

const degreesOf: Readonly<Record<string, number>> = { deg: 1, turn: 360, grad: 0.9, rad: 180 / Math.PI }

const radians = (value: string): number => {
  const [, number = "0", unit = "deg"] = /^(-?[\d.]+)(deg|turn|grad|rad)$/.exec(value) ?? []
  return Number(number) * (degreesOf[unit] ?? 1) * Math.PI / 180
}
