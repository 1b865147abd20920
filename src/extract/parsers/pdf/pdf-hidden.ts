import type { HiddenReason } from "../../../core/domain/document/HiddenText.ts"
import { type Matrix, matrixOf, numbersOf, times } from "./affine-map.ts"
import type { PdfItem } from "./pdf-page.ts"

/** The operators of a page as PDF.js gives them, by name. */
export interface Drawing {
  readonly names: ReadonlyArray<string>
  readonly args: ReadonlyArray<unknown>
}

interface Box {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

interface State {
  readonly matrix: Matrix
  readonly isWhite: boolean
  readonly mode: number
  readonly opacity: number
  readonly lineWidth: number
}

/** Texts of a page in the order in which they are drawn, and boxes that may be behind them. */
interface Drawn {
  text: string
  /** By place in the text: where a run of it ends, and why it may not be seen. */
  readonly runs: Array<{ readonly end: number; readonly reason: HiddenReason | undefined }>
  /** Pictures, also where they were not decoded, and shapes that are not white. */
  readonly pictures: Array<Box>
  readonly shapes: Array<Box>
}

/**
 * The reason for which each item of a page is not seen: drawn invisible without a picture there (that is the text of a
 * scan), white on white paper, transparent, or tiny.
 */
export const hiddenItems = (
  items: ReadonlyArray<PdfItem>,
  drawing: Drawing | undefined
): ReadonlyMap<PdfItem, HiddenReason> => {
  const found = new Map<PdfItem, HiddenReason>()
  const drawn = drawing === undefined ? undefined : draw(drawing)
  let at = 0
  let run = 0
  for (const item of items) {
    const text = plain(item.text)
    if (text === "") continue
    if (item.fontSize < minFontSize && item.width < text.length * minFontSize) found.set(item, "font_size")
    if (drawn === undefined) continue
    const place = placeOf(text, drawn.text, at)
    if (place < 0) continue
    at = place + text.length
    while ((drawn.runs[run]?.end ?? Infinity) <= place) run++
    const first = drawn.runs[run]?.reason
    let last = run
    let isOne = true
    while ((drawn.runs[last]?.end ?? Infinity) < at) isOne = drawn.runs[++last]?.reason === first && isOne
    if (first !== undefined && isOne && !isBehind(item, first, drawn)) found.set(item, first)
  }
  return found
}

/** In points: smaller letters cannot be read. */
const minFontSize = 1.5

const plain = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, "")

/** Text that runs from right to left is drawn in the opposite order. */
const placeOf = (text: string, drawn: string, at: number): number => {
  if (drawn.startsWith(text, at)) return at
  const reversed = [...text].toReversed().join("")
  if (drawn.startsWith(reversed, at)) return at
  const ahead = drawn.slice(at, at + maxAhead + text.length).indexOf(text)
  return ahead < 0 ? -1 : at + ahead
}

/** Max characters that are skipped: texts that PDF.js leaves out. */
const maxAhead = 2000

/** The share of a page that its pictures cover. Pictures on top of each other count twice. `view`: its two corners. */
export const pictureShare = (drawing: Drawing, view: ReadonlyArray<number>): number => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view
  const areas = draw(drawing).pictures.map(({ bottom, left, right, top }) =>
    Math.max(0, Math.min(right, x1) - Math.max(left, x0)) * Math.max(0, Math.min(top, y1) - Math.max(bottom, y0))
  )
  return areas.reduce((sum, area) => sum + area, 0) / ((x1 - x0) * (y1 - y0))
}

const isBehind = ({ fontSize, width, x, y }: PdfItem, reason: HiddenReason, { pictures, shapes }: Drawn): boolean => {
  if (reason === "opacity") return false
  const [middle, height] = [x + width / 2, y + fontSize / 3]
  const isIn = ({ bottom, left, right, top }: Box) =>
    middle >= left && middle <= right && height >= bottom && height <= top
  return pictures.some(isIn) || reason === "color" && shapes.some(isIn)
}

const start: State = { matrix: [1, 0, 0, 1, 0, 0], isWhite: false, mode: 0, opacity: 1, lineWidth: 1 }
const maxBoxes = 5000
const everywhere: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity }

const draw = ({ args, names }: Drawing): Drawn => {
  const drawn: Drawn = { text: "", runs: [], pictures: [], shapes: [] }
  const parts: Array<string> = []
  let length = 0
  let state = start
  const saved: Array<State> = []
  const add = (list: Array<Box>, box: Box) => list.push(list.length < maxBoxes ? box : everywhere)
  for (let index = 0; index < names.length; index++) {
    const own = listOf(args[index])
    switch (names[index]) {
      case "save":
        saved.push(state)
        break
      case "restore":
      case "paintFormXObjectEnd":
        // A picture that is not decoded leaves only its place.
        if (names[index - 1] === "transform") add(drawn.pictures, boxOf(state.matrix, [0, 0, 1, 1]))
        state = saved.pop() ?? start
        break
      case "paintFormXObjectBegin":
        saved.push(state)
        state = { ...state, matrix: times(state.matrix, matrixOf(listOf(own[0]))) }
        break
      case "constructPath": {
        const box = paintedBox(own, state)
        if (box !== undefined) add(drawn.shapes, box)
        break
      }
      case "shadingFill":
        drawn.shapes.push(everywhere)
        break
      case "showText": {
        const text = plain(listOf(own[0]).map(unicodeOf).join(""))
        parts.push(text)
        length += text.length
        drawn.runs.push({ end: length, reason: reasonOf(state) })
        break
      }
      default:
        if (names[index]?.startsWith("paint") === true) add(drawn.pictures, boxOf(state.matrix, [0, 0, 1, 1]))
        else state = settings[names[index] ?? ""]?.(state, own) ?? state
    }
  }
  drawn.text = parts.join("")
  return drawn
}

/** The graphics state after an operator that sets a part of it. */
const settings: Readonly<Record<string, (state: State, own: ReadonlyArray<unknown>) => State>> = {
  transform: (state, own) => ({ ...state, matrix: times(state.matrix, matrixOf(own)) }),
  setFillRGBColor: (state, [color]) => ({ ...state, isWhite: isWhite(color) }),
  setFillColorN: (state) => ({ ...state, isWhite: false }),
  setLineWidth: (state, [width]) => ({ ...state, lineWidth: Number(width) }),
  setTextRenderingMode: (state, [mode]) => ({ ...state, mode: Number(mode) }),
  setGState: (state, [entries]) => {
    const [, opacity] = listOf(entries).map(listOf).findLast(([name]) => name === "ca") ?? []
    return opacity === undefined ? state : { ...state, opacity: Number(opacity) }
  }
}

/** The box that a path paints, if it may make white text visible. */
const paintedBox = (own: ReadonlyArray<unknown>, { isWhite, lineWidth, matrix }: State): Box | undefined => {
  const [operator, path] = [Number(own[0]), numbersOf(own[2])]
  if (fills.has(operator)) return isWhite ? undefined : boxOf(matrix, path)
  const bar = strokes.has(operator) ? barOf(path, lineWidth) : undefined
  return bar === undefined ? undefined : boxOf(matrix, bar)
}

/** A straight line may be so thick that text is on it. */
const barOf = (
  [left = 0, bottom = 0, right = 0, top = 0]: ReadonlyArray<number>,
  width: number
): ReadonlyArray<number> | undefined => {
  if (width < minBar || Math.min(right - left, top - bottom) > 1) return undefined
  const half = width / 2
  return [left - half, bottom - half, right + half, top + half]
}

const minBar = 4

/** `stroke` and `closeStroke` in PDF.js. */
const strokes: ReadonlySet<number> = new Set([20, 21])
/** `fill`, `eoFill` and those that stroke too, in PDF.js. */
const fills: ReadonlySet<number> = new Set([22, 23, 24, 25, 26, 27])

const reasonOf = ({ isWhite: isWhiteFill, mode, opacity }: State): HiddenReason | undefined => {
  // Neither filled nor stroked (ISO 32000-1, table 106).
  if (mode === 3) return "visibility"
  if (opacity <= maxOpacity) return "opacity"
  return isWhiteFill && mode === 0 ? "color" : undefined
}

/** Text below this opacity cannot be read. */
const maxOpacity = 0.05

const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const unicodeOf = (glyph: unknown): string =>
  typeof glyph === "object" && glyph !== null && "unicode" in glyph ? String(glyph.unicode) : ""

const isWhite = (color: unknown): boolean =>
  typeof color === "string" && /^#[\da-f]{6}$/i.test(color) &&
  (color.slice(1).match(/../g) ?? []).every((pair) => Number.parseInt(pair, 16) >= 0xF7)

const boxOf = ([a, b, c, d, e, f]: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: ReadonlyArray<number>): Box => {
  const corners = [[left, bottom], [right, bottom], [left, top], [right, top]] as const
  const across = corners.map(([x, y]) => a * x + c * y + e)
  const up = corners.map(([x, y]) => b * x + d * y + f)
  return { left: Math.min(...across), bottom: Math.min(...up), right: Math.max(...across), top: Math.max(...up) }
}
