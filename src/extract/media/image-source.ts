import type { Image } from "../../domain/Document.ts"
import type { PageElement } from "../dom/node.ts"
import { children, closest, fold } from "../dom/walk.ts"

/** Where lazy loaders keep the real address, in the order in which they are believed. */
const lazyAttributes = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-url",
  "data-image",
  "data-hi-res-src",
  "data-full-src",
  "data-large-file",
  "data-orig-file",
  "data-actualsrc",
  "data-echo"
]
const lazySets = ["data-srcset", "data-lazy-srcset", "srcset"]

/** An image of the page with its best address; undefined for data: images, tracking pixels and images without an address. */
export const imageOf = (element: PageElement, base: URL): Image | undefined => {
  if (isPixel(element)) return undefined
  const url = bestSource(element, base)
  if (url === undefined) return undefined
  return { url, alt: fold(element.attr("alt") ?? ""), title: fold(element.attr("title") ?? "") }
}

const bestSource = (element: PageElement, base: URL): string | undefined => {
  const fromSet = lazySets.flatMap((name) => largest(element.attr(name)) ?? [])[0] ?? pictureSource(element)
  const lazy = lazyAttributes.flatMap((name) => element.attr(name) ?? []).find((value) =>
    value.trim() !== "" && !value.startsWith("data:")
  )
  for (const candidate of [fromSet, lazy, element.attr("src")]) {
    const url = candidate === undefined ? null : URL.parse(candidate.trim(), base)
    if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.href
  }
  return undefined
}

const pictureSource = (element: PageElement): string | undefined => {
  const picture = element.parentNode?.tag === "picture" ? element.parentNode : undefined
  if (picture === undefined) return undefined
  for (const source of children(picture)) {
    if (source.tag !== "source") continue
    const best = largest(source.attr("srcset") ?? source.attr("data-srcset"))
    if (best !== undefined) return best
  }
  return undefined
}

/** The candidate of the largest width or density (HTML standard, "parse a srcset attribute"). */
export const largest = (srcset: string | undefined): string | undefined => {
  if (srcset === undefined) return undefined
  let best: string | undefined
  let bestSize = -1
  for (
    const [, url = "", size = "", unit] of srcset.slice(0, maxSrcset).matchAll(
      /([^\s,]\S*[^\s,])(?:\s+([\d.]+)([wx]))?\s*(?:,|$)/g
    )
  ) {
    if (url.startsWith("data:")) continue
    const value = unit === undefined ? 1 : Number(size)
    if (value > bestSize) {
      best = url
      bestSize = value
    }
  }
  return best
}

const maxSrcset = 8192

const isPixel = (element: PageElement): boolean => {
  const width = Number.parseInt(element.attr("width") ?? "", 10)
  const height = Number.parseInt(element.attr("height") ?? "", 10)
  if (width <= 2 || height <= 2) return true
  return /(?:facebook\.com\/tr|doubleclick\.net|google-analytics|\/pixel[./?]|scorecardresearch|bat\.bing\.com|quantserve)/
    .test(element.attr("src") ?? "") ||
    closest(element, "button", "nav") !== undefined && (element.attr("alt") ?? "") === ""
}
