import type { PdfItem } from "./pdf-page.ts"
import type { ScanLine, ScannedPage } from "./ScanReading.ts"

/**
 * The text runs of scanned pages, by the number of the page. Sizes of type are measured on letters and vary from line to
 * line: those near that of most text become equal to it, so only real headings are larger.
 */
export const scanItems = (pages: ReadonlyArray<ScannedPage>): ReadonlyMap<number, ReadonlyArray<PdfItem>> => {
  const usual = usualSize(pages.flatMap(({ lines }) => lines))
  return new Map(pages.map(({ lines, page }) => {
    const own = usualSize(lines)
    const body = isNear(own, usual) ? usual : own
    return [page, lines.flatMap((line) => itemsOf(line, isNear(line.fontSize, own) ? body : stepOf(line, own) * body))]
  }))
}

const itemsOf = ({ words, y }: ScanLine, fontSize: number): ReadonlyArray<PdfItem> =>
  words.flatMap(({ text, width, x }, at) => {
    const item: PdfItem = { text, x, y, width, fontSize, endsLine: at === words.length - 1 }
    return at === 0 ? [item] : [{ ...item, text: " ", width: 0, endsLine: false }, item]
  })

/** The median size of the characters. */
const usualSize = (lines: ReadonlyArray<ScanLine>): number => {
  const sized = lines.map(({ fontSize, words }) => ({
    fontSize,
    length: words.reduce((sum, { text }) => sum + text.length, 0)
  })).toSorted((a, b) => a.fontSize - b.fontSize)
  let left = sized.reduce((sum, { length }) => sum + length, 0) / 2
  return sized.find(({ length }) => (left -= length) <= 0)?.fontSize ?? 0
}

const isNear = (size: number, other: number): boolean => Math.abs(size / other - 1) < nearShare

/** Measured sizes of one size of type differ by less. */
const nearShare = 0.17

/** The size in quarters of the usual one. */
const stepOf = ({ fontSize }: ScanLine, usual: number): number => Math.max(0.5, Math.round(4 * fontSize / usual) / 4)
