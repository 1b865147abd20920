import type { Link } from "../../domain/Document.ts"
import { isSameSite, resolveLink } from "../../domain/WebUrl.ts"
import type { PageElement, PageNode } from "../dom/node.ts"
import { fold, nextNode } from "../dom/walk.ts"
import type { ParsedPage } from "../Page.ts"

/** Every distinct canonical http(s) link of the whole page in document order: anchors, areas, and link rel=next/prev. */
export const collectLinks = (page: ParsedPage): ReadonlyArray<Link> => {
  const found = new Map<string, { text: string; internal: boolean; nofollow: boolean }>()
  const resolved = new Map<string, string | undefined>()
  const documentNofollow = robotsNofollow(page)
  const root = page.html.document
  for (let node: PageNode | null = root.firstChild; node !== null; node = nextNode(node, root)) {
    if (node.nodeType !== 1 || !isLink(node)) continue
    const href = node.attr("href") ?? ""
    if (!resolved.has(href)) resolved.set(href, resolveLink(href, page.baseUrl))
    const url = resolved.get(href)
    if (url === undefined) continue
    const nofollow = documentNofollow ||
      relOf(node).some((rel) => rel === "nofollow" || rel === "ugc" || rel === "sponsored")
    const known = found.get(url)
    if (known === undefined) {
      found.set(url, { text: anchorText(node), internal: isSameSite(new URL(url), page.url), nofollow })
    } else {
      if (known.text === "") known.text = anchorText(node)
      known.nofollow &&= nofollow
    }
  }
  return [...found].map(([url, { internal, nofollow, text }]) => ({ url, text, internal, nofollow }))
}

const isLink = (element: PageElement): boolean => {
  if (element.tag === "a" || element.tag === "area") return element.has("href")
  return element.tag === "link" && relOf(element).some((rel) => rel === "next" || rel === "prev")
}

const relOf = (element: PageElement): ReadonlyArray<string> => element.attr("rel")?.toLowerCase().split(/\s+/) ?? []

/** `<meta name="robots" content="nofollow">` speaks for every link of the page. */
const robotsNofollow = (page: ParsedPage): boolean => {
  for (let node: PageNode | null = page.html.head.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType !== 1 || node.tag !== "meta" || node.attr("name")?.toLowerCase() !== "robots") continue
    if (/\b(?:nofollow|none)\b/i.test(node.attr("content") ?? "")) return true
  }
  return false
}

const maxText = 500

/** What the anchor says: its text, else the alt of its images, else its label. */
const anchorText = (element: PageElement): string => {
  let text = ""
  for (let node = element.firstChild; node !== null && text.length < maxText * 4; node = nextNode(node, element)) {
    if (node.nodeType === 3 && !isSilent(node.parentNode)) text += node.data
    else if (node.nodeType === 1) {
      text += node.tag === "img"
        ? ` ${node.attr("alt") ?? ""} `
        : isBoundary(node)
        ? " "
        : ""
    }
  }
  const folded = fold(text)
  return (folded === ""
    ? fold(element.attr("aria-label") ?? element.attr("title") ?? element.attr("alt") ?? "")
    : folded).slice(0, maxText)
}

const isSilent = (element: PageElement | null): boolean =>
  element !== null && (element.tag === "script" || element.tag === "style" || element.tag === "title")

const inline: ReadonlySet<string> = new Set([
  "b",
  "i",
  "em",
  "strong",
  "span",
  "font",
  "small",
  "mark",
  "sub",
  "sup",
  "code",
  "u",
  "wbr"
])

const isBoundary = (element: PageElement): boolean => !inline.has(element.tag)
