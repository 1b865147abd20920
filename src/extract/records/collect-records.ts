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
    // Where the parser has them already (a feed), the blocks of the page are the same items over again.
    ...(page.known.records === undefined ? repeatedRecords(page, content.selection) : [])
  ].slice(0, maxRecords)
