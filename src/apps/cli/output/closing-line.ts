import type { Job } from "../../../core/domain/job/Job.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import { duration } from "./progress.ts"

/** Number of pages per reason, such as `http_status 404`. */
export type Reasons = ReadonlyMap<string, number>

/** Counts the reason of a failed or skipped page. */
export const countReason = (reasons: Map<string, number>, { code, status }: Pick<LedgerRow, "code" | "status">) => {
  const reason = code === "http_status" ? `${code} ${status}` : code
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

/** The most frequent reasons, in brackets. */
export const reasonsText = (reasons: Reasons): string => {
  const sorted = [...reasons].toSorted(([, one], [, other]) => other - one)
  const shown = sorted.slice(0, maxReasons).map(([reason, count]) => `${count} ${reason}`)
  const others = sorted.slice(maxReasons).reduce((sum, [, count]) => sum + count, 0)
  if (others > 0) shown.push(`${others} for other reasons`)
  return shown.length === 0 ? "" : ` (${shown.join(", ")})`
}

const maxReasons = 5

/** One line with the outcome of a job, and the reasons of missing pages. */
export const closingLine = (
  { created_at, finished_at, stats, status }: Job,
  reasons: { readonly failed: Reasons; readonly skipped: Reasons }
): string => {
  const { crawled, duplicates, failed, pending, skipped, stored } = stats
  const seconds = finished_at === null ? 0 : finished_at - created_at
  return `${status}: ${crawled} crawled, ${stored} stored, ${failed} failed${reasonsText(reasons.failed)}, ` +
    `${skipped} skipped${reasonsText(reasons.skipped)}, ${duplicates} duplicates` +
    `${pending === 0 ? "" : `, ${pending} pending`}, in ${duration(seconds)}`
}
