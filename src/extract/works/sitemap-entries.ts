import { resolveLink } from "../../core/domain/WebUrl.ts"
import { isObject, type JsonObject } from "../metadata/declared/json-ld.ts"
import { readXml } from "../parsers/read-xml.ts"

/** The root elements of the sitemaps protocol, which allows feeds too, and the name of an entry in each. */
const entryNames = {
  "urlset": "url",
  "sitemapindex": "sitemap",
  "rss": "item",
  "rdf:RDF": "item",
  "feed": "entry"
} as const

/** Kind by the root element. A list of URLs has none. */
export type SitemapKind = keyof typeof entryNames | "list"

/** Next part of the text of a sitemap. It begins at the end of the part before it, and may end anywhere. */
export interface SitemapText {
  /** URL of the sitemap. */
  readonly url: string
  /** URL after redirects, the base of its locations. */
  readonly base: string
  readonly text: string
  /** Kind found in the first part. */
  readonly kind: SitemapKind | undefined
  readonly isLast: boolean
  /** Maximum of entries to read; by default some hundred. */
  readonly maxEntries?: number
  /** Whether `about` is wanted. A crawl has no use for it. */
  readonly isDetailed?: boolean
}

/** Facts that a sitemap states about a URL. */
export interface SitemapAbout {
  /** Date of the last change (W3C), as written. */
  readonly lastmod?: string
  /** Importance within the site, from 0 to 1. */
  readonly priority?: number
  /** The page in other languages, by language tags. */
  readonly alternates?: Readonly<Record<string, string>>
}

export interface SitemapEntries {
  /** Undefined if it is not a sitemap. */
  readonly kind: SitemapKind | undefined
  /** The listed URLs in order, in canonical form: pages, or further sitemaps. */
  readonly urls: ReadonlyArray<string>
  /** Dates of the last change of these URLs, in milliseconds since the epoch. Undefined without a usable date. */
  readonly lastmods: ReadonlyArray<number | undefined>
  /** Facts about these URLs, with `isDetailed`. */
  readonly about?: ReadonlyArray<SitemapAbout>
  /** Characters read. 0 if the first entry continues after this text. */
  readonly consumed: number
}

/**
 * The first entries in the text of a sitemap. Parsing a full one takes seconds, and a crawl often wants only the first
 * hundred. Entity declarations before the entries are ignored. A text without a known root is a list of URLs, one per
 * line, unless it has tags.
 */
export const sitemapEntries = (part: SitemapText): SitemapEntries => {
  const kind = part.kind ?? kindOf(part.text)
  if (kind === undefined) return { kind, urls: [], lastmods: [], consumed: part.text.length }
  const { consumed, locations } = kind === "list" ? lines(part) : entries(part, entryNames[kind])
  const listed = locations.flatMap((location) => {
    const url = resolveLink(location.url, part.base)
    return url === undefined ? [] : [{ ...location, url }]
  })
  return {
    kind,
    urls: listed.map(({ url }) => url),
    lastmods: listed.map(({ lastmod }) => lastmodTime(lastmod)),
    ...(part.isDetailed === true ? { about: listed.map((location) => aboutOf(location, part.base)) } : {}),
    consumed
  }
}

const kindOf = (text: string): SitemapKind | undefined => {
  const name = root.exec(text)?.[1]
  return name === undefined ? text.includes("<") ? undefined : "list" : roots.find((known) => known === name)
}

const roots = ["urlset", "sitemapindex", "rss", "rdf:RDF", "feed"] as const
const root = /<(urlset|sitemapindex|rss|rdf:RDF|feed)[\s>]/

/** Default of `maxEntries`. */
const perPart = 400

interface Location {
  readonly url: string
  /** As written; empty without one. */
  readonly lastmod: string
  /** Absent in a list. */
  readonly entry?: JsonObject
}

interface Found {
  readonly locations: ReadonlyArray<Location>
  readonly consumed: number
}

const lines = ({ isLast, maxEntries = perPart, text }: SitemapText): Found => {
  const locations: Array<Location> = []
  for (const { 0: line, index } of text.matchAll(/\S+/g)) {
    const end = index + line.length
    // The last entry may continue in the next part.
    if (end === text.length && !isLast) return { locations, consumed: index }
    locations.push({ url: line, lastmod: "" })
    if (locations.length === maxEntries) return { locations, consumed: end }
  }
  return { locations, consumed: text.length }
}

const entries = ({ isLast, maxEntries = perPart, text }: SitemapText, name: string): Found => {
  const closing = `</${name}>`
  const start = text.search(new RegExp(`<${name}[\\s>]`))
  // A tag may be cut in two.
  if (start < 0) return { locations: [], consumed: isLast ? text.length : Math.max(0, text.length - closing.length) }
  let end = start
  for (let count = 0; count < maxEntries; count++) {
    const next = text.indexOf(closing, end)
    if (next < 0) break
    end = next + closing.length
  }
  if (end === start) return { locations: [], consumed: isLast ? text.length : start }
  const list = readXml(`<list>${text.slice(start, end)}</list>`)?.["list"]
  return { locations: isObject(list) ? [list[name]].flat().filter(isObject).map(locationOf) : [], consumed: end }
}

const locationOf = (entry: JsonObject): Location => {
  const links = [entry["link"]].flat()
  const alternate = links.find((link) => isObject(link) && (link["@rel"] ?? "alternate") === "alternate")
  const location = entry["loc"] ?? (isObject(alternate) ? alternate["@href"] : links[0])
  const lastmod = entry["lastmod"]
  return { url: textOf(location), lastmod: textOf(lastmod), entry }
}

const aboutOf = ({ entry = {}, lastmod }: Location, base: string): SitemapAbout => {
  const date = lastmod.trim()
  const priority = textOf(entry["priority"]).trim()
  const alternates = alternatesIn(entry, base)
  return {
    ...(w3cDate.test(date) ? { lastmod: date } : {}),
    ...(/^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/.test(priority) ? { priority: Number(priority) } : {}),
    ...(Object.keys(alternates).length === 0 ? {} : { alternates })
  }
}

/** The links to translations, by their language tags (`xhtml:link`). */
const alternatesIn = (entry: JsonObject, base: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [entry["xhtml:link"]].flat().filter(isObject).slice(0, maxAlternates).flatMap((link) => {
      const [tag, url] = [textOf(link["@hreflang"]), resolveLink(textOf(link["@href"]), base)]
      return languageTag.test(tag) && url !== undefined ? [[tag, url]] : []
    })
  )

const maxAlternates = 200
const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/
/** The forms of W3C's note, from a year to a fraction of a second. */
const w3cDate = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/

const textOf = (value: unknown): string => {
  const [first] = [value].flat()
  return typeof first === "string" ? first : ""
}

/**
 * Milliseconds since the epoch of a W3C date (sitemaps.org). A date without a time counts as the end of that day in
 * every time zone. A time without a zone, a month and a year say too little.
 */
const lastmodTime = (text: string): number | undefined => {
  const [, day, time] = /^\s*(\d{4}-\d{2}-\d{2})(T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?\s*$/.exec(text) ?? []
  if (day === undefined) return undefined
  const at = time === undefined ? Date.parse(`${day}T23:59:59-12:00`) : Date.parse(day + time)
  return Number.isNaN(at) ? undefined : at
}
