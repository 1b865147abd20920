import { httpUrl } from "../../core/domain/WebUrl.ts"
import type { PageElement } from "../dom/node.ts"
import { sizeOf } from "../media/image-size.ts"
import { backgroundOf, imageOf } from "../media/image-source.ts"
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
    const size = Math.min(large, sizeOf(element) ?? unknownSize)
    if (size < minSize || isOther(element)) return []
    const background = backgroundOf(element)
    const url = background === undefined ? imageOf(element, base)?.url : httpUrl(background, base)?.href
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
