import { type ParsedHtml, parseHtml } from "../../../dom/parse-html.ts"
import { baseUrlOf } from "../../../links/base-url.ts"
import type { RulePage } from "../PageIndex.ts"

/** A page of the layout. The HTML is that of the response, or of a browser's rendering. */
export interface LayoutPage {
  readonly page: ParsedHtml | string
  readonly url: string
}

/** A page with its right data, which is an instance of the schema. */
export interface Example extends LayoutPage {
  readonly data: unknown
}

/** The page as rules are run on it. */
export const rulePageOf = ({ page, url }: LayoutPage): RulePage => {
  const html = typeof page === "string" ? parseHtml(page) : page
  const address = new URL(url)
  return { html, url: address, baseUrl: baseUrlOf(html, address) }
}
