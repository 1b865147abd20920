import { Effect } from "effect"
import type { PageElement } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { firstByTag } from "../../../src/extract/dom/walk.ts"
import { baseUrlOf } from "../../../src/extract/links/base-url.ts"
import { loadMathml } from "../../../src/extract/media/formulas/mathml.ts"
import type { PageInput, ParsedPage, Selection } from "../../../src/extract/Page.ts"
import { offlineInput } from "../../../src/page/page-input.ts"

await Effect.runPromise(loadMathml)

/** Input of the extractor for this source. */
export const inputOf = (source: string, url = "https://site.test/dir/page.html"): PageInput =>
  offlineInput({
    url,
    finalUrl: url,
    mediaType: "text/html",
    charset: "utf-8",
    body: new TextEncoder().encode(source),
    fetchedAt: Date.UTC(2026, 10, 1)
  })

/** A page as the parse stage gives it. */
export const pageOf = (source: string, address = "https://site.test/dir/page.html"): ParsedPage => {
  const url = new URL(address)
  const html = parseHtml(source)
  return {
    input: inputOf(source, address),
    source: () => source,
    searchable: source,
    url,
    baseUrl: baseUrlOf(html, url),
    html,
    known: {},
    warnings: []
  }
}

/** The first article, or else the body, whole. */
export const wholeOf = (page: ParsedPage): Selection =>
  selectionOf(firstByTag(page.html.body, "article") ?? page.html.body)

export const selectionOf = (...roots: ReadonlyArray<PageElement>): Selection => ({
  roots,
  isDropped: () => false,
  pageType: "article",
  confidence: 1,
  declaredHtml: "",
  isState: false,
  warnings: []
})
