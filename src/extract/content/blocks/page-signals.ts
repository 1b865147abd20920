import { Vocabulary } from "../../dom/fast/Vocabulary.ts"
import type { PageElement } from "../../dom/node.ts"
import type { ParsedHtml } from "../../dom/parse-html.ts"
import { byTag, firstByTag, foldedText, nextNode } from "../../dom/walk.ts"
import { isObject, jsonLdOf } from "../../metadata/declared/json-ld.ts"
import { forumHosts, threadPaths } from "../../rules/threads.ts"

/** Facts about the whole page, read before its blocks. */
export interface PageSignals {
  /** The words of the title, the description and the texts in JSON-LD. */
  readonly vocabulary: Vocabulary
  /** The text of the title element, and the declared name of the site. */
  readonly title: string
  readonly site: string
  readonly url: URL
  readonly articles: number
  readonly hasMain: boolean
  /** Types declared in JSON-LD, OpenGraph and microdata. WordPress declares a list by a class of the body. */
  readonly declared: {
    readonly article: boolean
    readonly product: boolean
    readonly forum: boolean
    readonly list: boolean
  }
  readonly pathDepth: number
  readonly urlHasDate: boolean
  /** True if its address or its types name a discussion. */
  readonly isThread: boolean
  /** True if its types name a question with answers. */
  readonly isQuestion: boolean
}

export const pageSignals = (html: ParsedHtml, url: URL): PageSignals => {
  const head = readHead(html.head)
  const data = readData(jsonLdOf(html).objects)
  const { articles, hasMain, types } = decodeBody(html.body, head.types + data.types)
  const title = titleText(html.head)
  return {
    vocabulary: new Vocabulary(head.sharedTitle || title, head.description, data.texts),
    title,
    site: head.site,
    url,
    articles,
    hasMain,
    declared: {
      article: /article|posting|blog|report/i.test(types),
      product: /product|offer/i.test(types),
      forum: /discussionforum|qapage|question|comment/i.test(types),
      list: /itemlist|collectionpage|searchresults/i.test(types) || archiveNames.test(html.body.attr("class") ?? "")
    },
    pathDepth: url.pathname.split("/").filter((part) => part !== "").length,
    urlHasDate: /\/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)/.test(url.pathname),
    isThread: threadTypes.test(types) || threadPaths.test(url.pathname + url.search) ||
      url.pathname.length > 1 && forumHosts.test(url.hostname),
    isQuestion: /QAPage/.test(types)
  }
}

const readHead = (head: PageElement) => {
  const found = { description: "", types: "", sharedTitle: "", site: "" }
  for (const meta of byTag(head, "meta")) {
    const name = (meta.attr("property") ?? meta.attr("name") ?? "").toLowerCase()
    const content = meta.attr("content") ?? ""
    if (name === "description" || name === "og:description") found.description ||= content
    if (name === "og:type") found.types += ` ${content}`
    if (name === "og:title") found.sharedTitle = content
    if (name === "og:site_name") found.site = content
  }
  return found
}

/** Adds the types of microdata to those declared before. */
const decodeBody = (body: PageElement, declaredTypes: string) => {
  let types = declaredTypes
  let articles = 0
  let hasMain = false
  for (let node = body.firstChild; node !== null; node = nextNode(node, body)) {
    if (node.nodeType !== 1) continue
    if (node.tag === "article") articles++
    if (node.tag === "main") hasMain = true
    for (const { name, value } of node.attrs) {
      if (name === "role" && value === "main") hasMain = true
      else if (name === "itemtype" && types.length < maxTypes) types += ` ${value}`
    }
  }
  return { types, articles, hasMain }
}

const maxTypes = 4000

const titleText = (head: PageElement): string => {
  const title = firstByTag(head, "title")
  return title === undefined ? "" : foldedText(title)
}

const archiveNames = /(?:^|\s)(?:archive|search-results)(?:\s|$)/
const threadTypes = /DiscussionForumPosting|QAPage/

interface DeclaredData {
  types: string
  readonly texts: Array<string>
  /** Remaining number of characters to read. */
  left: number
}

/** Collects the types and the texts anywhere in the JSON-LD of the page. */
const readData = (objects: ReadonlyArray<unknown>): DeclaredData => {
  const data: DeclaredData = { types: "", texts: [], left: maxDataLength }
  for (const value of objects) readValue("", value, data)
  return data
}

const readValue = (key: string, value: unknown, data: DeclaredData): void => {
  if (data.left <= 0) return
  if (typeof value === "string") {
    if (key === "@type") data.types += ` ${value}`
    else if (declaredTexts.has(key)) data.texts.push(plainText(value.slice(0, data.left)))
    data.left -= value.length
  } else if (Array.isArray(value)) {
    for (const item of value) readValue(key === "@type" ? key : "", item, data)
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) readValue(name, item, data)
  }
}

const maxDataLength = 200_000
const declaredTexts: ReadonlySet<string> = new Set([
  "description",
  "articleBody",
  "text",
  "reviewBody",
  "name",
  "headline",
  "caption"
])

/**
 * Removes the tags of a text. No tag ends after the last >, so the rest is not searched: that would take quadratic
 * time.
 */
const plainText = (text: string): string => {
  const end = text.lastIndexOf(">") + 1
  return text.slice(0, end).replaceAll(/<[^>]*>/g, " ") + text.slice(end)
}
