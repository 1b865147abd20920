import type { PageElement, PageNode } from "../../dom/node.ts"
import { afterSubtree, children, closest, firstByTag, fold, foldedText, isBlank, nextNode } from "../../dom/walk.ts"
import { mathOf, rendered } from "../../media/formulas/math.ts"
import type { MathmlReader } from "../../media/formulas/mathml.ts"
import { playerOf } from "../../media/players.ts"
import type { ParsedPage } from "../../Page.ts"
import { playerNames } from "../../rules/media.ts"
import { playerTags, skippedTags } from "../../rules/tags.ts"
import { isWidgetLabel } from "./element-facts.ts"
import { linkTarget } from "./link-target.ts"

/** A part of a page that has no text of its own: a player, a drawing with a label, the caption of one, a formula. */
export type SilentPart =
  | { readonly kind: "player" | "drawing"; readonly url: string; readonly label: string }
  | { readonly kind: "caption"; readonly element: PageElement }
  | { readonly kind: "formula"; readonly element: PageElement; readonly latex: string; readonly display: boolean }

/** An element with more nodes is a widget, such as a gallery or a bar. */
const maxNodes = 60

/** The silent parts of an element that has no other text. Empty if it has text, or nothing to show. */
export const silentParts = (root: PageElement, page: ParsedPage, mathml: MathmlReader): ReadonlyArray<SilentPart> => {
  const found: Array<SilentPart> = []
  let nodes = 0
  for (let node: PageNode | null = root; node !== null;) {
    if (++nodes > maxNodes || node.nodeType === 3 && !isBlank(node.data)) return []
    const part: ReturnType<typeof partOf> = node.nodeType === 1 ? partOf(node, page, mathml) : undefined
    if (part !== undefined && part !== "nothing") found.push(part)
    const isRead: boolean = part !== undefined || node.nodeType === 1 && skippedTags.has(node.tag)
    node = isRead ? afterSubtree(node, root) : nextNode(node, root)
  }
  return found.some(({ kind }) => kind !== "caption") ? found : []
}

const partOf = (element: PageElement, page: ParsedPage, mathml: MathmlReader): SilentPart | "nothing" | undefined => {
  const math = mathOf(element, mathml)
  if (math !== undefined) return math === rendered ? "nothing" : { kind: "formula", element, ...math }
  switch (element.tag) {
    case "video":
    case "audio":
    case "iframe":
    case "object":
    case "embed":
      return player(element, page)
    case "svg":
      return drawing(labelOfSvg(element), "")
    case "figcaption":
      return { kind: "caption", element }
    default:
      if (isWidgetLabel(element, element.attr("class") ?? "") || isPlayerText(element)) return "nothing"
      return element.attr("role") === "img" ? drawing(label(element), backgroundOf(element, page.baseUrl)) : undefined
  }
}

/** Whether an element has only the times and labels of a player. */
const isPlayerText = (element: PageElement): boolean =>
  playerNames.test(element.attr("class") ?? "") && foldedText(element).length <= maxPlayerText &&
  [...playerTags, "img", "svg"].every((tag) => firstByTag(element, tag) === undefined)

const maxPlayerText = 200

/** Fallback text of a plug-in is often a link to the same file. */
const player = (element: PageElement, page: ParsedPage): SilentPart | undefined => {
  const item = playerOf(element, page)
  if (item === undefined) return undefined
  const link = element.tag === "object" ? firstByTag(element, "a") : undefined
  const target = link === undefined ? undefined : linkTarget(link, page.baseUrl)
  const text = link === undefined ? "" : foldedText(link)
  if (target !== undefined && text !== "") return { kind: "player", url: target, label: text }
  return { kind: "player", url: item.url, label: item.title || nameOf(item) }
}

const nameOf = ({ type, url }: { readonly type: string; readonly url: string }): string =>
  type === "embed" ? new URL(url).hostname.replace(/^www\./, "") : type === "video" ? "Video" : "Audio"

const drawing = (label: string, url: string): SilentPart | undefined =>
  label.length < minLabel ? undefined : { kind: "drawing", url, label }

const minLabel = 3

const label = (element: PageElement): string => {
  const isPicture = element.tag === "figure" || /background/i.test(element.attr("style") ?? "")
  return isPicture ? fold(element.attr("aria-label") ?? "") : ""
}

/** Small drawings and those in links are icons. */
const labelOfSvg = (svg: PageElement): string => {
  if (closest(svg, "a", "button", "nav", "label") !== undefined || widthOf(svg) <= maxIcon) return ""
  const title = [...children(svg)].find(({ tag }) => tag === "title")
  return title === undefined ? fold(svg.attr("aria-label") ?? "") : foldedText(title)
}

const maxIcon = 64

const widthOf = (svg: PageElement): number => {
  const width = Number.parseInt(svg.attr("width") ?? "", 10) || Number(svg.attr("viewBox")?.trim().split(/[\s,]+/)[2])
  return width > 0 ? width : closest(svg, "figure") === undefined ? 0 : Number.POSITIVE_INFINITY
}

const backgroundOf = (element: PageElement, base: URL): string => {
  const address = /url\(\s*["']?([^"')]+)/i.exec(element.attr("style") ?? "")?.[1]
  const url = address === undefined ? null : URL.parse(address, base)
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : ""
}
