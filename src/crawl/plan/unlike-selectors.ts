import type { CrawlOptions } from "../../domain/job/Job.ts"

const names = ["include_selectors", "exclude_selectors"] as const

type Selecting = Pick<CrawlOptions, (typeof names)[number]>

/**
 * The options that decide the text of a page, where they are not those of the earlier job. Its texts could not be
 * compared with the new ones: every page would count as changed.
 */
export const unlikeSelectors = (earlier: Selecting, wanted: Selecting): ReadonlyArray<(typeof names)[number]> =>
  names.filter((name) => sorted(earlier[name]) !== sorted(wanted[name]))

/** What to say of one, where `since` is the name of the option for the earlier job. */
export const unlikeReason = (name: (typeof names)[number], since: string): string =>
  `is not the ${name} of the job in ${since}, so their texts cannot be compared; use the same, or leave ${since} out`

const sorted = (selectors: ReadonlyArray<string> | undefined): string => JSON.stringify([...selectors ?? []].sort())
