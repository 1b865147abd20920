import type { Job } from "../../domain/job/Job.ts"
import type { LedgerRow } from "../../domain/job/LedgerRow.ts"
import { duration } from "./progress.ts"

/** How many pages had each reason, such as `http_status 404`. */
export type Reasons = ReadonlyMap<string, number>

/** Adds the reason of a page that failed or was skipped. */
export const countReason = (reasons: Map<string, number>, { code, status }: Pick<LedgerRow, "code" | "status">) => {
  const reason = code === "http_status" ? `${code} ${status}` : code
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

/** The most frequent reasons, in brackets. */
export const reasonsText = (reasons: Reasons): string => {
  const sorted = [...reasons].toSorted(([, one], [, other]) => other - one)
  const told = sorted.slice(0, maxReasons).map(([reason, count]) => `${count} ${reason}`)
  const others = sorted.slice(maxReasons).reduce((sum, [, count]) => sum + count, 0)
  if (others > 0) told.push(`${others} for other reasons`)
  return told.length === 0 ? "" : ` (${told.join(", ")})`
}

const maxReasons = 5

/** What became of a job, and why pages are missing: one line. */
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
