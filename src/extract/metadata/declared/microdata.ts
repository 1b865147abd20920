import type { PageElement } from "../../dom/node.ts"
import { elements } from "../../dom/walk.ts"
import {
  contentOf,
  type Item,
  ItemReader,
  type ItemSyntax,
  type ItemValue,
  localName,
  tokens,
  urlValue,
  valueOf
} from "./items.ts"

/**
 * The top-level microdata items of a page (HTML standard, "Microdata"): properties by name, with items from `itemref`.
 */
export const readMicrodata = (
  starts: ReadonlyArray<PageElement>,
  document: PageElement,
  base: URL
): ReadonlyArray<Item> => new ItemReader(microdata, base, referredBy(starts, document)).read(starts)

const microdata: ItemSyntax = {
  isItem: (element) => element.has("itemscope"),
  property: "itemprop",
  type: (element) => localName(tokens(element.attr("itemtype"))[0] ?? ""),
  id: (element) => element.attr("itemid") ?? "",
  value: (element, base): ItemValue => contentOf(element) ?? urlValue(element, base) ?? valueOf(element)
}

/** Elements named by `itemref`, found in one walk, if any item has it. */
const referredBy = (
  starts: ReadonlyArray<PageElement>,
  document: PageElement
): (element: PageElement) => ReadonlyArray<PageElement> => {
  if (!starts.some((element) => element.has("itemref"))) return () => []
  const byId = new Map<string, PageElement>()
  for (const element of elements(document)) {
    const id = element.attr("id")
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  return (element) => tokens(element.attr("itemref")).flatMap((id) => byId.get(id) ?? [])
}
