import type { PageRecord } from "../../core/domain/document/Document.ts"
import { typesOf } from "../metadata/declared/json-ld.ts"
import type { PageContent, PageFacts, ParsedPage, RawRecord, Selection } from "../Page.ts"
import { isEmpty, withCommonFields } from "./common-fields.ts"
import { declaredRecords } from "./declared.ts"
import { isProduct, ownProduct, withOwnPage } from "./own-product.ts"
import { repeatedRecords } from "./repeated-blocks.ts"

const maxRecords = 500

/** Collects structured items: those that selectors chose, declared ones, then repeated blocks. None is empty. */
export const collectRecords = (
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts,
  selected: ReadonlyArray<RawRecord> = []
): ReadonlyArray<PageRecord> => {
  const declared = [
    ...(page.known.records ?? []),
    ...declaredRecords("json-ld", facts.metadata.json_ld),
    ...declaredRecords("microdata", facts.metadata.microdata),
    ...declaredRecords("rdfa", facts.rdfa)
  ].filter((record) => !isEmpty(record))
  const seen = page.known.records === undefined ? seenRecords(page, content.selection, facts, declared) : []
  const records = [...declared, ...seen].slice(0, maxRecords)
  return withOwnPage([...selected, ...records].map((record) => withCommonFields(record, page.baseUrl)), page, facts)
}

/** The product of the page and its lists. If the parser has records (a feed), the blocks of the page repeat them. */
const seenRecords = (
  page: ParsedPage,
  selection: Selection,
  facts: PageFacts,
  declared: ReadonlyArray<RawRecord>
): ReadonlyArray<RawRecord> => {
  const own = declared.some(({ type }) => isProduct(type)) ? undefined : ownProduct(page, facts, selection)
  return [...(own === undefined ? [] : [own]), ...repeatedRecords(page, withDeclaredType(selection, facts))]
}

/** Articles are among the cards of related pages, so a page that declares itself one is not a list of them. */
const withDeclaredType = (selection: Selection, { metadata }: PageFacts): Selection =>
  metadata.json_ld.some((object) => typesOf(object).some((type) => articles.test(type)))
    ? { ...selection, pageType: "article" }
    : selection

const articles = /^(?:\w*Article|BlogPosting)$/
