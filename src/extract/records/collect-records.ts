import type { PageRecord } from "../../core/domain/document/Document.ts"
import { typesOf } from "../metadata/declared/json-ld.ts"
import type { PageContent, PageFacts, ParsedPage, RawRecord, Selection } from "../Page.ts"
import { isEmpty, withCommonFields } from "./common-fields.ts"
import { declaredRecords } from "./declared.ts"
import { mergedRecords } from "./merged-records.ts"
import { isOffered, isOfPage, ownProduct, withLeadImage, withOwnPage } from "./own-product.ts"
import { withRecipe } from "./recipes/with-recipe.ts"
import { repeatedRecords } from "./repeated-blocks.ts"
import { kindOf } from "./schema-types.ts"

const maxRecords = 500

/** Collects structured items: those that selectors chose, declared ones, then repeated blocks. None is empty. */
export const collectRecords = (
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts,
  selected: ReadonlyArray<RawRecord> = []
): ReadonlyArray<PageRecord> => {
  const { known } = page
  const declared = known.records ??
    withRecipe(mergedRecords(declaredBy(facts).filter(isFilled), page.baseUrl), page, content, facts)
  const all = known.records === undefined ? withSeen(declared, page, content.selection, facts) : declared
  const records = all.filter(isFilled).slice(0, maxRecords)
  const common = [...selected, ...records].map((record) => withCommonFields(record, page.baseUrl))
  return withLeadImage(withOwnPage(common, page, facts), page, facts)
}

const declaredBy = ({ metadata, rdfa }: PageFacts): ReadonlyArray<RawRecord> => [
  ...declaredRecords("json-ld", metadata.json_ld),
  ...declaredRecords("microdata", metadata.microdata),
  ...declaredRecords("rdfa", rdfa)
]

const isFilled = (record: RawRecord): boolean => !isEmpty(record)

/**
 * The declared records, the product of the page unless it is among them, and the lists of the page. If the parser has
 * records (a feed), the blocks of the page repeat them.
 */
const withSeen = (
  declared: ReadonlyArray<RawRecord>,
  page: ParsedPage,
  selection: Selection,
  facts: PageFacts
): ReadonlyArray<RawRecord> => {
  const shown = repeatedRecords(page, withDeclaredType(selection, facts))
  const products = declared.filter(isOffered)
  if (products.length === 0) {
    const own = ownProduct(page, facts, selection)
    return [...declared, ...(own === undefined ? [] : [own]), ...shown]
  }
  const mine = products.find(isOfPage(page, facts))
  // Several products of which none is that of the page are its related ones, or a list.
  const seen = mine === undefined && products.length > 1 ? ownProduct(page, facts, selection) : undefined
  const own = mine ?? seen
  return own === undefined ? [...declared, ...shown] : [own, ...declared.filter((record) => record !== own), ...shown]
}

/** Articles are among the cards of related pages, so a page that declares itself one is not a list of them. */
const withDeclaredType = (selection: Selection, { metadata }: PageFacts): Selection =>
  metadata.json_ld.some((object) => typesOf(object).some((type) => kindOf(type) === "Article" && !posts.has(type)))
    ? { ...selection, pageType: "article" }
    : selection

/** Pages of threads have lists of posts. */
const posts: ReadonlySet<string> = new Set(["DiscussionForumPosting", "SocialMediaPosting", "LiveBlogPosting"])
