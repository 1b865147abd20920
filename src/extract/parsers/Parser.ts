import type { Effect } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import type { ParsedHtml } from "../dom/parse-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import type { DraftPage, KnownFacts, PageInput, ParsedPage } from "../Page.ts"

/** The parser of one media type. It fails with a page error. */
export interface PageParser {
  readonly parse: (input: PageInput) => Effect.Effect<ParsedPage, PageError>
}

/** A parsed page from an HTML tree and other known facts. */
export const parsedPage = (
  input: PageInput,
  source: string,
  html: ParsedHtml,
  known: KnownFacts = {},
  baseUrl?: URL
): DraftPage => {
  const url = new URL(input.finalUrl)
  return {
    input,
    source: () => source,
    searchable: source,
    url,
    baseUrl: baseUrl ?? url,
    html,
    known,
    warnings: [...html.warnings]
  }
}

/** For media types that are text already. They need no tree. */
export const textPage = (input: PageInput, source: string, known: KnownFacts): DraftPage =>
  parsedPage(input, source, parseHtml(""), known)
