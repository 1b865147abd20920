import { escapeHtml } from "../../dom/escape-html.ts"
import { fold } from "../../dom/walk.ts"
import type { PdfItem, PdfLink, PdfPage } from "./pdf-page.ts"
import { type SegmentedLine, segmentsOf, tableAt } from "./pdf-tables.ts"

/**
 * Converts pages to HTML: paragraphs, headings by size of type, lists, tables and links. Running heads and page numbers are
 * left out.
 */
export const layOut = (pages: ReadonlyArray<PdfPage>): string => {
  const lined = pages.map(({ items }) => linesOf(items))
  const running = runningLines(lined)
  const body = lined.map((lines) => lines.filter((line) => !running.has(runningKey(line.text))))
  const heading = headingLevels(body.flat())
  return pages.map(({ links }, index) => {
    const blocks = blocksOf(body[index] ?? [], heading)
    const { html, left } = linked(blocks.join("\n"), links)
    return html + left.map(({ url }) => `<a href="${escapeHtml(url)}"></a>`).join("")
  }).join("\n")
}

interface Line extends SegmentedLine {
  readonly text: string
}

/** Max lines of a page at which a table was looked for without success. Each costs as much as a table. */
const maxFailures = 200

/** The tables, and the paragraphs between them. */
const blocksOf = (lines: ReadonlyArray<Line>, heading: (line: Line) => number): ReadonlyArray<string> => {
  const blocks: Array<string> = []
  let from = 0
  let failures = 0
  const closeText = (end: number) => {
    blocks.push(...paragraphsOf(lines.slice(from, end)).map((paragraph) => blockOf(paragraph, heading)))
  }
  for (let at = 0; at < lines.length;) {
    const isRow = (lines[at]?.segments.length ?? 0) > 1
    const table = isRow && failures < maxFailures ? tableAt(lines, at) : undefined
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

const linesOf = (items: ReadonlyArray<PdfItem>): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let run: Array<PdfItem> = []
  const close = () => {
    const text = fold(run.map((item) => item.text).join(""))
    const tallest = run.reduce((most, item) => (item.text.trim() === "" ? most : Math.max(most, item.fontSize)), 0)
    if (text !== "") {
      const y = run.find((item) => item.text.trim() !== "")?.y ?? 0
      lines.push({ text, y, fontSize: tallest, segments: segmentsOf(run, tallest) })
    }
    run = []
  }
  for (const item of items) {
    run.push(item)
    if (item.endsLine) close()
  }
  close()
  return lines
}

/**
 * Lines at the edge of a page that repeat on other pages except for their numbers, and bare page numbers. Left and right
 * pages may have different lines, and the first page none.
 */
const runningLines = (pages: ReadonlyArray<ReadonlyArray<Line>>): ReadonlySet<string> => {
  const counts = new Map<string, number>()
  for (const lines of pages) {
    const edges = new Set([...lines.slice(0, edge), ...lines.slice(-edge)].map((line) => runningKey(line.text)))
    for (const key of edges) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const often = Math.max(3, pages.length / 3)
  return new Set([...counts].filter(([, count]) => count >= often).map(([key]) => key))
}

const edge = 2
const runningKey = (text: string): string => text.replace(/\d+/g, "#").toLowerCase()

type Paragraph = ReadonlyArray<Line>

/** A paragraph begins at a gap, at another size of type or at a bullet. */
const paragraphsOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Paragraph> => {
  const paragraphs: Array<Array<Line>> = []
  for (const line of lines) {
    const last = paragraphs.at(-1)
    const before = last?.at(-1)
    if (last === undefined || before === undefined || isApart(before, line)) paragraphs.push([line])
    else last.push(line)
  }
  return paragraphs
}

const isApart = (before: Line, line: Line): boolean => {
  if (bullet.test(line.text) || Math.abs(before.fontSize - line.fontSize) > 0.6) return true
  const gap = before.y - line.y
  // A line further up starts the next column. The paragraph continues unless its last line ended a sentence.
  return gap < 0 ? /[.!?:。！？]$/.test(before.text) : gap > line.fontSize * paragraphGap
}

/** Lines of one paragraph have a distance of 1.1 to 1.5 times their size. */
const paragraphGap = 1.65
const bullet = /^[•▪◦‣●■∙·]\s*/

/**
 * Maps sizes of type to heading levels. The size of most of the text is the body; larger sizes are headings, largest
 * first.
 */
const headingLevels = (lines: ReadonlyArray<Line>): (line: Line) => number => {
  const counts = new Map<number, number>()
  for (const { fontSize, text } of lines) {
    counts.set(rounded(fontSize), (counts.get(rounded(fontSize)) ?? 0) + text.length)
  }
  const [body = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const larger = [...counts.keys()].filter((size) => size >= body * headingScale).toSorted((a, b) => b - a)
  return ({ fontSize }) => Math.min(larger.indexOf(rounded(fontSize)) + 1, deepestHeading)
}

const rounded = (size: number): number => Math.round(size * 2) / 2
const headingScale = 1.15
const deepestHeading = 4
const maxHeadingLength = 200

const blockOf = (paragraph: Paragraph, heading: (line: Line) => number): string => {
  const text = paragraph.map((line) => line.text).reduce(joined)
  const [first] = paragraph
  if (bullet.test(text)) return `<ul><li>${escapeHtml(text.replace(bullet, ""))}</li></ul>`
  const level = first === undefined || text.length > maxHeadingLength ? 0 : heading(first)
  return level === 0 ? `<p>${escapeHtml(text)}</p>` : `<h${level}>${escapeHtml(text)}</h${level}>`
}

/** Joins two lines. A hyphenated word is joined, and scripts without spaces get no space. */
const joined = (before: string, after: string): string => {
  if (/\p{L}[-\u00AD]$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after
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
