import type { DocumentField } from "../document/DocumentField.ts"
import { type OptionsOf, readingOptions } from "./RequestOptions.ts"

const names = ["include_html", ...readingOptions] as const

/** The options that the extractor reads. */
export type PageOptions = Pick<OptionsOf<"scrape">, (typeof names)[number]>

/** These options out of more. The others do not leave this process: some are secrets. */
export const pageOptions = (options: PageOptions): PageOptions =>
  Object.fromEntries(names.flatMap((name) => options[name] === undefined ? [] : [[name, options[name]]]))

/**
 * The fields that a crawl itself needs, whatever fields its documents have: links to follow, the text to compare, and
 * the metadata where it obeys what a page says to robots.
 */
export const neededOf = (
  options: { readonly canonical_links: boolean; readonly purpose?: string },
  obeysTags: boolean
): ReadonlyArray<DocumentField> => [
  "links",
  "text",
  ...(options.canonical_links || obeysTags || options.purpose !== undefined ? ["metadata" as const] : [])
]
