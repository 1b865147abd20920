import type { Link } from "../../domain/Document.ts"
import { isSameSite, resolveLink } from "../../domain/WebUrl.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import { ownText } from "../dom/own-text.ts"
import { fold, nextNode } from "../dom/walk.ts"
import type { ParsedPage } from "../Page.ts"
import { inlineTags, silentInLinks } from "../rules/tags.ts"

/**
 * Every http or https link of the page in canonical form, each once, in document order: anchors, areas, and link
 * rel=next/prev.
 */
export const collectLinks = (page: ParsedPage): ReadonlyArray<Link> => {
  const found = new Map<string, { text: string; internal: boolean; nofollow: boolean }>()
  const resolved = new Map<string, string | undefined>()
  const isInternal = sameSiteByOrigin(page.url)
  const root = page.html.document
  for (let node: PageNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== 1 || !isLink(node)) continue
    const href = node.attr("href") ?? ""
    let url = resolved.get(href)
    if (url === undefined && !resolved.has(href)) resolved.set(href, url = resolveLink(href, page.baseUrl))
    if (url === undefined) continue
    const nofollow = isNofollow(node)
    const known = found.get(url)
    if (known === undefined) {
      found.set(url, { text: anchorText(node), internal: isInternal(url), nofollow })
      continue
    }
    if (known.text === "") known.text = anchorText(node)
    known.nofollow &&= nofollow
  }
  return [...found].map(([url, { internal, nofollow, text }]) => ({ url, text: ownText(text), internal, nofollow }))
}

/** A page has many links and few origins, so origins are remembered. */
const sameSiteByOrigin = (page: URL): (url: string) => boolean => {
  const known = new Map<string, boolean>()
  return (url) => {
    const origin = url.slice(0, url.indexOf("/", "https://".length))
    const before = known.get(origin)
    if (before !== undefined) return before
    const internal = isSameSite(new URL(url), page)
    known.set(origin, internal)
    return internal
  }
}

const isLink = (element: PageElement): boolean => {
  if (element.tag === "a" || element.tag === "area") return element.has("href")
  return element.tag === "link" && /(?:^|\s)(?:next|prev)(?:\s|$)/i.test(element.attr("rel") ?? "")
}

/** Search engines take these values as: the site does not vouch for the link. */
const isNofollow = (element: PageElement): boolean =>
  /(?:^|\s)(?:nofollow|ugc|sponsored)(?:\s|$)/i.test(element.attr("rel") ?? "")

/** Longer link text is cut. A link may contain a whole page. */
const maxText = 500

/** The text of a link, else the alternative text of its images, else its label. */
const anchorText = (element: PageElement): string => {
  const parts: Array<string> = []
  const images: Array<string> = []
  readAnchor(element, parts, images)
  for (
    const candidate of [
      parts.join(""),
      images.join(" "),
      label(element, "aria-label"),
      label(element, "title"),
      label(element, "alt")
    ]
  ) {
    const folded = fold(candidate)
    if (folded !== "") return cut(folded)
  }
  return ""
}

const label = (element: PageElement, name: string): string => element.attr(name) ?? ""

/** Words of different blocks are separated. */
const readAnchor = (element: PageElement, parts: Array<string>, images: Array<string>): void => {
  for (let node = element.firstChild; node !== null && parts.length < maxText; node = node.nextSibling) {
    if (node.nodeType === 3) parts.push(node.data)
    if (node.nodeType !== 1 || silentInLinks.has(node.tag)) continue
    if (node.tag === "img") images.push(label(node, "alt"))
    const isApart = !inlineTags.has(node.tag)
    if (isApart) parts.push(" ")
    readAnchor(node, parts, images)
    if (isApart) parts.push(" ")
  }
}

const cut = (text: string): string => text.length <= maxText ? text : text.slice(0, maxText).trimEnd()
