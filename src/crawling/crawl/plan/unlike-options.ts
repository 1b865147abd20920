import type { CrawlOptions } from "../../../core/domain/job/Job.ts"

const names = ["include_selectors", "exclude_selectors", "language", "actions", "page_actions"] as const

type TextOptions = Pick<CrawlOptions, (typeof names)[number]>

/**
 * Names of the options for the text of a page that differ from those of the earlier job. With them, every page would
 * count as changed.
 */
export const unlikeOptions = (earlier: TextOptions, wanted: TextOptions): ReadonlyArray<(typeof names)[number]> =>
  names.filter((name) => normal(name, earlier[name]) !== normal(name, wanted[name]))

/** The fault of such an option. `since`: the name of the option for the earlier job. */
export const unlikeReason = (name: (typeof names)[number], since: string): string =>
  `is not the ${name} of the job in ${since}, so their texts cannot be compared; use the same, or leave ${since} out`

const isOrdered = (name: (typeof names)[number]): boolean => !name.endsWith("selectors")

/** The order of languages and actions matters, that of selectors does not. */
const normal = (name: (typeof names)[number], values: ReadonlyArray<unknown> = []): string =>
  JSON.stringify(isOrdered(name) ? values : [...values].sort())
