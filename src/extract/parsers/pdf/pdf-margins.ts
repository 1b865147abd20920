import type { Line } from "./pdf-lines.ts"

/** The lines of a page, and the height of its paper. */
export interface LinedPage {
  readonly lines: ReadonlyArray<Line>
  readonly bottom: number
  readonly top: number
}

/** The lines of each page without running heads and page numbers. */
export const withoutMargins = (
  pages: ReadonlyArray<LinedPage>,
  bodySize: number
): ReadonlyArray<ReadonlyArray<Line>> => {
  const running = runningLines(pages.map(({ lines }) => lines))
  const outer = pages.map(outerRows)
  const repeated = new Map<string, number>()
  for (const { text } of outer.flat()) repeated.set(runningKey(text), (repeated.get(runningKey(text)) ?? 0) + 1)
  return pages.map(({ lines }, index) => {
    const size = pages.length < manyPages && isProse(lines) ? bodySize : undefined
    const margins = new Set(
      (outer[index] ?? []).flatMap((row) =>
        pageNumber.test(row.text) || (repeated.get(runningKey(row.text)) ?? 0) > 1 || isHead(row, size) ? row.lines : []
      )
    )
    return lines.filter((line) => !running.has(runningKey(line.text)) && !margins.has(line))
  })
}

/** With so many pages, lines that repeat are known. */
const manyPages = 3

/**
 * Lines at the edge of a page that repeat on other pages except for their numbers. Left and right pages may have
 * different lines, and the first page none.
 */
const runningLines = (pages: ReadonlyArray<ReadonlyArray<Line>>): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const lines of pages) {
    const edges = new Set([...lines.slice(0, edge), ...lines.slice(-edge)].map((line) => runningKey(line.text)))
    for (const key of edges) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const often = Math.max(manyPages, pages.length / 3)
  return new Set([...counts].filter(([, count]) => count >= often).map(([key]) => key))
}

const edge = 2
const runningKey = (text: string): string => text.replace(/\d+/g, "#").toLowerCase()

/** Lines at one height. */
interface MarginRow {
  readonly lines: ReadonlyArray<Line>
  readonly text: string
}

/** The first and the last row of the paper, where they stand apart from the text. */
const outerRows = ({ bottom, lines, top }: LinedPage): ReadonlyArray<MarginRow> => {
  const height = top - bottom
  if (lines.length < minLines || height <= 0) return []
  const sorted = lines.toSorted((a, b) => b.y - a.y)
  return [sorted, sorted.toReversed()].flatMap((ordered, side) => {
    const [outer] = ordered
    if (outer === undefined) return []
    const row = ordered.filter(({ y }) => Math.abs(y - outer.y) < outer.fontSize / 2)
    const gap = Math.abs((ordered[row.length]?.y ?? outer.y) - outer.y)
    const distance = side === 0 ? top - outer.y : outer.y - bottom
    const isApart = distance < height * marginShare && gap > outer.fontSize * minGap
    return isApart ? [{ lines: row, text: row.map(({ text }) => text).join(" ") }] : []
  })
}

/** Pages of other kinds, such as invoices, have facts at their edges. */
const isProse = (lines: ReadonlyArray<Line>): boolean => {
  const length = (some: ReadonlyArray<Line>): number => some.reduce((sum, { text }) => sum + text.length, 0)
  return lines.length >= minProse && length(lines.filter(({ text }) => text.length >= proseLength)) >= length(lines) / 2
}

/**
 * Whether the outer row of a page of prose is its head or foot, which has a number, smaller type than the text, or words
 * at both ends. `bodySize` is undefined if the other pages tell.
 */
const isHead = ({ lines, text }: MarginRow, bodySize: number | undefined): boolean => {
  const size = Math.max(...lines.map(({ fontSize }) => fontSize))
  if (bodySize === undefined || size > bodySize * 1.05) return false
  if (text.length > maxHead || note.test(text) || /[.!?:;,]$/.test(text)) return false
  const segments = lines.flatMap((line) => line.segments).toSorted((a, b) => a.left - b.left)
  const isWide = segments.some(({ left }, at) => at > 0 && left - (segments[at - 1]?.right ?? left) > size * farApart)
  return isWide || size < bodySize * small || /^\d{1,4}\s|\s\d{1,4}$/.test(text)
}

const minLines = 4
const minProse = 12
/** Characters of a line of prose. Columns are narrower than pages. */
const proseLength = 28
const maxHead = 120
/** Share of the paper in which heads and feet are. */
const marginShare = 0.12
/** Distance from the text, in sizes of type. Lines are 1.2 apart, and paragraphs up to 1.65. */
const minGap = 1.7
const farApart = 8
const small = 0.93
/** A note at the foot of a page begins with its mark. */
const note = /^(?:[*†‡§¶]|\(?\d{1,3}[.)]\s|[¹²³]|\d{1,2}\s?\p{Lu})/u

const pageNumber =
  /^[–—\-|[(\s]*(?:(?:page|seite|p\.|página|pagina|pág\.|стр\.|sida|side|str\.)\s*)?(?:\d{1,4}|[ivxl]{1,7})(?:\s*(?:of|von|de|di|av|af|\/|\|)\s*\d{1,4})?[–—\-|\])\s.]*$/i
