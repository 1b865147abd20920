import { Schema } from "effect"

/** Sources of the URLs of a crawl. */
export const CrawlSource = Schema.Literals(["all", "links", "sitemaps"])

/** A day of the calendar, as YYYY-MM-DD. */
export const Day = Schema.String.check(
  Schema.makeFilter((day: string) => isDay(day) ? undefined : "must be a day such as 2026-11-01")
)

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

interface SourceOptions {
  readonly source?: (typeof CrawlSource)["Type"]
  readonly sitemaps?: boolean
  readonly modified_since?: string
}

/** Whether a crawl reads sitemaps. */
export const readsSitemaps = ({ sitemaps, source }: SourceOptions): boolean =>
  source === "sitemaps" || source !== "links" && sitemaps === true

/** The faults of options that contradict each other, by their names. */
export const sourceFaults = (
  options: SourceOptions
): ReadonlyArray<readonly [name: "source" | "modified_since", fault: string]> => [
  ...(options.source === "links" && options.sitemaps === true
    ? [["source", "links contradicts sitemaps true; leave one of them out"] as const]
    : []),
  ...(options.modified_since !== undefined && !readsSitemaps(options)
    ? [["modified_since", "is about dates in sitemaps; add sitemaps true, or source sitemaps"] as const]
    : [])
]
