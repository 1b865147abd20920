import type { PageElement } from "../../dom/node.ts"
import { contentOf, type Item, ItemReader, type ItemSyntax, localName, tokens, urlValue, valueOf } from "./items.ts"

/** The top-level RDFa Lite 1.1 resources of a page. Property names come without their vocabulary. */
export const readRdfa = (starts: ReadonlyArray<PageElement>, base: URL): ReadonlyArray<Item> =>
  new ItemReader(rdfa, base).read(starts)

const rdfa: ItemSyntax = {
  isItem: (element) => element.has("typeof"),
  property: "property",
  type: (element) => localName(tokens(element.attr("typeof"))[0] ?? ""),
  id: (element) => element.attr("resource") ?? "",
  // RDFa 1.1 section 7.5, step 11: content, then an address, then the text.
  value: (element, base) =>
    contentOf(element) ?? element.attr("resource") ?? urlValue(element, base) ?? valueOf(element)
}
