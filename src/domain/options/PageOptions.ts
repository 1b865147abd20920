import { Schema } from "effect"
import { Document } from "../document/Document.ts"
import { ExtractRule } from "../document/ExtractRule.ts"
import { Selector } from "../document/Selector.ts"
import { maxEntries } from "./max-entries.ts"

/** The keys of a Document, including `blocks`, which is present only on request. */
const fieldNames = Object.keys(Document.fields) as Array<keyof Document>

export const DocumentField = Schema.Literals(fieldNames).annotate({
  identifier: "DocumentField",
  message: `must be one of ${fieldNames.join(", ")}`
})
export type DocumentField = typeof DocumentField.Type

const maxSelectors = 50
const maxRules = 20

export const DocumentFields = Schema.Array(DocumentField).check(
  Schema.isNonEmpty(),
  maxEntries(fieldNames.length)
)
export const Selectors = Schema.Array(Selector).check(Schema.isNonEmpty(), maxEntries(maxSelectors))
export const ExtractRules = Schema.Array(ExtractRule).check(Schema.isNonEmpty(), maxEntries(maxRules))

/** Options of reading a page, for a scrape and for all pages of a job. */
export const PageOptions = Schema.Struct({
  fields: Schema.optionalKey(DocumentFields),
  include_selectors: Schema.optionalKey(Selectors),
  exclude_selectors: Schema.optionalKey(Selectors),
  extract: Schema.optionalKey(ExtractRules),
  wait_for: Schema.optionalKey(Selector)
})
export interface PageOptions extends Schema.Schema.Type<typeof PageOptions> {}

/** Picks these options from an object that may have others. */
export const pageOptions = (options: PageOptions): PageOptions => {
  const given = Object.keys(PageOptions.fields).flatMap((name) => {
    const value = options[name as keyof PageOptions] // the keys of the schema
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(given)
}

/**
 * Fields that a crawl itself needs, besides those of its documents: links to follow, text to compare, and metadata if
 * it evaluates canonical URLs or robots directives.
 */
export const neededOf = (
  options: { readonly canonical_links: boolean; readonly purpose?: string },
  obeysTags: boolean
): ReadonlyArray<DocumentField> => [
  "links",
  "text",
  ...(options.canonical_links || obeysTags || options.purpose !== undefined ? ["metadata" as const] : [])
]
