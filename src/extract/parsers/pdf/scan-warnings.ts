import type { Warning } from "../../../core/domain/document/Trace.ts"
import type { DraftPage, PageInput } from "../../Page.ts"
import type { ScanReading } from "./ScanReading.ts"

/** The reading that the input has, if its scans were read. */
export const readingOf = ({ ocr }: PageInput): ScanReading | undefined => typeof ocr === "object" ? ocr : undefined

/** The page with the pages that were read, and what is to be known about them. */
export const withReading = (page: DraftPage, { missed, pages }: ScanReading): DraftPage => ({
  ...page,
  ...(pages.length === 0 ? {} : { ocr: pages.map(({ confidence, page: number }) => ({ page: number, confidence })) }),
  warnings: [
    ...page.warnings,
    ...usedWarning(pages.filter(({ lines }) => lines.length > 0)),
    ...missed.map(missedWarning)
  ]
})

const usedWarning = (pages: ScanReading["pages"]): ReadonlyArray<Warning> =>
  pages.length === 0 ? [] : [{
    code: "ocr_used",
    message: `Text of ${
      pagesIn(pages.map(({ page }) => page))
    } was read from pictures and may have mistakes; trace.ocr has the confidence.`
  }]

const missedWarning = ({ pages, why }: ScanReading["missed"][number]): Warning => ({
  code: "ocr_incomplete",
  message: `The picture of ${pagesIn(pages)} was not read: ${why}.`
})

/** `page 3`, or `pages 1-4, 7 and 80`. */
const pagesIn = (pages: ReadonlyArray<number>): string => {
  const runs: Array<{ readonly first: number; last: number }> = []
  for (const page of pages.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run !== undefined && page === run.last + 1) run.last = page
    else runs.push({ first: page, last: page })
  }
  const shown = runs.slice(0, maxRuns).map(({ first, last }) => first === last ? `${first}` : `${first}-${last}`)
  const more = runs.length > maxRuns ? " and others" : ""
  return `page${pages.length === 1 ? "" : "s"} ${shown.join(", ")}${more}`
}

const maxRuns = 10
