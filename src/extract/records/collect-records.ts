import type { PageRecord } from "../../domain/document/Document.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import { declaredRecords } from "./declared.ts"
import { repeatedRecords } from "./repeated-blocks.ts"

const maxRecords = 500

/** Collects structured items: declared ones first, then repeated blocks. */
export const collectRecords = (page: ParsedPage, content: PageContent, facts: PageFacts): ReadonlyArray<PageRecord> =>
  [
    ...(page.known.records ?? []),
    ...declaredRecords("json-ld", facts.metadata.json_ld),
    ...declaredRecords("microdata", facts.metadata.microdata),
    ...declaredRecords("rdfa", facts.rdfa),
    // If the parser has records (a feed), the blocks of the page repeat them.
    ...(page.known.records === undefined ? repeatedRecords(page, content.selection) : [])
  ].slice(0, maxRecords)
