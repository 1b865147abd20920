import { colorOf, gradientColors } from "./css/colors.ts"
import { pixels } from "./css/lengths.ts"

type Values = (property: string) => string

/** Whether a clip or a mask leaves nothing of an element. */
export const isClippedAway = (of: Values): boolean =>
  isEmptyShape(of("clip-path")) || isEmptyRect(of) || isEmptyMask(of("mask-image"))

/** Share of a box that a length is, from 0 to 1. Undefined for lengths in pixels. */
const shareOf = (value: string): number | undefined => {
  if (value.endsWith("%")) return Number.parseFloat(value) / 100
  return pixels(value) === 0 ? 0 : undefined
}

const isEmptyShape = (path: string): boolean => {
  const [, name, inner = ""] = /^([a-z]+)\(\s*([^()]{0,200}?)\s*\)/.exec(path) ?? []
  if (name === "inset") {
    const [top = 0, right = top, bottom = top, left = right] = inner.split(/\s+round\s+/)[0]?.split(/\s+/)
      .map((side) => shareOf(side) ?? 0) ?? []
    return top + bottom >= 1 || left + right >= 1
  }
  if (name === "circle" || name === "ellipse") {
    return (inner.split(/\s*\bat\b/)[0] ?? "").split(/\s+/).some((radius) => pixels(radius) === 0)
  }
  if (name === "polygon") {
    return isFlat(inner.replace(/^(?:nonzero|evenodd)\s*,/, "").split(",").map((point) => point.trim()))
  }
  if (name === "rect") {
    const [top = "", right = "", bottom = "", left = ""] = inner.split(/\s+/)
    return top === bottom || left === right
  }
  return name === "path" && /^["'][\smlhvz\d.,-]*["']$/.test(inner) && !/[1-9]/.test(inner)
}

/** Whether the corners are on one horizontal or vertical line. */
const isFlat = (points: ReadonlyArray<string>): boolean => {
  const corners = points.map((point) => point.split(/\s+/).map((part) => pixels(part) === 0 ? "0" : part))
  return [0, 1].some((axis) => corners.every((corner) => corner[axis] === corners[0]?.[axis]))
}

/** The older `clip` works only on elements out of the flow. */
const isEmptyRect = (of: Values): boolean => {
  const corners = /^rect\(([^()]{1,60})\)$/.exec(of("clip"))
  if (corners === null || !/^(?:absolute|fixed)$/.test(of("position"))) return false
  const [top = 9, right = 9, bottom = 9, left = 9] = (corners[1] ?? "").trim().split(/[\s,]+/)
    .map((part) => pixels(part) ?? 9)
  return bottom - top <= 1 && right - left <= 1
}

const isEmptyMask = (mask: string): boolean => {
  if (!mask.includes("gradient(")) return false
  const colors = gradientColors(mask)
  return colors !== undefined && colors.every((color) => color[3] === 0) || colorOf(mask)?.[3] === 0
}
