import type { Link } from "../../core/domain/document/Document.ts"
import { isSameSite, resolveLink } from "../../core/domain/WebUrl.ts"
import { ownText } from "../../core/kernel/own-text.ts"
import { HiddenPart, type PageElement, type PageNode } from "../dom/node.ts"
import { fold, nextNode } from "../dom/walk.ts"
import { frameAddress } from "../media/frame-address.ts"
import type { ParsedPage } from "../Page.ts"
import { inlineTags, silentInLinks } from "../rules/tags.ts"
import { embeddedDocument } from "./embedded-document.ts"
import { refreshContent, refreshTarget } from "./refresh-target.ts"

/**
 * Every http or https link of the page in canonical form, each once, in document order: the Refresh header field,
 * anchors, areas, frames, documents of object and embed, meta refresh, and link rel=next/prev. Other link elements are
 * for programs: canonical URLs and feeds are metadata.
 */
export const collectLinks = (page: ParsedPage): ReadonlyArray<Link> => {
  const found = new Map<string, { text: string; internal: boolean; nofollow: boolean }>()
  const resolved = new Map<string, string | undefined>()
  const isInternal = sameSiteByOrigin(page.url)
  const target = refreshTarget(page.input.headers["refresh"] ?? "")
  const refresh = target === undefined ? undefined : resolveLink(target, page.url)
  if (refresh !== undefined) found.set(refresh, { text: "", internal: isInternal(refresh), nofollow: false })
  const visit = (root: PageElement): void => {
    for (let node: PageNode | null = root; node !== null; node = nextNode(node, root)) {
      if (node instanceof HiddenPart) visit(node.element)
      const href = node.nodeType === 1 ? hrefOf(node) : undefined
      if (node.nodeType !== 1 || href === undefined) continue
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
  }
  visit(page.html.document)
  return [...found].map(([url, { internal, nofollow, text }]) => ({ url, text: ownText(text), internal, nofollow }))
}

/** Caches the answer of each origin: a page has many links and few origins. */
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

/** The address of a link. Undefined for other elements. */
const hrefOf = (element: PageElement): string | undefined => {
  switch (element.tag) {
    case "a":
    case "area":
      return element.attr("href")
    case "link":
      return /(?:^|\s)(?:next|prev)(?:\s|$)/i.test(element.attr("rel") ?? "") ? element.attr("href") ?? "" : undefined
    case "iframe":
    case "frame":
      return frameAddress(element)
    case "object":
    case "embed":
      return embeddedDocument(element)
    case "meta":
      return refreshTarget(refreshContent(element) ?? "")
    default:
      return undefined
  }
}

/** Search engines read these values as no endorsement by the site. */
const isNofollow = (element: PageElement): boolean => {
  const rel = element.attr("rel")
  return rel !== undefined && /(?:^|\s)(?:nofollow|ugc|sponsored)(?:\s|$)/i.test(rel)
}

/** Max length of a link's text. A link may contain a whole page. */
const maxText = 500

/** The text of a link, else the alternative text of its images, else its label. */
const anchorText = (element: PageElement): string => {
  // Its label describes the viewer, and a link beside it may name the document.
  if (element.tag === "object" || element.tag === "embed") return ""
  const anchor: Anchor = { text: "", images: [], left: maxText }
  // The text of a frame is for browsers without frames.
  if (element.tag !== "iframe") readAnchor(element, anchor)
  const text = fold(anchor.text)
  return cut(text === "" ? textInstead(element, anchor.images) : text)
}

interface Anchor {
  text: string
  readonly images: Array<string>
  /** Remaining number of texts and gaps. */
  left: number
}

const textInstead = (element: PageElement, images: ReadonlyArray<string>): string =>
  [images.join(" "), label(element, "aria-label"), label(element, "title"), label(element, "alt")].map(fold)
    .find((text) => text !== "") ?? ""

const label = (element: PageElement, name: string): string => element.attr(name) ?? ""

/** Words of different blocks are separated. */
const readAnchor = (element: PageElement, anchor: Anchor): void => {
  for (let node = element.firstChild; node !== null && anchor.left > 0; node = node.nextSibling) {
    if (node.nodeType === 3) add(anchor, node.data)
    if (node instanceof HiddenPart) readAnchor(node.element, anchor)
    if (node.nodeType !== 1 || silentInLinks.has(node.tag)) continue
    if (node.tag === "img") anchor.images.push(label(node, "alt"))
    const isApart = !inlineTags.has(node.tag)
    if (isApart) add(anchor, " ")
    readAnchor(node, anchor)
    if (isApart) add(anchor, " ")
  }
}

const add = (anchor: Anchor, text: string): void => {
  anchor.text += text
  anchor.left--
}

const cut = (text: string): string => text.length <= maxText ? text : text.slice(0, maxText).trimEnd()
