import type { PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { byTag, elements, firstByTag, foldedText } from "../dom/walk.ts"
import { Vocabulary } from "./Vocabulary.ts"

/** What the page as a whole says, before its blocks are looked at. */
export interface PageSignals {
  /** The words of its title, its description, and the texts that its JSON-LD gives. */
  readonly vocabulary: Vocabulary
  /** The text of its title element, and the site as it declares it. */
  readonly title: string
  readonly site: string
  readonly url: URL
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
  /** By its address or by what it declares: people speak to each other there. */
  readonly isThread: boolean
  /** It declares itself a question with answers. */
  readonly isQuestion: boolean
}

export const pageSignals = (html: ParsedHtml, url: URL): PageSignals => {
  let description = ""
  let types = ""
  let shared = ""
  let site = ""
  const declared: Array<string> = []
  for (const meta of byTag(html.head, "meta")) {
    const name = (meta.attr("property") ?? meta.attr("name") ?? "").toLowerCase()
    const content = meta.attr("content") ?? ""
    if (name === "description" || name === "og:description") description = description || content
    if (name === "og:type") types += ` ${content}`
    if (name === "og:title") shared = content
    if (name === "og:site_name") site = content
  }
  for (const script of byTag(html.document, "script")) {
    if (script.attr("type")?.includes("ld+json") !== true || script.firstChild?.nodeType !== 3) continue
    const data = script.firstChild.data.slice(0, longestData)
    for (const [, type] of data.matchAll(/"@type"\s*:\s*(?:\[\s*)?"([^"]+)"/g)) types += ` ${type}`
    for (const [, text = ""] of data.matchAll(declaredTexts)) declared.push(plainText(text))
  }
  let articles = 0
  let hasMain = false
  for (const element of elements(html.body)) {
    if (element.tag === "article") articles++
    if (element.tag === "main" || element.attr("role") === "main") hasMain = true
    const type = element.attr("itemtype")
    if (type !== undefined && types.length < 4000) types += ` ${type}`
  }
  const title = titleText(html.head)
  return {
    vocabulary: new Vocabulary(shared || title, description, declared),
    title,
    site,
    url,
    articles,
    hasMain,
    declared: {
      article: /article|posting|blog|report/i.test(types),
      product: /product|offer/i.test(types),
      forum: /discussionforum|qapage|question|comment/i.test(types),
      list: /itemlist|collectionpage|searchresults/i.test(types)
    },
    pathDepth: url.pathname.split("/").filter((part) => part !== "").length,
    urlHasDate: /\/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)/.test(url.pathname),
    isThread: threadTypes.test(types) || threadPaths.test(url.pathname + url.search),
    isQuestion: /QAPage/.test(types)
  }
}

const titleText = (head: PageElement): string => {
  const title = firstByTag(head, "title")
  return title === undefined ? "" : foldedText(title)
}

const threadTypes = /DiscussionForumPosting|QAPage/
const threadPaths =
  /\/(?:threads?|topics?|t|forums?|viewtopic|showthread|discussions?|questions?|comments|r)(?:[/.?]|$)|(?:viewtopic|showthread|topic|thread)[.=?_-]/i

const longestData = 200_000
const declaredTexts = /"(?:description|articleBody|text|reviewBody|name|headline|caption)"\s*:\s*"((?:[^"\\]|\\.)+)"/g

const plainText = (json: string): string => {
  const text = json.replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  // Behind the last > no tag ends: to look for the end of one from each < there would cost the square of the text.
  const end = text.lastIndexOf(">") + 1
  return text.slice(0, end).replaceAll(/\\.|<[^>]*>/g, " ") + text.slice(end).replaceAll(/\\./g, " ")
}
