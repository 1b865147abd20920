import { resolveLink } from "../../core/domain/WebUrl.ts"
import { decorations, notPictures } from "../rules/media.ts"
import * as rules from "../rules/metadata.ts"
import { isObject, type JsonObject, typesOf } from "./declared/json-ld.ts"
import type { FactSources } from "./FactSources.ts"
import { shownImage } from "./shown-image.ts"

/**
 * Address of the lead picture: that of JSON-LD, Open Graph or Twitter, else the one at the headline or the first large
 * one of the content. Logos, portraits of authors, placeholders and pixels are none.
 */
export const leadImageOf = (sources: FactSources, site: string): string => {
  const { jsonLd, marks, page } = sources
  const others = new Set(
    [...ownerPictures(jsonLd), ...iconsOf(sources)].flatMap((address) => resolveLink(address, page.baseUrl) ?? [])
  )
  const siteWords = new Set(wordsOf(`${page.url.hostname} ${site}`))
  const isLead = (url: string): boolean =>
    !others.has(url) && !notPictures.test(url) && !decorations.test(url) && !rules.notLeadPictures.test(url) &&
    !isOfSite(url, siteWords)
  for (const address of declaredPictures(sources)) {
    // Some sites give a caption instead of an address.
    const isAddress = !/\s/.test(address.trim()) || /^(?:https?:)?\//.test(address)
    const url = isAddress ? resolveLink(address, page.baseUrl) : undefined
    if (url !== undefined && isLead(url)) return url
  }
  return shownImage(page, sources.content.selection, marks, isLead) ?? ""
}

function* declaredPictures({ jsonLd, main, marks, meta }: FactSources): Generator<string> {
  const byId: Ids = new Map(jsonLd.map((object) => [object["@id"], object]))
  const page = jsonLd.find((object) => typesOf(object).some((type) => type.endsWith("WebPage")))
  for (const value of [main?.["image"], page?.["primaryImageOfPage"], main?.["thumbnailUrl"]]) {
    yield* addressesIn(value, byId, 0)
  }
  if (!isSmall(meta.first("og:image:width"))) {
    for (const name of rules.pictureMeta.openGraph) yield* meta.all(name)
  }
  for (const name of rules.pictureMeta.others) yield* meta.all(name)
  for (const link of marks.links) {
    if (link.attr("rel")?.trim().toLowerCase() === "image_src") yield link.attr("href") ?? ""
  }
}

type Ids = ReadonlyMap<unknown, JsonObject>

/** Addresses in a value of JSON-LD: of a text, an ImageObject, a reference to one, or of a list of them. */
function* addressesIn(value: unknown, byId: Ids, depth: number): Generator<string> {
  if (depth > maxDepth) return
  if (typeof value === "string") {
    yield value
    return
  }
  for (const item of Array.isArray(value) ? value.slice(0, maxItems) : []) yield* addressesIn(item, byId, depth + 1)
  if (!isObject(value) || isSmall(value["width"])) return
  const address = value["url"] ?? value["contentUrl"] ?? value["@value"]
  if (address !== undefined) yield* addressesIn(address, byId, depth + 1)
  else if (value["@id"] !== undefined) {
    const target = byId.get(value["@id"])
    if (target !== value) yield* addressesIn(target, byId, depth + 1)
  }
}

/** Whether a declared width is that of an icon. */
const isSmall = (width: unknown): boolean => Number.parseInt(String(width), 10) < minSide

const minSide = 100
const maxDepth = 3
const maxItems = 20

/** Logos, and pictures of persons and organizations that are parts of other objects, such as an author. */
function* ownerPictures(jsonLd: ReadonlyArray<JsonObject>): Generator<string> {
  let left = maxParts
  const open: Array<readonly [value: unknown, depth: number]> = jsonLd.map((object) => [object, 0] as const)
  for (let next = open.pop(); next !== undefined && --left > 0; next = open.pop()) {
    const [value, depth] = next
    if (depth > maxDepth || typeof value !== "object" || value === null) continue
    for (const part of Object.values(value)) open.push([part, depth + 1])
    if (!isObject(value)) continue
    yield* addressesIn(value["logo"], new Map(), 0)
    if (depth > 0 && typesOf(value).some((type) => /^Person$|Organization$/.test(type))) {
      yield* addressesIn(value["image"], new Map(), 0)
    }
  }
}

const maxParts = 5000

const iconsOf = ({ marks }: FactSources): ReadonlyArray<string> =>
  marks.links.flatMap((link) => /icon/i.test(link.attr("rel") ?? "") ? link.attr("href") ?? [] : [])

/** Whether the name of a file says logo or default, and else only words of the site and of files. */
const isOfSite = (url: string, siteWords: ReadonlySet<string>): boolean => {
  const words = wordsOf(/([^/]*)\/?(?:[?#]|$)/.exec(url)?.[1] ?? "")
  return words.some((word) => rules.siteFileWords.test(word)) &&
    words.every((word) => rules.siteFileWords.test(word) || rules.plainFileWords.test(word) || siteWords.has(word))
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.slice(0, maxName).toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")

const maxName = 300
