import { canonical, resolveLink } from "../../../core/domain/WebUrl.ts"
import type { PageElement } from "../../dom/node.ts"
import { frameAddress } from "../../media/frame-address.ts"
import { isShown } from "../../media/is-shown.ts"
import type { ParsedPage } from "../../Page.ts"
import { notPictures, notPlayers } from "../../rules/media.ts"
import { maxFrames } from "./frame-input.ts"

/**
 * Addresses of frames that may have the content of the page: those of a frameset, those that are as large as a page,
 * and, if the page has hardly any text of its own, all others that are shown. Only frames of the page's own origin.
 */
export const wantedFrames = (page: ParsedPage, isThin: () => boolean): ReadonlyArray<string> => {
  const { baseUrl, html, included, input, url } = page
  if (input.rendered || input.status >= 400) return []
  const known = new Set([canonical(url), ...(input.frames ?? []).map(({ address }) => address)])
  const left = maxFrames - (input.frames ?? []).length
  const candidates = [...html.tagged("frame"), ...html.tagged("iframe")].slice(0, maxElements).flatMap((element) => {
    const address = addressOf(element, baseUrl)
    const isOwn = address !== undefined && !known.has(address) && URL.parse(address)?.origin === url.origin
    return isOwn && isShown(element, included) ? { element, address } : []
  })
  if (candidates.length === 0 || left <= 0) return []
  const all = isThin()
  const wanted = candidates.filter(({ element }) => all || element.tag === "frame" || isLarge(element))
  return [...new Set(wanted.map(({ address }) => address))].slice(0, left)
}

const maxElements = 100

const addressOf = (element: PageElement, baseUrl: URL): string | undefined => {
  const address = element.has("srcdoc") ? undefined : frameAddress(element)
  const url = address === undefined ? undefined : resolveLink(address, baseUrl)
  return url === undefined || notPictures.test(url) || notPlayers.test(url) ? undefined : url
}

/** Whether a frame declares the size of a page. Widgets are smaller, or declare none. */
const isLarge = (element: PageElement): boolean => sizeOf(element, "width") >= 480 && sizeOf(element, "height") >= 400

/** Pixels. Shares are those of a usual window. */
const sizeOf = (element: PageElement, name: "width" | "height"): number => {
  const style = new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([\\d.]+)(px|%|v[wh])`, "i").exec(element.attr("style") ?? "")
  const [, amount = "0", unit = "px"] = style ?? /^\s*([\d.]+)\s*(px|%)?/.exec(element.attr(name) ?? "") ?? []
  return Number(amount) * (unit.toLowerCase() === "px" ? 1 : name === "width" ? 12.8 : 8)
}
