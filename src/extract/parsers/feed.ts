import { escapeHtml } from "../dom/escape-html.ts"
import { lineText } from "../dom/lines.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { fold } from "../dom/walk.ts"
import { isoDate } from "../metadata/dates/dates.ts"
import type { KnownFacts, PageInput, ParsedPage, RawRecord } from "../Page.ts"
import { parsedPage } from "./Parser.ts"

/** One entry of a feed. A missing string is "". */
export interface FeedItem {
  readonly title: string
  readonly url: string
  readonly date: string
  readonly author: string
  readonly html: string
}

export interface FeedContent {
  readonly title: string
  readonly description: string
  readonly language: string
  /** Page of the feed. */
  readonly url: string
  /** RSS, Atom, JSONFeed or Sitemap: the type of the records. */
  readonly type: string
  readonly items: ReadonlyArray<FeedItem>
  /** Whether entries were left out. */
  readonly isCut: boolean
}

/** More entries are cut with a warning. A sitemap may not have more (sitemaps.org, protocol). */
const maxItems = 50_000

/** Makes a page of the items of a feed, so links, markdown and text are made as for any page. */
export const feedPage = (input: PageInput, source: string, feed: FeedContent): ParsedPage => {
  const items = feed.items.slice(0, maxItems)
  const sections = items.map(({ html, title, url }) => {
    const heading = feed.type === "Sitemap" ? "p" : "h2"
    return `<article><${heading}><a href="${escapeHtml(url)}">${
      escapeHtml(title || url)
    }</a></${heading}><div>${html}</div></article>`
  })
  const name = escapeHtml(feed.title || feed.url)
  const named = feed.url === "" ? name : `<a href="${escapeHtml(feed.url)}">${name}</a>`
  const head = name === "" ? "" : `<h1>${named}</h1><p>${escapeHtml(feed.description)}</p>`
  const records = items.map(({ author, date, html, title, url }): RawRecord => ({
    source: "repeated",
    type: `${feed.type}Item`,
    fields: Object.fromEntries(
      Object.entries({
        title,
        url: URL.parse(url, input.finalUrl)?.href ?? url,
        date: isoDate(date, input.fetchedAt) || date,
        author,
        text: textOfHtml(html)
      }).filter(([, field]) => field !== "")
    )
  }))
  const known: KnownFacts = {
    title: feed.title,
    description: feed.description,
    language: feed.language,
    records,
    wholeBody: true
  }
  const page = parsedPage(input, source, parseHtml(`<main>${head}${sections.join("")}</main>`), known)
  if (feed.isCut || items.length < feed.items.length) {
    page.warnings.push({
      code: "feed_truncated",
      message: `The feed is longer than Gleaner reads. Only its first ${items.length} entries were read.`
    })
  }
  return page
}

/** Text of a title or description that may be HTML. */
export const textOfHtml = (html: string): string =>
  /[<&]/.test(html) ? lineText(parseHtml(html).body, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY) : fold(html)
