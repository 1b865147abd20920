import type { PageElement } from "../dom/node.ts"
import { closest } from "../dom/walk.ts"
import type { ParsedPage } from "../Page.ts"
import { hiddenStyle } from "../rules/styles.ts"
import { playerlessTags } from "../rules/tags.ts"

/** Whether a player or frame is shown, within `included` if given. Players in menus and footers do not count. */
export const isShown = (element: PageElement, included?: ParsedPage["included"]): boolean => {
  if (isTiny(element) || closest(element, ...playerlessTags) !== undefined) return false
  if (included !== undefined && !included.some((root) => isWithin(element, root))) return false
  for (let at: PageElement | null = element; at !== null; at = at.parentNode) {
    if (at.has("hidden") || hiddenStyle.test(at.attr("style") ?? "")) return false
  }
  return true
}

const isTiny = (element: PageElement): boolean =>
  ["width", "height"].some((name) => Number.parseInt(element.attr(name) ?? "", 10) <= 2) ||
  /(?:^|[;\s])(?:width|height)\s*:\s*(?:[012]px|0(?![\d.]))/.test(element.attr("style") ?? "")

const isWithin = (element: PageElement, root: PageElement): boolean => {
  let at: PageElement | null = element
  while (at !== null && at !== root) at = at.parentNode
  return at === root
}
