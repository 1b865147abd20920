import type { PageElement, PageNode } from "../dom/node.ts"
import { afterSubtree, closest, fold, nextNode } from "../dom/walk.ts"
import { withFlowImages } from "../media/flow-images.ts"
import { sizeOf } from "../media/image-size.ts"
import { imageOf, noscriptImages } from "../media/image-source.ts"
import type { ParsedPage, Selection } from "../Page.ts"
import * as rules from "../rules/metadata.ts"
import { outsideTags } from "../rules/tags.ts"
import type { PageMarks } from "./page-marks.ts"

/**
 * Address of the first large picture of the content. Content is chosen by its words, so a picture between a headline
 * and the first paragraph counts too.
 */
export const shownImage = (
  page: ParsedPage,
  selected: Selection,
  marks: PageMarks,
  isLead: (url: string) => boolean
): string | undefined => {
  const selection = withFlowImages(selected)
  const headlines = new Set(marks.headings.slice(0, maxHeadlines))
  const around = ancestorsOf(headlines)
  for (const root of selection.roots) {
    let isAtHeadline = false
    for (let node: PageNode | null = root; node !== null;) {
      const isDropped: boolean = node !== root && selection.isDropped(node)
      if (node.nodeType === 1) {
        if (headlines.has(node)) isAtHeadline = true
        const url = !isDropped || isAtHeadline ? largeImage(node, page.baseUrl) : undefined
        if (url !== undefined && isLead(url) && !isTeaser(node, page, isDropped)) return url
      } else if (!isDropped && fold(node.data).length >= paragraphLength) isAtHeadline = false
      const isSkipped: boolean = isDropped && node.nodeType === 1 &&
        (isAtHeadline ? isApart(node) : !around.has(node))
      node = isSkipped ? afterSubtree(node, root) : nextNode(node, root)
    }
  }
  return undefined
}

const maxHeadlines = 10
/** Characters of the first text that ends the part around the headline. */
const paragraphLength = 80

const ancestorsOf = (elements: ReadonlySet<PageElement>): ReadonlySet<PageElement> => {
  const found = new Set<PageElement>()
  for (const element of elements) {
    for (let at: PageElement | null = element; at !== null && !found.has(at); at = at.parentNode) found.add(at)
  }
  return found
}

const largeImage = (element: PageElement, base: URL): string | undefined => {
  if (element.tag === "noscript") return noscriptImages(element, base)[0]?.url
  if (element.tag !== "img" || (sizeOf(element) ?? unknownSize) < minSize || isOther(element)) return undefined
  return imageOf(element, base)?.url
}

/** Lesser side in pixels. */
const minSize = 150
/** Most pictures declare no size. */
const unknownSize = 200

const isOther = (image: PageElement): boolean => {
  for (let at: PageElement | null = image, step = 0; at !== null && step < 3; at = at.parentNode, step++) {
    if (rules.notLeadNames.test(`${at.attr("class") ?? ""} ${at.attr("id") ?? ""}`)) return true
  }
  return false
}

/** A picture that leads to another site is an advertisement; beside the content, one that leads to another page. */
const isTeaser = (image: PageElement, { baseUrl }: ParsedPage, isBeside: boolean): boolean => {
  const target = URL.parse(closest(image, "a")?.attr("href") ?? "", baseUrl)
  if (target === null || pictureFiles.test(target.pathname)) return false
  return target.hostname !== baseUrl.hostname || (isBeside && target.pathname !== baseUrl.pathname)
}

const pictureFiles = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i

const isApart = (element: PageElement): boolean =>
  outsideTags.has(element.tag) || rules.apartNames.test(element.attr("class") ?? "")
