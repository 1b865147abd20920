import { escapeHtml } from "../../dom/escape-html.ts"
import { fold } from "../../dom/walk.ts"
import type { PdfItem } from "./pdf-page.ts"
import { type SegmentedLine, segmentsOf } from "./pdf-tables.ts"

/** A line of a page, in the order in which the PDF has them. */
export interface Line extends SegmentedLine {
  readonly text: string
  /** With raised and lowered signs, and fractions. */
  readonly html: string
}

/** The lines of a page. A fraction is one line with what stands beside it. */
export const linesOf = (items: ReadonlyArray<PdfItem>): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let run: Array<PdfItem> = []
  const close = () => {
    const text = fold(run.map((item) => item.text).join(""))
    const tallest = run.reduce((most, item) => (isBlank(item) ? most : Math.max(most, item.fontSize)), 0)
    if (text !== "") {
      const y = run.find((item) => !isBlank(item))?.y ?? 0
      lines.push({ text, html: htmlOf(run, text), y, fontSize: tallest, segments: segmentsOf(run, tallest) })
    }
    run = []
  }
  for (const [index, item] of items.entries()) {
    run.push(item)
    if (item.endsLine && !isOverBar(run, items, index + 1)) close()
  }
  close()
  return lines
}

const isBlank = ({ text }: PdfItem): boolean => text.trim() === ""

/** Whether the end of the run is the upper part of a fraction, and the items from `at` its lower part. */
const isOverBar = (run: ReadonlyArray<PdfItem>, items: ReadonlyArray<PdfItem>, at: number): boolean => {
  const [last, next] = [run.at(-1), items[at]]
  if (last === undefined || next === undefined || isBlank(last) || isBlank(next)) return false
  const start = run.findLastIndex((item) => !isBlank(item) && Math.abs(item.y - last.y) > last.fontSize / 2) + 1
  const line = run.slice(0, start).findLast((item) => !isBlank(item))
  if (line === undefined) return false
  const size = line.fontSize
  const isPlaced = last.y - line.y > size * minShift && line.y - next.y > size * minShift &&
    last.y - next.y < size * maxShift
  if (!isPlaced) return false
  const upper = extentOf(run.slice(start))
  const end = items.findIndex((item, index) => index >= at && (item.endsLine || Math.abs(item.y - next.y) > size / 2))
  const lower = extentOf(items.slice(at, Math.max(at, end) + 1).filter(({ y }) => Math.abs(y - next.y) <= size / 2))
  return upper.left - line.x - line.width < size * maxSpace &&
    Math.abs(upper.left + upper.right - lower.left - lower.right) < 2 * size
}

const extentOf = (items: ReadonlyArray<PdfItem>): { readonly left: number; readonly right: number } => {
  const shown = items.filter((item) => !isBlank(item))
  return {
    left: Math.min(...shown.map(({ x }) => x)),
    right: Math.max(...shown.map(({ width, x }) => x + width))
  }
}

/** Parts of a fraction are at least this far above or below the line, and so close to each other, in sizes of type. */
const minShift = 0.3
const maxShift = 2.5
/** Space before a fraction, in sizes of type. */
const maxSpace = 2

/** The run as HTML. `text` is its text, which is all that most lines have. */
const htmlOf = (run: ReadonlyArray<PdfItem>, text: string): string => {
  const [first] = run
  if (first === undefined || run.every((item) => isBlank(item) || Math.abs(item.y - first.y) < 0.1 * item.fontSize)) {
    return escapeHtml(text)
  }
  const base = baseOf(run)
  const parts = levelsOf(run, base)
  return fold(
    parts.map(({ items, level }, at) => {
      if (level === "under" && parts[at - 1]?.level === "over") return ""
      const under = parts[at + 1]
      if (level !== "over" || under?.level !== "under") return scripted(items, level === "line" ? base : baseOf(items))
      return ` ${inBrackets(items)}/${inBrackets(under.items)} `
    }).join("")
  )
}

/** The first item in the size of most characters, which stands on the line. */
const baseOf = (run: ReadonlyArray<PdfItem>): PdfItem => {
  const counts = new Map<number, number>()
  for (const { fontSize, text } of run) {
    const size = Math.round(2 * fontSize)
    counts.set(size, (counts.get(size) ?? 0) + text.trim().length * fontSize)
  }
  const [usual = 0] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])
  const isUsual = (item: PdfItem): boolean => !isBlank(item) && Math.round(2 * item.fontSize) === usual
  return run.find(isUsual) ?? unplaced
}

const unplaced: PdfItem = { text: "", x: 0, y: 0, width: 0, fontSize: 0, endsLine: false }

interface Part {
  readonly level: "over" | "line" | "under"
  readonly items: Array<PdfItem>
}

/** Consecutive items above the bar of a fraction, on the line, and below the bar. */
const levelsOf = (run: ReadonlyArray<PdfItem>, base: PdfItem): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  for (const item of run) {
    const last = parts.at(-1)
    const shift = item.y - base.y
    const isShifted = Math.abs(shift) > base.fontSize * minShift && item.fontSize > base.fontSize * maxScript
    const near = last?.items.find((each) => !isBlank(each))
    const isScript = near !== undefined && item.fontSize <= near.fontSize * maxScript &&
      Math.abs(item.y - near.y) < near.fontSize * maxRaise
    const level = isBlank(item) || isScript ? last?.level ?? "line" : !isShifted ? "line" : shift > 0 ? "over" : "under"
    if (last?.level === level) last.items.push(item)
    else parts.push({ level, items: [item] })
  }
  return parts
}

/** Size of a raised or lowered sign, and its distance from the line, in sizes of type. */
const maxScript = 0.85
const maxRaise = 0.8
const minRaise = 0.08

const scripted = (items: ReadonlyArray<PdfItem>, base: PdfItem): string => {
  let open = ""
  const pieces = items.map((item) => {
    const raise = (item.y - base.y) / base.fontSize
    const isScript = !isBlank(item) && item.fontSize <= base.fontSize * maxScript && Math.abs(raise) > minRaise &&
      Math.abs(raise) < maxRaise
    const tag = isBlank(item) ? "" : isScript ? (raise > 0 ? "sup" : "sub") : ""
    const change = tag === open ? "" : `${open === "" ? "" : `</${open}>`}${tag === "" ? "" : `<${tag}>`}`
    open = tag
    return change + escapeHtml(item.text)
  })
  return pieces.join("") + (open === "" ? "" : `</${open}>`)
}

const inBrackets = (items: ReadonlyArray<PdfItem>): string => {
  const html = fold(scripted(items, baseOf(items)))
  return /^[\p{L}\p{N}.]+$/u.test(html) ? html : `(${html})`
}
