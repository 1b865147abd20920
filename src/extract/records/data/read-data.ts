import type { Shape } from "../../../core/domain/data/data-shape.ts"
import type { PageRecord } from "../../../core/domain/document/Document.ts"
import type { DataTrace, Warning } from "../../../core/domain/document/Trace.ts"
import type { PageContent, PageFacts, ParsedPage } from "../../Page.ts"
import { type Concept, contacts, pageFacts } from "./concepts.ts"
import { fieldTraces } from "./data-trace.ts"
import type { Instance } from "./fill-object.ts"
import { maxValues, type OtherRows, ShapeFiller } from "./fill-shape.ts"
import type { Base } from "./find-values.ts"
import { shapeOf } from "./shape-of.ts"
import { baseOf, type Group, groupsOf, minValues, ownerOf, rowsOf, subjectOf } from "./subject.ts"

export interface FoundData {
  /** Null if nothing was found. */
  readonly instance: Instance | ReadonlyArray<Instance> | null
  readonly trace: DataTrace
  readonly warnings?: ReadonlyArray<Warning>
}

/** The data that the schema of the request describes, from what the page declares. */
export const readData = (
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts,
  records: ReadonlyArray<PageRecord>
): FoundData | undefined => {
  const { fetchedAt, options } = page.input
  const shape = options?.schema === undefined ? undefined : shapeOf(options.schema)
  if (shape === undefined) return undefined
  const filler = new ShapeFiller(page.baseUrl, fetchedAt)
  const instance = instanceOf(shape, filler, page, facts, records)
  return {
    instance,
    trace: {
      source: instance === null ? "none" : "declared",
      wrapper: null,
      fields: fieldTraces(filler.filled, content, page),
      // The pointer to all of it.
      missing: instance === null && filler.missing.length === 0 ? [""] : filler.missing
    }
  }
}

const instanceOf = (
  shape: Shape,
  filler: ShapeFiller,
  page: ParsedPage,
  facts: PageFacts,
  records: ReadonlyArray<PageRecord>
): FoundData["instance"] => {
  const groups = groupsOf(records.map((record) => withoutOwnAddress(record, page, facts)))
  if (shape._tag === "Array" && shape.items._tag === "Object") {
    const rows = filledRows(rowsOf(groups, shape.title, shape.items, filler), shape.items, "", filler)
    return rows.length === 0 ? null : rows
  }
  if (shape._tag !== "Object") return null
  const subject = subjectOf(groups, shape, filler, page, facts)
  const others = groups.filter((group) => !group.some((record) => subject.includes(record)))
  const otherRows: OtherRows = (name, items, pointer) =>
    filledRows(rowsOf(others, name, items, filler), items, pointer, filler)
  const owner = ownerOf(groups)
  const bases = [
    ...subject.map(baseOf),
    metadataOf(facts, subject),
    ...(owner === undefined ? [] : [{ ...baseOf(owner), only: isContact }])
  ]
  return filler.root(shape, bases, otherRows) ?? null
}

const filledRows = (
  group: Group,
  items: Extract<Shape, { _tag: "Object" }>,
  pointer: string,
  filler: ShapeFiller
): ReadonlyArray<Instance> => {
  const rows: Array<Instance> = []
  for (const record of group) {
    if (filler.filled.length >= maxValues) break
    const row = filler.row(items, baseOf(record), `${pointer}/${rows.length}`, minValues(items))
    if (row !== undefined) rows.push(row)
  }
  return rows
}

/** The address of a product that declares none is that of the request, which the page does not say. */
const withoutOwnAddress = (record: PageRecord, page: ParsedPage, facts: PageFacts): PageRecord => {
  const { fields, source } = record
  if (source === "json-ld" || source === "microdata" || source === "selectors") return record
  if (fields["url"] !== page.url.href || facts.metadata.canonical_url === page.url.href) return record
  const { url: _, ...rest } = fields
  return { ...record, fields: rest }
}

/** Facts of the page. Beside a record, only those that are about the page itself, or about an article. */
const metadataOf = (facts: PageFacts, subjects: ReadonlyArray<PageRecord>): Base => {
  const subject = subjects.find(({ source }) => source !== "selectors")
  const { author, description, image, keywords, language, metadata, published_date, site_name, title } = facts
  const isArticle = subject === undefined || articles.test(subject.type)
  return {
    source: "metadata",
    fields: {
      headline: title,
      description,
      author,
      datePublished: published_date,
      dateModified: metadata.modified_date,
      inLanguage: language,
      keywords,
      publisher: site_name,
      url: metadata.canonical_url,
      image
    },
    only: (concept) => isArticle || isPageFact(concept)
  }
}

const articles = /Article$|^(?:BlogPosting|WebPage|Report|)$/

const isContact = (concept: Concept | undefined): boolean => concept !== undefined && contacts.has(concept)

const isPageFact = (concept: Concept | undefined): boolean => concept !== undefined && pageFacts.has(concept)
