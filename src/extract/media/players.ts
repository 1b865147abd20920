import type { MediaItem } from "../../core/domain/document/Document.ts"
import { maxUrlLength } from "../../core/domain/WebUrl.ts"
import type { PageElement } from "../dom/node.ts"
import { children, fold } from "../dom/walk.ts"
import type { ParsedPage } from "../Page.ts"
import { notPictures, notPlayers } from "../rules/media.ts"
import { playerTags } from "../rules/tags.ts"
import { frameAddress } from "./frame-address.ts"
import { isShown } from "./is-shown.ts"

/**
 * Video, audio and embedded content of the whole page, each address once: videos first, then audio, then frames and
 * plug-ins. The main content is chosen by words, and players have none. Players that are hidden, for ads, or in a menu
 * or footer are left out.
 */
export const playersOf = (page: ParsedPage): ReadonlyArray<MediaItem> => {
  const found = new Map<string, MediaItem>()
  for (const tag of playerTags) {
    for (const element of page.html.tagged(tag).slice(0, maxElements)) {
      if (found.size >= maxItems) return [...found.values()]
      const item = playerOf(element, page)
      if (item !== undefined && !found.has(item.url)) found.set(item.url, item)
    }
  }
  return [...found.values()]
}

/** Media item of an element. Undefined if it is hidden, an ad, or without an address. */
export const playerOf = (element: PageElement, { baseUrl, included }: ParsedPage): MediaItem | undefined => {
  const item = itemOf(element, baseUrl)
  return item !== undefined && isShown(element, included) ? item : undefined
}

const maxItems = 200
/** Max elements read of one tag, hidden ones included. */
const maxElements = 1000

const itemOf = (element: PageElement, base: URL): MediaItem | undefined => {
  const url = absolute(sourceOf(element), base)
  if (url === undefined || notPictures.test(url) || notPlayers.test(url)) return undefined
  const title = fold(element.attr("title") || element.attr("aria-label") || "").slice(0, maxTitle).trimEnd()
  return { type: typeOf(element), url, title, poster: posterOf(element, base) ?? "" }
}

const maxTitle = 500

/** Address of the picture that a video shows before it plays. */
export const posterOf = (element: PageElement, base: URL): string | undefined =>
  element.tag === "video" ? absolute(element.attr("poster") || element.attr("data-poster"), base) : undefined

const sourceOf = (element: PageElement): string | undefined => {
  if (element.tag === "object") return element.attr("data")
  if (element.tag !== "video" && element.tag !== "audio") return frameAddress(element)
  for (const source of [element, ...children(element)]) {
    const isSource = source === element || source.tag === "source"
    const address = isSource ? source.attr("src") || source.attr("data-src") : undefined
    // A script with adaptive streaming puts the address of its own buffer here.
    if (address !== undefined && !address.startsWith("blob:")) return address
  }
  return undefined
}

const absolute = (address: string | undefined, base: URL): string | undefined => {
  const url = address === undefined || address.trim() === "" ? null : URL.parse(address.trim(), base)
  const isLink = url !== null && (url.protocol === "http:" || url.protocol === "https:")
  return isLink && url.href.length <= maxUrlLength ? url.href : undefined
}

/** A plug-in may name the media type of its data. */
const typeOf = (element: PageElement): MediaItem["type"] => {
  if (element.tag === "video" || element.tag === "audio") return element.tag
  const declared = /^\s*(video|audio)\//i.exec(element.attr("type") ?? "")?.[1]?.toLowerCase()
  return declared === "video" || declared === "audio" ? declared : "embed"
}
