import type { PageElement } from "../dom/node.ts"
import { closest } from "../dom/walk.ts"

/** A Refresh header field, or a meta refresh. */
export interface Refresh {
  readonly seconds: number
  readonly target: string
}

/**
 * The time and the address in a Refresh header field or a meta refresh (HTML standard, "shared declarative refresh
 * steps"). Undefined if the page only loads itself again.
 */
const refreshOf = (content: string): Refresh | undefined => {
  const [, time = "", rest] = timeAndRest.exec(content.slice(0, maxContent)) ?? []
  const target = rest === undefined ? undefined : addressIn(rest)
  return target === undefined ? undefined : { seconds: Number.parseInt(time, 10) || 0, target }
}

export const refreshTarget = (content: string): string | undefined => refreshOf(content)?.target

/** The content of a meta refresh. Undefined for other elements. */
export const refreshContent = (element: PageElement): string | undefined =>
  element.tag === "meta" && /^\s*refresh\s*$/i.test(element.attr("http-equiv") ?? "")
    ? element.attr("content") ?? ""
    : undefined

/** Refreshes that a browser with scripts obeys: that of the header first, then those of the page. */
export const refreshesOf = (
  headers: Readonly<Record<string, string>>,
  metas: ReadonlyArray<PageElement>
): ReadonlyArray<Refresh> => {
  const declared = metas.filter((meta) => closest(meta, "noscript") === undefined)
  return [headers["refresh"], ...declared.map(refreshContent)].flatMap((content) => refreshOf(content ?? "") ?? [])
}

const addressIn = (rest: string): string | undefined => {
  const url = rest.replace(/^url\s*=\s*/i, "")
  const quote = url.charAt(0)
  if (quote !== "\"" && quote !== "'") return url.trim() || undefined
  const end = url.indexOf(quote, 1)
  return url.slice(1, end < 0 ? undefined : end).trim() || undefined
}

/** Matches a time, then a separator or white space. */
const timeAndRest = /^\s*([\d.]+)(?:\s*[;,]\s*|\s+)(\S.*)$/s

/** Longer than any link that is followed. */
const maxContent = 8192
