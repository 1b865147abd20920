import type { PageRecord } from "../../domain/Document.ts"
import { resolveLink } from "../../domain/WebUrl.ts"
import type { PageElement } from "../dom/node.ts"
import { byTag, children, closest, elements, fold, foldedText } from "../dom/walk.ts"
import { imageOf } from "../media/image-source.ts"
import type { ParsedPage, Selection } from "../Page.ts"

const fewest = 3
const maxGroups = 3

/** Records found by structure alone: siblings of one shape, each with a link or a picture and a text of its own. */
export const repeatedRecords = (page: ParsedPage, selection: Selection): ReadonlyArray<PageRecord> => {
  const groups: Array<ReadonlyArray<PageElement>> = []
  const covered = new Set<PageElement>()
  for (const element of elements(page.html.body)) {
    if (selection.isDropped(element) || closest(element, "nav", "footer", "header", "table", "aside") !== undefined) {
      continue
    }
    if (insideOf(element, covered)) continue
    const group = largestGroup(element)
    if (group.length < fewest) continue
    for (const member of group) covered.add(member)
    groups.push(group)
  }
  return groups.toSorted((a, b) => weight(b) - weight(a)).slice(0, maxGroups).flat().map((member) =>
    recordOf(member, page)
  )
}

const insideOf = (element: PageElement, covered: ReadonlySet<PageElement>): boolean => {
  for (let at: PageElement | null = element; at !== null; at = at.parentNode) if (covered.has(at)) return true
  return false
}

const largestGroup = (parent: PageElement): ReadonlyArray<PageElement> => {
  const groups = new Map<string, Array<PageElement>>()
  for (const child of children(parent)) {
    const signature = signatureOf(child)
    const group = groups.get(signature)
    if (group === undefined) groups.set(signature, [child])
    else group.push(child)
  }
  const [best = []] = [...groups.values()].toSorted((a, b) => b.length - a.length)
  const items = best.filter(isItem)
  return items.length >= best.length * 0.7 ? items : []
}

const signatureOf = (element: PageElement): string =>
  `${element.tag}.${element.attr("class")?.trim().split(/\s+/)[0] ?? ""}`

const shortestText = 15

/** A card: a link or an image, and more than a bare link's text or a heading. */
const isItem = (element: PageElement): boolean => {
  const links = byTag(element, "a").filter((link) => link.has("href"))
  const text = foldedText(element)
  if (links.length === 0 || text.length < shortestText) return false
  const hasHeading = byTag(element, "h1", "h2", "h3", "h4", "h5", "h6").length > 0
  const hasImage = byTag(element, "img").length > 0
  const own = text.length - (links[0] === undefined ? 0 : foldedText(links[0]).length)
  return hasHeading || hasImage || (element.tag === "article" || own > shortestText * 2) && links.length < 8
}

const weight = (group: ReadonlyArray<PageElement>): number =>
  group.reduce((sum, member) => sum + Math.min(400, foldedText(member).length), 0)

const priceText = /(?:[$€£¥₹₽]|USD|EUR|GBP|CHF|kr)\s?\d[\d.,\s]*|\d[\d.,\s]*\s?(?:[$€£¥₹₽]|USD|EUR|GBP|CHF|kr\b|zł)/

const recordOf = (element: PageElement, page: ParsedPage): PageRecord => {
  const heading = byTag(element, "h1", "h2", "h3", "h4", "h5", "h6")[0]
  const links = byTag(element, "a").filter((link) => link.has("href"))
  const titled = heading === undefined ? links.find((link) => foldedText(link) !== "") : heading
  const anchor = heading === undefined ? titled : byTag(heading, "a")[0] ?? closest(heading, "a") ?? links[0]
  const image = byTag(element, "img").flatMap((img) => imageOf(img, page.baseUrl) ?? [])[0]
  const time = byTag(element, "time")[0]
  const text = fold(foldedText(element))
  const fields: Record<string, unknown> = {
    title: titled === undefined ? "" : foldedText(titled),
    url: resolveLink(anchor?.attr("href") ?? "", page.baseUrl) ?? "",
    image: image?.url ?? "",
    price: priceText.exec(text)?.[0].trim() ?? "",
    date: time?.attr("datetime") ?? (time === undefined ? "" : foldedText(time)),
    text
  }
  return {
    source: "repeated",
    type: "",
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""))
  }
}
