import type { Effect } from "effect"
import type { PageError } from "../../domain/PageError.ts"
import type { PageElement } from "../dom/node.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import type { DraftPage, KnownFacts, PageInput, ParsedPage } from "../Page.ts"

/** One media type's way to a parsed page. A parser that fails says why as a page error. */
export interface PageParser {
  readonly parse: (input: PageInput) => Effect.Effect<ParsedPage, PageError>
}

/** A parsed page around an HTML tree and what is known besides. */
export const parsedPage = (
  input: PageInput,
  source: string,
  html: ParsedHtml,
  known: KnownFacts = {},
  base: PageElement | undefined = undefined
): DraftPage => {
  const url = new URL(input.finalUrl)
  return {
    input,
    source,
    url,
    baseUrl: URL.parse(base?.attr("href") ?? "", url) ?? url,
    html,
    known,
    warnings: [...html.warnings]
  }
}

/** For media types that are text already: no tree to select from. */
export const textPage = (input: PageInput, source: string, known: KnownFacts): DraftPage =>
  parsedPage(input, source, parseHtml(""), known)
