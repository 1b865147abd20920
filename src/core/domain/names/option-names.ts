/** Options of reading a page, the same for a scrape and for the pages of a job. */
export const readingOptions = [
  "fields",
  "include_selectors",
  "exclude_selectors",
  "hidden",
  "links",
  "ocr",
  "extract",
  "schema",
  "wrapper",
  "wait_for",
  "chunks"
] as const

/** Options of fetching a page, the same for all routes that read pages. */
export const fetchOptions = ["max_age_seconds", "language"] as const

/** Options that pick chunks of a Document, for a scrape and for stored Documents. */
export const passageOptions = ["query", "max_tokens"] as const
