import { textOf, typesOf } from "./declared/json-ld.ts"
import type { FactSources } from "./FactSources.ts"
import { lettersAndDigits } from "./letters-and-digits.ts"
import { plainText } from "./plain-text.ts"

/** Name of the site: OpenGraph, JSON-LD, else the part of the title that is like its host. */
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
  // The account of the site, where the host has another name.
  const account = lettersAndDigits(meta.first("twitter:site").replace(/^@/, ""))
  const hosts = [...hostNames(page.url), ...(account.length > 3 ? [account] : [])]
  return parts.length > 1
    ? plainText(parts.findLast((part) => hosts.some((host) => isAbout(lettersAndDigits(part), host))) ?? "")
    : ""
}

/** Separators between title and site. Scripts without spaces use other ones. */
const separator =
  /\s+[|\-–—·•»«:‹›/⋆~_]+\s+|\s*[|｜│ㅣ丨]\s*|\s*»\s+|\s+::\s+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}）】」』？！])[-_](?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}])/gu

/** Characters of separators, one of which each has. */
const separating = /[|｜│ㅣ丨\-–—·•»«:‹›/⋆~_]/

const partsOf = (title: string): ReadonlyArray<string> =>
  title.length > maxTitleLength ? [] : title.split(separator).filter((part) => lettersAndDigits(part) !== "")

export interface CutTitle {
  readonly title: string
  /** The first part, if there are several parts besides the site. */
  readonly first: string
  /** The last part before anything is cut, if there are several. */
  readonly last: string
}

/** `Headline - Site` and `Site | Headline` without the site. The title of a home page is not changed. */
export const withoutSite = (title: string, site: string, url: URL): CutTitle => {
  if (title.length > maxTitleLength) return { title, first: title, last: "" }
  const parts = spansOf(title)
  const hosts = hostNames(url)
  const name = lettersAndDigits(site)
  const text = (index: number) => title.slice(...parts[index] ?? [0, 0])
  let end = parts.length
  while (end > 1 && isSite(lettersAndDigits(text(end - 1)), name, hosts)) end--
  let start = 0
  while (!isFrontPage(url) && end - start > 1 && [name, viewTopic, ...hosts].includes(lettersAndDigits(text(start)))) {
    start++
  }
  const [from = 0] = parts[start] ?? []
  const [, to = title.length] = parts[end - 1] ?? []
  const rest = title.slice(from, to).trim()
  return {
    title: rest,
    first: isFrontPage(url) ? rest : text(start).trim() || rest,
    last: parts.length > 1 ? text(parts.length - 1).trim() : ""
  }
}

/** Max length of a title that is cut. Its parts are compared with one another. */
const maxTitleLength = 2000

/** Whether a heading is only the name of the site, by declaration, by host, or by the end of the title. */
export const isSitesName = (heading: string, title: string, site: string, url: URL): boolean => {
  const said = lettersAndDigits(heading)
  if (said === "" || said === lettersAndDigits(site) || hostNames(url).includes(said)) return true
  const { last, title: rest } = withoutSite(title, site, url)
  return said === lettersAndDigits(last) && said !== lettersAndDigits(rest)
}

/** The title that one forum software gives to every page. */
const viewTopic = "viewtopic"

const spansOf = (title: string): ReadonlyArray<readonly [from: number, to: number]> => {
  const spans: Array<readonly [number, number]> = []
  let from = 0
  for (const match of separating.test(title) ? title.matchAll(separator) : []) {
    spans.push([from, match.index])
    from = match.index + match[0].length
  }
  spans.push([from, title.length])
  return spans.filter(([start, end]) => lettersAndDigits(title.slice(start, end)) !== "")
}

const isSite = (part: string, name: string, hosts: ReadonlyArray<string>): boolean =>
  (name !== "" && isAbout(part, name)) || hosts.some((host) => isAbout(part, host))

/** Whether one name contains the other and little more. */
const isAbout = (part: string, name: string): boolean =>
  part === name || (part.length > 3 && name.includes(part)) ||
  (name.length > 3 && part.includes(name) && part.length <= name.length * 2.5)

const isFrontPage = (url: URL): boolean =>
  url.search === "" && /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?|index\.\w+|home)?$/i.test(url.pathname)

const hostNames = (url: URL): ReadonlyArray<string> => {
  const known = namesOfHosts.get(url)
  if (known !== undefined) return known
  const names = [...url.hostname.split("."), url.hostname.replace(/^www\./, "")].map(lettersAndDigits).filter((name) =>
    name.length > 2 && !/^(?:www|com|org|net|edu|gov)$/.test(name)
  )
  namesOfHosts.set(url, names)
  return names
}

/** Cached by URL, because every part of every title is compared with them. */
const namesOfHosts = new WeakMap<URL, ReadonlyArray<string>>()
