import type { PageElement } from "../dom/node.ts"
import { children, foldedText } from "../dom/walk.ts"

export type MicrodataItem = { readonly [key: string]: unknown }

const maxItems = 200
const maxDepth = 6

/** The top-level microdata items of the page (HTML standard, "microdata"), properties by name. */
export const readMicrodata = (items: ReadonlyArray<PageElement>, base: URL): ReadonlyArray<MicrodataItem> =>
  items.slice(0, maxItems).map((element) => itemOf(element, base, 0))

const itemOf = (element: PageElement, base: URL, depth: number): MicrodataItem => {
  const item: Record<string, unknown> = { "@type": (element.attr("itemtype") ?? "").trim().replace(/^.*[/#]/, "") }
  if (depth < maxDepth) collect(element, item, base, depth)
  return item
}

const collect = (element: PageElement, item: Record<string, unknown>, base: URL, depth: number): void => {
  for (const child of children(element)) {
    const names = child.attr("itemprop")?.trim().split(/\s+/) ?? []
    const nested = child.has("itemscope")
    for (const name of names) {
      if (name === "" || name === "__proto__") continue
      const value = nested ? itemOf(child, base, depth + 1) : valueOf(child, base)
      const known = item[name]
      // A property's list grows in place: a page may repeat one name any number of times.
      if (Array.isArray(known)) known.push(value)
      else item[name] = known === undefined ? value : [known, value]
    }
    if (!nested) collect(child, item, base, depth)
  }
}

const valueOf = (element: PageElement, base: URL): string => {
  const content = element.attr("content")
  if (content !== undefined) return content.trim()
  const address = element.tag === "a" || element.tag === "link" || element.tag === "area"
    ? element.attr("href")
    : element.tag === "img" || element.tag === "source" || element.tag === "video" || element.tag === "audio"
    ? element.attr("src")
    : undefined
  if (address !== undefined) return URL.parse(address, base)?.href ?? address
  return element.attr("datetime") ??
    (element.tag === "data" || element.tag === "meter" ? element.attr("value") : undefined) ?? foldedText(element)
}
