import type { PageRecord } from "../../domain/Document.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import { declaredRecords } from "./declared.ts"
import { repeatedRecords } from "./repeated-blocks.ts"

const maxRecords = 500

/** Structured items: declared ones first, then the repeated blocks of the page. */
export const collectRecords = (page: ParsedPage, content: PageContent, facts: PageFacts): ReadonlyArray<PageRecord> =>
  [
    ...(page.known.records ?? []),
    ...declaredRecords("json-ld", facts.metadata.json_ld),
    ...declaredRecords("microdata", facts.metadata.microdata),
    ...declaredRecords("rdfa", facts.rdfa),
    ...repeatedRecords(page, content.selection)
  ].slice(0, maxRecords)
