import { Effect } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { JobId } from "../../../core/domain/job/Job.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import type { Priority } from "../../../core/kernel/fair/FairQueue.ts"
import type { Extractor } from "../../../extract/Extractor.ts"
import type { RecordChange } from "../../../extract/works/record-changes.ts"
import type { JobStore } from "../JobStore.ts"
import { documentAt, type Found, placesOf } from "./stored-page.ts"

/** Title and changes of a page. */
export interface PageDetails {
  /** Of the page, or of its earlier Document if it was removed. "" if it is unknown. */
  readonly title: string
  /** Unified diff of the markdown. Absent if it has not changed, or is not available. */
  readonly diff?: string
  /** Changes of the records. Absent without any. */
  readonly records?: ReadonlyArray<RecordChange>
  /** With `diff`: characters in changed lines, as a share of those of both texts. */
  readonly share?: number
}

export interface Comparing {
  readonly store: Pick<JobStore["Service"], "documents" | "ledger">
  readonly extractor: Pick<Extractor["Service"], "diff">
  readonly owner: string
  readonly priority: Priority
}

/** Characters of the diff of one page, and of all diffs and records of one call. */
const maxDiff = 4000
const maxTotal = 160_000
const maxRecords = 50

/** Titles and changes of these pages, compared with the job `since`. Unavailable details are left out. */
export const changedPages = Effect.fnUntraced(function*<Row extends Pick<LedgerRow, "url">>(
  { extractor, owner, priority, store }: Comparing,
  { id, since }: { readonly id: JobId; readonly since: string },
  rows: ReadonlyArray<Row>
): Effect.fn.Return<ReadonlyArray<Row & PageDetails>, StoreUnavailable> {
  if (rows.length === 0) return []
  const names = new Set(rows.map(({ url }) => url))
  const after = yield* placesOf(store, id, names)
  const before = yield* placesOf(store, JobId.make(since), names)
  let total = 0
  return yield* Effect.forEach(rows, (row) =>
    Effect.gen(function*() {
      if (total > maxTotal) return { ...row, title: "" }
      const pair = {
        url: row.url,
        before: yield* documentAt(store, before.get(row.url) ?? nowhere),
        after: yield* documentAt(store, after.get(row.url) ?? nowhere)
      }
      if (pair.before === undefined && pair.after === undefined) return { ...row, title: "" }
      const { records, share, text = "", title } = yield* extractor.diff(pair, { owner, priority })
      const details: PageDetails = {
        title,
        // Without a changed line, the diff has only its head.
        ...(share === 0 ? {} : { diff: shortened(text), share }),
        ...(records.length === 0 ? {} : { records: records.slice(0, maxRecords) })
      }
      total += JSON.stringify(details).length
      return { ...row, ...details }
    }).pipe(Effect.catchTag(["NoDiff", "PageError"], () => Effect.succeed({ ...row, title: "" }))))
})

const nowhere: Found = { place: undefined }

/** Whole lines. A line that starts with a backslash is none of the texts that are compared. */
const shortened = (diff: string): string => {
  if (diff.length <= maxDiff) return diff
  const end = diff.lastIndexOf("\n", maxDiff)
  const kept = end > 0 ? diff.slice(0, end) : diff.slice(0, maxDiff)
  const left = diff.slice(kept.length).split("\n").length - 1
  return `${kept.toWellFormed()}\n\\ and ${left} more lines\n`
}
