import type { PageElement } from "../dom/node.ts"
import { imageOf, largest } from "../media/image-source.ts"
import * as rules from "../rules/records.ts"

/** Pictures of at least this size are alike; the first is the one of the item. */
const large = 300
/** Smaller ones are icons, flags and avatars. */
const minSize = 48
/** Assumed size. Most pictures declare none. */
const unknownSize = 200

export interface CardImage {
  readonly url: string
  readonly size: number
}

/** The pictures of a card that may be of its item, the largest first. */
export const cardImages = (images: ReadonlyArray<PageElement>, base: URL): ReadonlyArray<CardImage> =>
  images.flatMap((element) => {
    const size = sizeOf(element)
    if (size < minSize || isOther(element)) return []
    const url = imageOf(element, base)?.url
    return url === undefined || otherFiles.test(url) ? [] : [{ url, size }]
  }).toSorted((a, b) => b.size - a.size)

const otherFiles =
  /\.svg(?:[?#]|$)|(?:^|[/_.-])(?:icons?|avatars?|logos?|badges?|flags?|sprites?|stars?|rating|gravatar|spinner|loader)(?=[/_.-])[^/]*(?:[?#]|$)|gravatar\.com\/|sold-?out|coming-?soon/i

const isOther = (element: PageElement): boolean => {
  for (let at: PageElement | null = element, step = 0; at !== null && step < 2; at = at.parentNode, step++) {
    if (rules.notItemPictures.test(at.attr("class") ?? "")) return true
  }
  return false
}

/** The lesser of its sides, as the markup or the address gives them. */
const sizeOf = (element: PageElement): number => {
  const sides = ["width", "height"].map((name) => Number.parseInt(element.attr(name) ?? "", 10)).filter((side) =>
    side > 0
  )
  const given = sides.length > 0 ? Math.min(...sides) : sizeInAddress((element.attr("src") ?? "").slice(0, maxAddress))
  const set = largest(element.attr("srcset") ?? element.attr("data-srcset"))?.size ?? 0
  return Math.min(large, set > 10 ? Math.max(given ?? 0, set) : given ?? unknownSize)
}

const maxAddress = 2000

const sizeInAddress = (src: string): number | undefined => {
  const found = /[?&](?:w|width|s|size|h)=(\d{2,4})\b|[-_/](\d{2,4})x\d{2,4}(?=[-_./])/.exec(src)
  return found === null ? undefined : Number(found[1] ?? found[2])
}
