import { contentOf } from "../../../../src/extract/content/content-of.ts"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import type { PageContent, ParsedPage, ShellVerdict } from "../../../../src/extract/Page.ts"
import { shellVerdict } from "../../../../src/extract/shell/verdict.ts"
import { inputOf } from "../../../extract/markdown/page-of.ts"

export const parsed = (
  source: string,
  more: { readonly status?: number; readonly rendered?: boolean } = {}
): ParsedPage => {
  const url = new URL("https://example.com/page")
  return {
    input: { ...inputOf("", url.href), status: more.status ?? 200, rendered: more.rendered ?? false },
    source: () => source,
    searchable: source,
    url,
    baseUrl: url,
    html: parseHtml(source),
    known: {},
    warnings: []
  }
}

export const contentFrom = (source: string): PageContent => contentOf(parsed(source))

export const verdictOn = (source: string, more: Parameters<typeof parsed>[1] = {}): ShellVerdict => {
  const page = parsed(source, more)
  return shellVerdict(page, contentOf(page))
}
