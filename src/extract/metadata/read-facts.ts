import type { DocumentField } from "../../core/domain/document/DocumentField.ts"
import type { PageMetadata } from "../../core/domain/document/PageMetadata.ts"
import { isNeeded } from "../../core/domain/options/PageOptions.ts"
import { resolveLink } from "../../core/domain/WebUrl.ts"
import { headerStatements } from "../../web/rights/header-statements.ts"
import type { Statement } from "../../web/rights/Statement.ts"
import type { PageElement } from "../dom/node.ts"
import { fold, foldedText } from "../dom/walk.ts"
import type { PageContent, PageFacts, ParsedPage } from "../Page.ts"
import { authorOf } from "./authors/author.ts"
import { modifiedDateOf, publishedDateOf } from "./dates/published-date.ts"
import { isObject, jsonLdOf, type JsonObject, textOf, typesOf } from "./declared/json-ld.ts"
import { MetaTags } from "./declared/meta-tags.ts"
import { readMicrodata } from "./declared/microdata.ts"
import { pageStatements } from "./declared/page-statements.ts"
import { readRdfa } from "./declared/rdfa.ts"
import { robotsDirectives } from "./declared/robots-directives.ts"
import type { FactSources } from "./FactSources.ts"
import { languageOf } from "./language.ts"
import { leadImageOf } from "./lead-image.ts"
import { nearHeadline } from "./near-headline.ts"
import { readMarks } from "./page-marks.ts"
import { plainText } from "./plain-text.ts"
import { siteNameOf } from "./site-name.ts"
import { titleOf } from "./title.ts"

/** Reads the requested facts. The others are empty. */
export const readFacts = (page: ParsedPage, content: PageContent): PageFacts => {
  const marks = readMarks(page.html)
  const { objects: jsonLd, warnings } = jsonLdOf(page.html)
  const url = archivedUrl(page.url) ?? page.url
  const documentTitle = marks.title === undefined ? "" : foldedText(marks.title)
  const sources: FactSources = {
    page: { ...page, url },
    content,
    marks,
    meta: new MetaTags(marks.metas),
    documentTitle,
    beside: nearHeadline(marks, documentTitle),
    jsonLd,
    main: mainEntity(jsonLd)
  }
  return {
    ...textFacts(sources),
    ...dataFacts(sources),
    robots: robotsOf(sources),
    statements: statementsOf(sources),
    warnings
  }
}

const textFacts = (sources: FactSources) => {
  const { known } = sources.page
  const ifNeeded = (fields: ReadonlyArray<DocumentField>, read: () => string) =>
    isNeeded(sources.page.input, ...fields) ? read() : ""
  // Some facts depend on others, and the warnings of the trace on the title.
  const ofTitle = ["title", "records", "trace"] as const
  const ofAuthor = ["author", "published_date"] as const
  const site = ifNeeded(["site_name", "image", ...ofTitle, ...ofAuthor], () => known.site_name ?? siteNameOf(sources))
  const author = ifNeeded(ofAuthor, () => known.author ?? authorOf(sources, site))
  const language = ifNeeded(["language", "published_date"], () => known.language ?? languageOf(sources))
  return {
    title: ifNeeded(ofTitle, () => known.title ?? titleOf(sources, site)),
    author,
    published_date: ifNeeded(
      ["published_date"],
      () => known.published_date ?? publishedDateOf(sources, author, language)
    ),
    language,
    description: ifNeeded(["description"], () => known.description ?? descriptionOf(sources)),
    keywords: isNeeded(sources.page.input, "keywords") ? known.keywords ?? keywordsOf(sources) : [],
    site_name: site,
    image: ifNeeded(["image", "records"], () => leadImageOf(sources, site))
  }
}

/** Facts that records need too. */
const dataFacts = (sources: FactSources) => {
  const { marks, page } = sources
  return {
    metadata: isNeeded(sources.page.input, "metadata", "records") ? metadataOf(sources) : emptyMetadata,
    rdfa: isNeeded(sources.page.input, "records") ? readRdfa(marks.resources, page.baseUrl) : []
  }
}

const robotsOf = ({ meta, page: { input } }: FactSources): ReadonlyArray<string> => {
  const { agent = "", headers } = input
  const own = agent === "" || agent === "robots" ? [] : meta.all(agent)
  return robotsDirectives([...meta.all("robots"), ...own], headers["x-robots-tag"], agent)
}

/** Directives are a statement too, of the field and of the elements together. */
const statementsOf = ({ marks, meta, page: { baseUrl, input, url } }: FactSources): ReadonlyArray<Statement> => {
  if (!isNeeded(input, "trace", "metadata")) return []
  const { agent = "", headers } = input
  const own = agent === "" || agent === "robots" ? [] : meta.all(agent).map((text) => [`meta ${agent}`, text] as const)
  const metas = [...meta.all("robots").map((text) => ["meta robots", text] as const), ...own]
  const field = headers["x-robots-tag"]
  const directed = [
    ...(field === undefined
      ? []
      : [{ from: "x-robots-tag", text: field, directives: robotsDirectives([], field, agent) }]),
    ...metas.map(([from, text]) => ({ from, text, directives: robotsDirectives([text], undefined, agent) }))
  ].filter(({ directives }) => directives.length > 0)
  return [...headerStatements(headers, url, agent), ...directed, ...pageStatements(meta, marks.links, baseUrl)]
}

/** The original address of an archived copy. Undefined for other pages. */
const archivedUrl = (url: URL): URL | undefined => {
  const match = /^\/web\/\d{4,14}(?:[a-z]{2}_)?\/(https?:\/{1,2}[^]+)$/.exec(url.pathname + url.search)
  return match === null ? undefined : URL.parse((match[1] ?? "").replace(/^(https?:)\/+/, "$1//")) ?? undefined
}

const mainTypes =
  /Article|Posting|Report|Product|Recipe|Question|QAPage|Event|Course|JobPosting|Book|Movie|VideoObject|SoftwareApplication|HowTo|Review/

const mainEntity = (jsonLd: ReadonlyArray<JsonObject>): JsonObject | undefined => {
  const withType = (pattern: RegExp) => jsonLd.find((object) => typesOf(object).some((type) => pattern.test(type)))
  const direct = withType(mainTypes)
  if (direct !== undefined) return direct
  const about = withType(/WebPage$/)?.["mainEntity"]
  return isObject(about) ? about : undefined
}

const descriptionOf = ({ main, meta }: FactSources): string =>
  plainText(
    meta.first("description", "og:description", "twitter:description", "dc.description", "dcterms.description") ||
      textOf(main?.["description"])
  )

const keywordsOf = ({ main, meta }: FactSources): ReadonlyArray<string> => {
  const declared = [
    meta.first("keywords", "news_keywords"),
    ...meta.all("article:tag"),
    ...[main?.["keywords"]].flat().map(textOf)
  ]
  return [
    ...new Set(
      declared.flatMap((list) => plainText(list).split(/[,;，、；]/)).map(fold).filter((word) =>
        word !== "" && word.length < 80
      )
    )
  ].slice(0, 100)
}

export const emptyMetadata: PageMetadata = {
  json_ld: [],
  open_graph: {},
  twitter: {},
  canonical_url: "",
  feeds: [],
  icons: [],
  modified_date: "",
  microdata: []
}

const metadataOf = (sources: FactSources): PageMetadata => {
  const { jsonLd, marks, meta, page } = sources
  const { baseUrl } = page
  const links = marks.links.map((element) => ({ element, rel: element.attr("rel")?.toLowerCase() ?? "" }))
  const canonical = linked(links.filter(({ rel }) => rel === "canonical"), baseUrl).next().value?.url.href ??
    meta.first("og:url")
  return {
    json_ld: jsonLd,
    open_graph: Object.fromEntries(meta.withPrefix("og:")),
    twitter: Object.fromEntries(meta.withPrefix("twitter:").map(([name, values]) => [name, values[0] ?? ""])),
    canonical_url: canonical === "" ? "" : resolveLink(canonical, baseUrl) ?? "",
    feeds: [...linked(links.filter(isFeed), baseUrl)].map(({ element, url }) => ({
      url: url.href,
      title: fold(element.attr("title") ?? ""),
      type: typeOf(element)
    })),
    icons: [...linked(links.filter(({ rel }) => iconRel.test(rel)), baseUrl)].flatMap(({ element, rel, url }) =>
      url.protocol === "data:"
        ? []
        : [{ url: url.href, rel, sizes: element.attr("sizes") ?? "", type: typeOf(element) }]
    ),
    modified_date: modifiedDateOf(sources),
    microdata: readMicrodata(marks.items, page.html.document, baseUrl)
  }
}

interface LinkElement {
  readonly element: PageElement
  readonly rel: string
}

/** Links with their parsed address. Other link elements, mostly style sheets, are not parsed. */
function* linked(links: ReadonlyArray<LinkElement>, base: URL): Generator<LinkElement & { readonly url: URL }> {
  for (const { element, rel } of links) {
    const url = URL.parse(element.attr("href") ?? "", base)
    if (url !== null) yield { element, rel, url }
  }
}

const typeOf = (element: PageElement): string => element.attr("type")?.toLowerCase() ?? ""

const isFeed = ({ element, rel }: LinkElement): boolean =>
  rel.includes("alternate") && /(?:rss|atom)\+xml|feed\+json/.test(typeOf(element))

const iconRel = /(?:^|\s)(?:shortcut icon|icon|apple-touch-icon(?:-precomposed)?|mask-icon)(?:\s|$)/
