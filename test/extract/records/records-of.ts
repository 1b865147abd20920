import type { PageRecord } from "../../../src/core/domain/document/Document.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { readFacts } from "../../../src/extract/metadata/read-facts.ts"
import { collectRecords } from "../../../src/extract/records/collect-records.ts"
import { pageOf } from "../markdown/page-of.ts"

export const recordsOf = (html: string): ReadonlyArray<PageRecord> => {
  const page = pageOf(html)
  const content = contentOf(page)
  return collectRecords(page, content, readFacts(page, content))
}

export const repeated = (html: string): ReadonlyArray<PageRecord> =>
  recordsOf(html).filter(({ source }) => source === "repeated")
