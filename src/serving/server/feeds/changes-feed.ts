import { Effect } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import type { ScheduleChange, ScheduleId, ScheduleRun } from "../../../core/domain/schedule/Schedule.ts"
import { changeSummary } from "../../../crawling/jobs/changes/change-summary.ts"
import { changedPages, type Comparing, type PageDetails } from "../../../crawling/jobs/changes/changed-pages.ts"
import { detailsHtml } from "../../../crawling/jobs/changes/details-html.ts"
import type { AtomEntry } from "./atom-feed.ts"

export type DetailedChange = Omit<ScheduleChange, "page"> & { readonly page: LedgerRow & PageDetails }

/** The changes with what has changed on each page, in their order. */
export const detailedChanges = (
  comparing: Comparing,
  runs: ReadonlyArray<ScheduleRun>,
  changes: ReadonlyArray<ScheduleChange>
): Effect.Effect<ReadonlyArray<DetailedChange>, StoreUnavailable> =>
  // Changes come by run.
  Effect.map(
    Effect.forEach(Map.groupBy(changes, ({ job_id }) => job_id), ([id, same]) => {
      const since = runs.find(({ job_id }) => job_id === id)?.since
      if (since === undefined) return Effect.succeed<ReadonlyArray<DetailedChange>>([])
      return Effect.map(changedPages(comparing, { id, since }, same.map(({ page }) => page)), (pages) =>
        pages.flatMap((page, index): ReadonlyArray<DetailedChange> => {
          const change = same[index]
          return change === undefined ? [] : [{ ...change, page }]
        }))
    }),
    (detailed) =>
      detailed.flat()
  )

/** A changed page as an entry with what has changed: a table of records, and the diff of its markdown. */
export const changeEntry = (id: ScheduleId, { at, job_id, page, run }: DetailedChange): AtomEntry => {
  const { change = "changed", title, url } = page
  const content = detailsHtml(page)
  return {
    id: `urn:gleaner:schedule:${id}:${job_id}:${encodeURIComponent(url)}`,
    title: `${change}: ${title || url}`,
    updated: at,
    link: url,
    category: change,
    summary: `${changeSummary(page)} (run ${run})`,
    ...(content === "" ? {} : { content })
  }
}
