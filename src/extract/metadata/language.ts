import { franc } from "franc-min"
import { iso6393To1 } from "iso-639-3"
import type { FactSources } from "./read-facts.ts"

/** The page's language as declared (html lang, meta, header), else told from its text. */
export const languageOf = ({ content, meta, page }: FactSources): string => {
  const declared = [
    page.html.html.attr("lang") ?? page.html.html.attr("xml:lang") ?? "",
    meta.first("content-language", "og:locale", "language", "dc.language"),
    page.input.headers["content-language"] ?? ""
  ]
  for (const value of declared) {
    const tag = value.split(",")[0]?.trim().replace("_", "-") ?? ""
    if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) && !/^(?:und|mul|zxx)$/i.test(tag)) return normal(tag)
  }
  if (content.text.length < shortest) return ""
  const code = franc(content.text.slice(0, sample))
  return code === "und" ? "" : iso6393To1[code] ?? code
}

const shortest = 80
const sample = 2000

/** BCP 47's usual case: en-GB, zh-Hant. */
const normal = (tag: string): string =>
  tag.split("-").map((part, index) =>
    index === 0 ? part.toLowerCase() : part.length === 2 ? part.toUpperCase() : part.length === 4
      ? part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()
      : part.toLowerCase()
  ).join("-")
