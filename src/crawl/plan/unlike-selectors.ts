import type { CrawlOptions } from "../../domain/job/Job.ts"

const names = ["include_selectors", "exclude_selectors"] as const

type Selecting = Pick<CrawlOptions, (typeof names)[number]>

/**
 * Names of the options for the text of a page that differ from those of the earlier job. With them, every page would
 * count as changed.
 */
export const unlikeSelectors = (earlier: Selecting, wanted: Selecting): ReadonlyArray<(typeof names)[number]> =>
  names.filter((name) => sorted(earlier[name]) !== sorted(wanted[name]))

/** The fault of such an option. `since`: the name of the option for the earlier job. */
export const unlikeReason = (name: (typeof names)[number], since: string): string =>
  `is not the ${name} of the job in ${since}, so their texts cannot be compared; use the same, or leave ${since} out`

const sorted = (selectors: ReadonlyArray<string> | undefined): string => JSON.stringify([...selectors ?? []].sort())
