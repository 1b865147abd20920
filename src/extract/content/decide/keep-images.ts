import type { PageElement, PageNode } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { isBlank, nextNode } from "../../dom/walk.ts"
import { portraitNames, shareAddress } from "../../rules/media.ts"
import { landmarkTags, silentBesidePictures } from "../../rules/tags.ts"

/** Max elements between an image and the kept element around it. */
const reach = 4

/**
 * Adds images among kept text with only a caption around them. The text decides: a picture in a dropped card is dropped
 * with the card, and the logo with its header. In a thread, a portrait beside a name says nothing more.
 */
export const keepImages = ({ body, tagged }: ParsedHtml, keep: Set<PageNode>, isThread = false): void => {
  const texted = new Map<PageElement, boolean>()
  const holdsText = (wrapper: PageElement): boolean => {
    const known = texted.get(wrapper)
    if (known !== undefined) return known
    const found = hasOwnText(wrapper)
    texted.set(wrapper, found)
    return found
  }
  for (const image of tagged("img")) {
    const wrappers: Array<PageElement> = []
    let at: PageElement | null = image.parentNode
    while (at !== null && !keep.has(at) && wrappers.length < reach) {
      wrappers.push(at)
      at = at.parentNode
    }
    const outermost = wrappers.at(-1)
    if (at === null || at === body || !keep.has(at) || (outermost !== undefined && holdsText(outermost))) continue
    if (wrappers.some(isSitesOwn) || isLogo(image, wrappers)) continue
    if (isThread && [image, ...wrappers].some(isPortrait)) continue
    for (const wrapper of wrappers) keep.add(wrapper)
  }
}

/**
 * An element around the content, or a link to the home page or that shares the page elsewhere. A header within an
 * article may contain the picture of the article.
 */
const isSitesOwn = (wrapper: PageElement): boolean =>
  (landmarkTags.has(wrapper.tag) && !isInArticle(wrapper)) ||
  (wrapper.tag === "a" && (wrapper.attr("href")?.trim() === "/" || shareAddress.test(wrapper.attr("href") ?? "")))

const isPortrait = (element: PageElement): boolean => portraitNames.test(element.attr("class") ?? "")

const isInArticle = (element: PageElement): boolean => {
  for (let at = element.parentNode; at !== null; at = at.parentNode) if (/^(?:article|main)$/.test(at.tag)) return true
  return false
}

/** An image named a logo that links to a home page. */
const isLogo = (image: PageElement, wrappers: ReadonlyArray<PageElement>): boolean =>
  image.attrs.some(({ value }) => /logo/i.test(value)) &&
  wrappers.some((wrapper) => wrapper.tag === "a" && /^https?:\/\/[^/]+\/?$/.test(wrapper.attr("href")?.trim() ?? ""))

const hasOwnText = (wrapper: PageElement): boolean => {
  for (let node = wrapper.firstChild; node !== null; node = nextNode(node, wrapper)) {
    if (node.nodeType === 3 && !isBlank(node.data) && !isSilent(node, wrapper)) return true
  }
  return false
}

const isSilent = (node: PageNode, root: PageElement): boolean => {
  for (let at = node.parentNode; at !== null && at !== root; at = at.parentNode) {
    if (silentBesidePictures.has(at.tag)) return true
  }
  return silentBesidePictures.has(root.tag)
}
