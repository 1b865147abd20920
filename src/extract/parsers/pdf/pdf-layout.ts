import { escapeHtml } from "../../dom/escape-html.ts"
import { fold } from "../../dom/walk.ts"
import { cellTableAt } from "./pdf-cells.ts"
import { type Line, linesOf } from "./pdf-lines.ts"
import { inLists, itemHtml, itemMark } from "./pdf-lists.ts"
import { withoutMargins } from "./pdf-margins.ts"
import { inReadingOrder } from "./pdf-order.ts"
import type { PdfLink, PdfPage } from "./pdf-page.ts"
import { tableAt } from "./pdf-tables.ts"

/**
 * Converts pages to HTML: paragraphs, headings by size of type, lists, tables and links. Running heads and page numbers are
 * left out.
 */
export const layOut = (pages: ReadonlyArray<PdfPage>): string => {
  const lined = pages.map(({ bottom, items, top }) => ({ lines: linesOf(items), bottom, top }))
  const body = withoutMargins(lined, bodySizeOf(lined.flatMap(({ lines }) => lines))).map(inReadingOrder)
  const heading = headingLevels(body.flat())
  return pages.map(({ links }, index) => {
    const blocks = inLists(blocksOf(body[index] ?? [], heading))
    const { html, left } = linked(blocks.join("\n"), links)
    return html + left.map(({ url }) => `<a href="${escapeHtml(url)}"></a>`).join("")
  }).join("\n")
}

/** Whether a row may begin here: several segments, or another line beside this one. */
const isRowAt = (lines: ReadonlyArray<Line>, at: number): boolean => {
  const [line, next] = [lines[at], lines[at + 1]]
  if (line === undefined || line.segments.length > 1) return line !== undefined
  const [left, right] = [next?.segments[0]?.left ?? 0, line.segments[0]?.right ?? 0]
  return next !== undefined && left > right && Math.abs(next.y - line.y) < beside * line.fontSize
}

/** Cells in the middle of a row and those at its top, in sizes of type. */
const beside = 6

/** Max lines of a page at which a table was looked for without success. Each costs as much as a table. */
const maxFailures = 200

/** The tables, and the paragraphs between them. */
const blocksOf = (lines: ReadonlyArray<Line>, heading: (line: Line) => number): ReadonlyArray<string> => {
  const blocks: Array<string> = []
  let from = 0
  let failures = 0
  const closeText = (end: number) => {
    blocks.push(
      ...paragraphsOf(lines.slice(from, end)).map((paragraph, at, all) => blockOf(paragraph, heading, all[at - 1]))
    )
  }
  for (let at = 0; at < lines.length;) {
    const isRow = isRowAt(lines, at)
    const table = isRow && failures < maxFailures ? tableAt(lines, at) ?? cellTableAt(lines, at) : undefined
    if (table === undefined) {
      if (isRow) failures++
      at++
      continue
    }
    closeText(at)
    blocks.push(table.html)
    at += table.lines
    from = at
  }
  closeText(lines.length)
  return blocks
}

type Paragraph = ReadonlyArray<Line>

/** A paragraph begins at a gap, at another size of type or at a bullet. */
const paragraphsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  const paragraphs: Array<Array<Line>> = []
  for (const line of lines) {
    const last = paragraphs.at(-1)
    const before = last?.at(-1)
    const isInList = itemMark(last?.[0]?.text ?? "", true) !== undefined
    if (last === undefined || before === undefined || isApart(before, line, isInList)) paragraphs.push([line])
    else last.push(line)
  }
  return paragraphs
}

const isApart = (before: Line, line: Line, isInList: boolean): boolean => {
  if (itemMark(line.text, isInList) !== undefined || Math.abs(before.fontSize - line.fontSize) > 0.6) return true
  const gap = before.y - line.y
  // A line further up starts the next column. The paragraph continues unless its last line ended a sentence.
  return gap < 0 ? /[.!?:。！？]$/.test(before.text) : gap > line.fontSize * paragraphGap
}

/** Lines of one paragraph have a distance of 1.1 to 1.5 times their size. */
const paragraphGap = 1.65

/**
 * Maps sizes of type to heading levels. The size of most of the text is the body; larger sizes are headings, largest
 * first.
 */
const headingLevels = (lines: ReadonlyArray<Line>): (line: Line) => number => {
  const body = bodySizeOf(lines)
  const sizes = new Set(lines.map(({ fontSize }) => rounded(fontSize)))
  const larger = [...sizes].filter((size) => size >= body * headingScale).toSorted((a, b) => b - a)
  return ({ fontSize }) => Math.min(larger.indexOf(rounded(fontSize)) + 1, deepestHeading)
}

/** The size of type of most characters. */
const bodySizeOf = (lines: ReadonlyArray<Line>): number => {
  const counts = new Map<number, number>()
  for (const { fontSize, text } of lines) {
    counts.set(rounded(fontSize), (counts.get(rounded(fontSize)) ?? 0) + text.length)
  }
  const [body = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return body
}

const rounded = (size: number): number => Math.round(size * 2) / 2
const headingScale = 1.15
const deepestHeading = 4
const maxHeadingLength = 200

const blockOf = (paragraph: Paragraph, heading: (line: Line) => number, before: Paragraph | undefined): string => {
  const html = paragraph.map((line) => line.html).reduce(joined)
  const [first] = paragraph
  const mark = itemMark(html, itemMark(before?.[0]?.text ?? "", true) !== undefined)
  if (mark !== undefined) return itemHtml(mark, html)
  const level = first === undefined || html.length > maxHeadingLength ? 0 : heading(first)
  return level === 0 ? `<p>${html}</p>` : `<h${level}>${html}</h${level}>`
}

/** Joins two lines. A divided word is joined, and scripts without spaces get no space. */
const joined = (before: string, after: string): string => {
  if (/\p{L}[-\u00AD\u2010]$/u.test(before)) {
    // A word that has another hyphen keeps this one, and names after a hyphen begin with a capital.
    if (/^\p{Lu}/u.test(after) || /[-\u2010][\p{L}\p{N}]+[-\u2010]$/u.test(before)) return before + after
    if (/^\p{Ll}/u.test(after)) return before.slice(0, -1) + after
  }
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，]$/u.test(before)
  return isDense ? before + after : `${before} ${after}`
}

/** Puts each link around the first occurrence of its words. `left` are links with words that were not found. */
const linked = (html: string, links: ReadonlyArray<PdfLink>) => {
  let result = html
  const left: Array<PdfLink> = []
  let from = 0
  for (const link of links) {
    const words = escapeHtml(fold(link.text))
    // Links are mostly in reading order. Other ones are searched from the start.
    const ahead = words === "" ? -1 : result.indexOf(words, from)
    const at = ahead >= 0 || words === "" ? ahead : result.indexOf(words)
    if (at < 0 || result.lastIndexOf("<a ", at) > result.lastIndexOf("</a>", at)) {
      left.push(link)
      continue
    }
    const anchor = `<a href="${escapeHtml(link.url)}">${words}</a>`
    result = result.slice(0, at) + anchor + result.slice(at + words.length)
    from = at + anchor.length
  }
  return { html: result, left }
}
