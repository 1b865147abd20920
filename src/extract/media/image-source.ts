import type { Image } from "../../core/domain/document/Document.ts"
import type { PageElement } from "../dom/node.ts"
import { endRun } from "../dom/text-end.ts"
import { byTag, children, closest, firstByTag, fold, foldedText } from "../dom/walk.ts"
import { withoutSpelled } from "../dom/without-invisible.ts"
import { notPictures } from "../rules/media.ts"
import { hiddenStyle } from "../rules/styles.ts"

/** Attributes with the real address in pages with lazy loaders, best first. */
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
  "data-echo",
  "data-lazyload",
  "data-lazy-load",
  "data-flickity-lazyload",
  "data-img-src",
  "data-img",
  "data-image-src"
]
const lazySets = ["data-srcset", "data-lazy-srcset", "data-flickity-lazyload-srcset", "data-optimumx-srcset", "srcset"]

/**
 * An image of the page with its best address. Undefined for data: images, tracking pixels and images without an
 * address.
 */
export const imageOf = (element: PageElement, base: URL): Image | undefined => {
  if (isPixel(element)) return undefined
  const url = bestSource(element, base)
  if (url === undefined) return undefined
  return {
    url,
    alt: fold(withoutSpelled(element.attr("alt") ?? "")),
    title: fold(withoutSpelled(element.attr("title") ?? "")),
    caption: captionOf(element)
  }
}

/** The caption of the figure around an image. */
const captionOf = (image: PageElement): string => {
  const figure = closest(image, "figure")
  const caption = figure === undefined ? undefined : firstByTag(figure, "figcaption")
  return caption === undefined ? "" : foldedText(caption).slice(0, maxCaption).trimEnd()
}

const maxCaption = 1000

/** The images of a `noscript` beside an image without an address. Lazy loaders put the real image there. */
export const noscriptImages = (element: PageElement, base: URL): ReadonlyArray<Image> => {
  if (firstByTag(element, "img") === undefined || hasTwin(element, base)) return []
  return byTag(element, "img").flatMap((image) => imageOf(image, base) ?? [])
}

const hasTwin = (element: PageElement, base: URL): boolean => {
  let before = element.previousSibling
  while (before !== null && before.nodeType !== 1) before = before.previousSibling
  if (before === null) return false
  const image = before.tag === "img" ? before : firstByTag(before, "img")
  return image !== undefined && imageOf(image, base) !== undefined
}

const bestSource = (element: PageElement, base: URL): string | undefined => {
  const lazy = lazyAttributes.flatMap((name) => element.attr(name) ?? []).find(isAddress)
  const sets = lazySets.flatMap((name) => largest(element.attr(name)) ?? [])
  const candidates = [...sets.filter(({ size }) => size > 1), ...pictureSources(element)].sort((a, b) =>
    b.size - a.size
  )
  const src = element.attr("src")
  for (const candidate of [candidates[0]?.url, lazy, sets[0]?.url, isPlaceholder(src) ? undefined : src]) {
    const url = candidate === undefined ? null : URL.parse(candidate.trim(), base)
    if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) return url.href
  }
  return undefined
}

/** Address of the background picture of an element, from its style or for a lazy loader. Undefined for an image. */
export const backgroundOf = (element: PageElement): string | undefined => {
  if (element.tag === "img") return undefined
  const style = element.attr("style")
  const shown = style === undefined ? undefined : backgroundUrl.exec(style.slice(0, maxStyle))?.[1]
  const address = shown ?? element.attr("data-bg") ?? element.attr("data-background-image") ??
    element.attr("data-bgset")
  const plain = address?.replace(/^(?:url\()?["']?|["']?\)?$/g, "").trim()
  return plain === undefined || plain === "" || !isAddress(plain) ? undefined : plain
}

const backgroundUrl = /background(?:-image)?\s*:[^;]*?url\(\s*(["']?[^"')]+)/i
const maxStyle = 2000

const isAddress = (value: string): boolean =>
  value.trim() !== "" && !value.startsWith("data:") && !/^[[{]/.test(value.trim())

/** Placeholders in `src` until a script loads the image. */
const isPlaceholder = (src: string | undefined): boolean =>
  src === undefined || src.trim() === "" || src.startsWith("data:") ||
  /(?:^|\/)(?:blank|clear|spacer|spc|x|dot|transparent|placeholder|pixel|1x1|lazy[-_]?placeholder|lazy-?load(?:er|ing)?|grey|loading)(?:[-_.]\w*)?\.(?:gif|png|svg)(?:\?|$)/i
    .test(src)

/** The best candidate of each source. Sources for narrow screens are smaller cuts. */
const pictureSources = (element: PageElement): ReadonlyArray<Candidate> => {
  const picture = element.parentNode?.tag === "picture" ? element.parentNode : undefined
  if (picture === undefined) return []
  return [...children(picture)].flatMap((source) => {
    if (source.tag !== "source" || /max-width/.test(source.attr("media") ?? "")) return []
    return largest(source.attr("srcset") ?? source.attr("data-srcset")) ?? []
  })
}

export interface Candidate {
  readonly url: string
  /** Width in pixels, or density. */
  readonly size: number
}

/** The candidate of the largest width or density (HTML standard, "parse a srcset attribute"). */
export const largest = (srcset: string | undefined): Candidate | undefined => {
  if (srcset === undefined) return undefined
  let best: Candidate | undefined
  for (const { size, url } of candidatesOf(srcset.slice(0, maxSrcset))) {
    if (!/^(?:data:|#)/.test(url) && (best === undefined || size > best.size)) best = { url, size }
  }
  return best
}

const maxSrcset = 8192

/** An address that ends in a comma has no descriptor. A candidate with an invalid descriptor is left out. */
function* candidatesOf(srcset: string): Generator<Candidate> {
  const candidate = /[\s,]*(\S+)/y
  for (let found = candidate.exec(srcset); found !== null; found = candidate.exec(srcset)) {
    const [, written = ""] = found
    const url = written.slice(0, endRun(written, ","))
    if (url !== written) {
      yield { url, size: 1 }
      continue
    }
    const end = srcset.indexOf(",", candidate.lastIndex)
    const descriptor = srcset.slice(candidate.lastIndex, end < 0 ? undefined : end).trim()
    candidate.lastIndex = end < 0 ? srcset.length : end
    if (descriptor === "") yield { url, size: 1 }
    else if (/^[\d.]+[wx]$/.test(descriptor)) yield { url, size: Number(descriptor.slice(0, -1)) }
  }
}

const isPixel = (element: PageElement): boolean => {
  const width = Number.parseInt(element.attr("width") ?? "", 10)
  const height = Number.parseInt(element.attr("height") ?? "", 10)
  if (
    width <= 2 || height <= 2 ||
    /(?:^|[;\s])(?:width|height)\s*:\s*(?:[012]px|0(?![\d.]))/.test(element.attr("style") ?? "")
  ) {
    return true
  }
  return isHidden(element) || notPictures.test(element.attr("src") ?? "") ||
    closest(element, "button", "nav") !== undefined && (element.attr("alt") ?? "") === ""
}

/** Hidden images count visits, or wait for a script that has their address. */
const isHidden = (element: PageElement): boolean =>
  hiddenStyle.test(element.attr("style") ?? "") && ![...lazyAttributes, ...lazySets].some((name) => element.has(name))
