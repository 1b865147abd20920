import { byTag, closest, firstByTag, fold, foldedText } from "../dom/walk.ts"
import { textOf, typesOf } from "./json-ld.ts"
import type { FactSources } from "./read-facts.ts"

/** The headline rather than the site's tail. */
export const titleOf = (sources: FactSources, site: string): string => {
  const { main, meta, page } = sources
  const title = fold(
    foldedText(firstByTag(page.html.head, "title") ?? firstByTag(page.html.document, "title") ?? page.html.head)
  )
  const document = withoutSite(title, site)
  const shared = withoutSite(meta.first("og:title", "twitter:title", "dc.title", "dcterms.title"), site)
  const declared = fold(textOf(main?.["headline"]))
  const name = main === undefined ? "" : fold(textOf(main["name"]))
  // A thing's name is the page's title only where the page agrees: a listing declares the things it lists.
  const headline = declared !== "" ? declared : [document, shared].some((title) => similar(name, title)) ? name : ""
  const heading = headingOf(sources, [document, shared, headline])
  return heading || headline || shared || document
}

/** The h1 that the other titles agree with, else a lone h1. */
const headingOf = ({ page }: FactSources, titles: ReadonlyArray<string>): string => {
  const headings = byTag(page.html.body, "h1")
    .filter((element) => closest(element, "nav", "footer", "aside") === undefined)
    .map((element) => foldedText(element).replace(permalink, "")).filter((text) =>
      text !== "" && text.length < maxTitle
    )
  const agreed = headings.find((text) => titles.some((title) => similar(text, title)))
  if (agreed !== undefined) return agreed
  const [only] = headings
  return headings.length === 1 && only !== undefined && titles.every((title) => title === "") ? only : ""
}

const maxTitle = 300
/** The mark by which documentation lets one link to a heading. */
const permalink = /\s*[¶§]$|\s+#$/

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** More than half of the words of the longer one are shared. */
const similar = (a: string, b: string): boolean => {
  const first = wordsOf(a)
  const second = wordsOf(b)
  const shared = [...first].filter((word) => second.has(word)).length
  return shared > 0 && shared >= Math.max(first.size, second.size) * 0.5
}

/** `Headline - Site` and `Site | Headline` without the site; the separators that site builders use. */
export const withoutSite = (title: string, site: string): string => {
  const parts = title.split(/\s+[|\-–—·•»:]\s+|\s*\|\s*/)
  if (parts.length < 2 || site === "") return title
  const same = (part: string) => squash(part) !== "" && squash(part) === squash(site)
  if (same(parts.at(-1) ?? "")) {
    return title.slice(0, title.lastIndexOf(parts.at(-1) ?? "")).replace(/\s*[|\-–—·•»:]\s*$/, "").trim()
  }
  if (same(parts[0] ?? "")) return title.slice((parts[0] ?? "").length).replace(/^\s*[|\-–—·•»:]\s*/, "").trim()
  return title
}

const squash = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "").replace(/(?:com|org|net)$/, "")

export const siteNameOf = ({ jsonLd, meta, page }: FactSources): string => {
  const declared = meta.first("og:site_name", "application-name", "al:ios:app_name")
  if (declared !== "") return declared
  const site = jsonLd.find((object) => typesOf(object).includes("WebSite"))
  const publisher = jsonLd.map((object) => textOf(object["publisher"])).find((name) => name !== "")
  const fromData = fold(textOf(site?.["name"]) || (publisher ?? ""))
  if (fromData !== "") return fromData
  const title = fold(foldedText(firstByTag(page.html.head, "title") ?? page.html.head))
  const host = page.url.hostname.replace(/^www\./, "").split(".")[0] ?? ""
  const parts = title.split(/\s+[|\-–—·•»]\s+|\s*\|\s*/)
  return parts.length > 1
    ? parts.find((part) => squash(part) !== "" && (squash(part).includes(host) || host.includes(squash(part)))) ?? ""
    : ""
}
