import { escapeHtml } from "../dom/escape-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { textContent } from "../dom/walk.ts"
import { isObject } from "../metadata/declared/json-ld.ts"

export type HtmlOf = (xhtml: string) => string

/** Whether any text of the feed is XHTML. */
export const hasXhtml = /\stype\s*=\s*["'](?:application\/)?xhtml/

/**
 * A text or content of Atom as HTML (RFC 4287, 3.1.1 and 4.1.3.3): XHTML is inline, HTML and text are escaped or CDATA,
 * and everything that is not text is base64. Atom 0.3 names the type in full, and `mode` says how it is written.
 */
export const atomHtml = (construct: unknown, htmlOf: HtmlOf): string => {
  const [first] = [construct].flat()
  const raw = isObject(first) ? first["#text"] : first
  if (typeof raw !== "string") return ""
  const type = attribute(first, "@type").replace(/\s*;.*$/s, "") || "text"
  const mode = attribute(first, "@mode")
  const isMarkup = /^(?:text\/)?html$|^(?:application\/)?xhtml(?:\+xml)?$/.test(type)
  if (isMarkup && type.includes("xhtml") && mode !== "escaped" && mode !== "base64") return htmlOf(raw)
  if (!isMarkup && !/^text(?:\/|$)|[+/]xml$/.test(type)) return ""
  const text = mode === "base64" ? Buffer.from(raw, "base64").toString() : unescaped(raw)
  return isMarkup ? text : escapeHtml(text)
}

const attribute = (construct: unknown, name: string): string => {
  const value = isObject(construct) ? construct[name] : undefined
  return typeof value === "string" ? value.trim().toLowerCase() : ""
}

/**
 * Text of an element as written in the XML. An HTML parser drops white space before the first letter, so one precedes
 * it.
 */
const unescaped = (raw: string): string => textContent(parseHtml(`.${withoutCdata(raw)}`).body).slice(1).trim()

const withoutCdata = (raw: string): string => {
  const pieces: Array<string> = []
  let from = 0
  for (let at = raw.indexOf(cdata); at >= 0; at = raw.indexOf(cdata, from)) {
    const end = raw.indexOf("]]>", at)
    if (end < 0) break
    pieces.push(raw.slice(from, at), escapeHtml(raw.slice(at + cdata.length, end)))
    from = end + "]]>".length
  }
  return pieces.join("") + raw.slice(from)
}

const cdata = "<![CDATA["
