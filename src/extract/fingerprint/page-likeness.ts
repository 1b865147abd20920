import type { PageLikeness } from "../../core/domain/job/LedgerRow.ts"
import { compact } from "../../core/kernel/compact.ts"
import { hasContent, type Reading } from "../Reading.ts"
import { fieldNames } from "./field-names.ts"
import { nearKeyOf } from "./near-key.ts"
import { pageShape } from "./page-shape.ts"

/** The evidence by which a page is compared with the other pages of its job. */
export const pageLikeness = (reading: Reading): PageLikeness => {
  const { content: { selection: { pageType }, text }, document = {}, facts: { title }, page: { html, known } } = reading
  return {
    ...compact({
      near: hasContent(reading) ? nearKeyOf({ text, title, pageType }) : undefined,
      shape: known.rendition === undefined ? pageShape(html.body) : undefined
    }),
    fields: fieldNames(document)
  }
}
