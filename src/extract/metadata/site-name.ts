import { textOf, typesOf } from "./json-ld.ts"
import { plainText } from "./plain-text.ts"
import type { FactSources } from "./read-facts.ts"
import { squash } from "./squash.ts"

/** The site as it names itself: OpenGraph, JSON-LD, else the part of the title that its host bears out. */
export const siteNameOf = ({ documentTitle, jsonLd, meta, page }: FactSources): string => {
  const declared = plainText(
    meta.first("og:site_name", "application-name", "al:ios:app_name", "apple-mobile-web-app-title")
  )
  if (declared !== "") return declared
  const site = jsonLd.find((object) => typesOf(object).includes("WebSite"))
  const publisher = jsonLd.map((object) => textOf(object["publisher"])).find((name) => name !== "")
  const fromData = plainText(textOf(site?.["name"]) || (publisher ?? ""))
  if (fromData !== "") return fromData
  const parts = partsOf(documentTitle)
  const hosts = hostNames(page.url)
  return parts.length > 1
    ? plainText(parts.findLast((part) => hosts.some((host) => isAbout(squash(part), host))) ?? "")
    : ""
}

/** The separators that site builders put between the title and the site; where words are not kept apart, nor are these. */
const separator =
  /\s+[|\-–—·•»«:‹›/⋆~_]+\s+|\s*[|｜]\s*|\s+::\s+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}）】」』？！])[-_](?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}])/gu

const partsOf = (title: string): ReadonlyArray<string> =>
  title.length > longestTitle ? [] : title.split(separator).filter((part) => squash(part) !== "")

export interface CutTitle {
  readonly title: string
  /** Its first part, where there are several besides the site. */
  readonly first: string
  /** Its last part before anything is cut, where there are several. */
  readonly last: string
}

/** `Headline - Site` and `Site | Headline` without the site. On the site's first page the site is what the title is about. */
export const withoutSite = (title: string, site: string, url: URL): CutTitle => {
  if (title.length > longestTitle) return { title, first: title, last: "" }
  const parts = spansOf(title)
  const hosts = hostNames(url)
  const name = squash(site)
  const text = (index: number) => title.slice(...parts[index] ?? [0, 0])
  let end = parts.length
  while (end > 1 && isSite(squash(text(end - 1)), name, hosts)) end--
  let start = 0
  while (!isFrontPage(url) && end - start > 1 && [name, viewTopic, ...hosts].includes(squash(text(start)))) start++
  const [from = 0] = parts[start] ?? []
  const [, to = title.length] = parts[end - 1] ?? []
  const rest = title.slice(from, to).trim()
  return {
    title: rest,
    first: isFrontPage(url) ? rest : text(start).trim() || rest,
    last: parts.length > 1 ? text(parts.length - 1).trim() : ""
  }
}

/** A title longer than this is none, and nothing is cut from it: its parts are compared with one another. */
const longestTitle = 2000

/** Whether a heading says no more than whose site it is: as the page declares it, as its host does, or at the tail of its title. */
export const isSitesName = (heading: string, title: string, site: string, url: URL): boolean => {
  const said = squash(heading)
  if (said === "" || said === squash(site) || hostNames(url).includes(said)) return true
  const { last, title: rest } = withoutSite(title, site, url)
  return said === squash(last) && said !== squash(rest)
}

/** What one forum software says of every page. */
const viewTopic = "viewtopic"

const spansOf = (title: string): ReadonlyArray<readonly [from: number, to: number]> => {
  const spans: Array<readonly [number, number]> = []
  let from = 0
  for (const match of title.matchAll(separator)) {
    spans.push([from, match.index])
    from = match.index + match[0].length
  }
  spans.push([from, title.length])
  return spans.filter(([start, end]) => squash(title.slice(start, end)) !== "")
}

const isSite = (part: string, name: string, hosts: ReadonlyArray<string>): boolean =>
  (name !== "" && isAbout(part, name)) || hosts.some((host) => isAbout(part, host))

/** One is the other, or holds it and not much more. */
const isAbout = (part: string, name: string): boolean =>
  part === name || (part.length > 3 && name.includes(part)) ||
  (name.length > 3 && part.includes(name) && part.length <= name.length * 2.5)

const isFrontPage = (url: URL): boolean =>
  url.search === "" && /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?|index\.\w+|home)?$/i.test(url.pathname)

const hostNames = (url: URL): ReadonlyArray<string> =>
  [...url.hostname.split("."), url.hostname.replace(/^www\./, "")].map(squash).filter((name) =>
    name.length > 2 && !/^(?:www|com|org|net|edu|gov)$/.test(name)
  )
