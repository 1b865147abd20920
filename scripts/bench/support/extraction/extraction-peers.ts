import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import { fold, textContent } from "../../../../src/extract/dom/walk.ts"
import { withPeers } from "../peers.ts"

/** Types of the functions used here. The peers are installed separately, so their own types are not available. */
interface Peers {
  readonly parseHTML: (source: string) => { readonly document: object }
  readonly Readability: new(document: object) => {
    parse(): {
      readonly content?: string | null
      readonly title?: string | null
      readonly byline?: string | null
      readonly publishedTime?: string | null
    } | null
  }
  readonly Defuddle: (document: object, url: string, options: { readonly useAsync: boolean }) => Promise<{
    readonly content: string
    readonly title: string
    readonly author: string
    readonly published: string
  }>
}

export const loadPeers = async (): Promise<Peers> => {
  withPeers()
  const load = (file: string) => import(new URL(`../../node_modules/${file}`, import.meta.url).href)
  const [linkedom, readability, defuddle] = await Promise.all([
    load("linkedom/esm/index.js"),
    load("@mozilla/readability/index.js"),
    load("defuddle/dist/node.js")
  ])
  return { parseHTML: linkedom.parseHTML, Readability: readability.Readability, Defuddle: defuddle.Defuddle }
}

const blockEdge = /<(?:\/?(?:p|div|h\d|li|[uo]l|t[dhr]|d[dtl]|pre|section|article|blockquote|figcaption)|br)\b/gi
const mark = "\u2029"

/** The text of a peer's HTML with its blocks apart, so that words at their edges are not read as one. */
export const textOf = (html: string | null | undefined): string =>
  textContent(parseHtml((html ?? "").replaceAll(blockEdge, `${mark}$&`)).body)
    .split(mark).map(fold).filter((line) => line !== "").join("\n")
