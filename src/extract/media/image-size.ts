import type { PageElement } from "../dom/node.ts"
import { largest } from "./image-source.ts"

/** The lesser side of an image in pixels, as the markup or the address gives it. Undefined where neither does. */
export const sizeOf = (element: PageElement): number | undefined => {
  const sides = ["width", "height"].map((name) => Number.parseInt(element.attr(name) ?? "", 10)).filter((side) =>
    side > 0
  )
  const given = sides.length > 0 ? Math.min(...sides) : sizeInAddress((element.attr("src") ?? "").slice(0, maxAddress))
  const set = largest(element.attr("srcset") ?? element.attr("data-srcset"))?.size ?? 0
  return set > 10 ? Math.max(given ?? 0, set) : given
}

const maxAddress = 2000

const sizeInAddress = (src: string): number | undefined => {
  const found = /[?&](?:w|width|s|size|h)=(\d{2,4})\b|[-_/](\d{2,4})x\d{2,4}(?=[-_./])/.exec(src)
  return found === null ? undefined : Number(found[1] ?? found[2])
}
