import type { PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { byTag, elements, firstByTag, foldedText } from "../dom/walk.ts"

/** What the page as a whole says, before its blocks are looked at. */
export interface PageSignals {
  readonly titleWords: ReadonlySet<string>
  readonly descriptionWords: ReadonlySet<string>
  readonly articles: number
  readonly hasMain: boolean
  /** By JSON-LD, OpenGraph and microdata types. */
  readonly declared: {
    readonly article: boolean
    readonly product: boolean
    readonly forum: boolean
    readonly list: boolean
  }
  readonly pathDepth: number
  readonly urlHasDate: boolean
}

export const pageSignals = (html: ParsedHtml, url: URL): PageSignals => {
  let description = ""
  let types = ""
  let title = ""
  for (const meta of byTag(html.head, "meta")) {
    const name = (meta.attr("property") ?? meta.attr("name") ?? "").toLowerCase()
    const content = meta.attr("content") ?? ""
    if (name === "description" || name === "og:description") description = description || content
    if (name === "og:type") types += ` ${content}`
    if (name === "og:title") title = content
  }
  for (const script of byTag(html.document, "script")) {
    if (script.attr("type")?.includes("ld+json") !== true || script.firstChild?.nodeType !== 3) continue
    for (const [, type] of script.firstChild.data.slice(0, 100_000).matchAll(/"@type"\s*:\s*\[?\s*"([^"]+)"/g)) {
      types += ` ${type}`
    }
  }
  let articles = 0
  let hasMain = false
  for (const element of elements(html.body)) {
    if (element.tag === "article") articles++
    if (element.tag === "main" || element.attr("role") === "main") hasMain = true
    const type = element.attr("itemtype")
    if (type !== undefined && types.length < 4000) types += ` ${type}`
  }
  return {
    titleWords: wordSet(title || titleText(html.head)),
    descriptionWords: wordSet(description),
    articles,
    hasMain,
    declared: {
      article: /article|posting|blog|report/i.test(types),
      product: /product|offer/i.test(types),
      forum: /discussionforum|qapage|question|comment/i.test(types),
      list: /itemlist|collectionpage|searchresults/i.test(types)
    },
    pathDepth: url.pathname.split("/").filter((part) => part !== "").length,
    urlHasDate: /\/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)/.test(url.pathname)
  }
}

const titleText = (head: PageElement): string => {
  const title = firstByTag(head, "title")
  return title === undefined ? "" : foldedText(title)
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
