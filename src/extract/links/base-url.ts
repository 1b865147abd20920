import type { ParsedHtml } from "../dom/parse-html.ts"

/** The URL that relative links are resolved against: that of the first `base` with a `href` (HTML section 2.4.3). */
export const baseUrlOf = (html: ParsedHtml, url: URL): URL => {
  const base = html.tagged("base").find((element) => element.has("href"))
  return URL.parse(base?.attr("href") ?? "", url) ?? url
}
