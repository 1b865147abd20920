import type { PageType } from "../../Page.ts"
import type { Block } from "./blocks.ts"
import type { PageSignals } from "./page-signals.ts"

const manyArticles = 4
const mostlyLinks = 0.6

/** Kind of page, by declared types and structure. A hint for later stages; the content does not depend on it. */
export const pageTypeOf = (page: PageSignals, blocks: ReadonlyArray<Block>): PageType => {
  const { article, forum, list, product } = page.declared
  if (forum && !article) return "forum"
  if (product && !list) return "product"
  if (list || page.articles >= manyArticles) return "collection"
  if (article || page.urlHasDate) return "article"
  const words = blocks.reduce((sum, block) => sum + block.words, 0)
  const links = blocks.reduce((sum, block) => sum + block.linkWords, 0)
  if (links > words * mostlyLinks) return "listing"
  return blocks.some(({ place }) => place.element.tag === "pre")
    ? "documentation"
    : page.articles === 1
    ? "article"
    : "service"
}
