import { Effect } from "effect"
import { escapeHtml } from "../dom/escape-html.ts"
import { parseHtml } from "../dom/parse-html.ts"
import { boundedPart, broken, officeFacts, partsOf, truncated, unreadable, xmlText } from "./office-archive.ts"
import { type PageParser, parsedPage } from "./Parser.ts"

/** OpenDocument texts: their XML is near enough to HTML that its tags need but other names. Pictures are left out. */
export const odtParser: PageParser = {
  parse: (input) =>
    Effect.gen(function*() {
      const parts = yield* partsOf(input, /^(?:content|meta|META-INF\/manifest)\.xml$/)
      if (xmlText(parts["META-INF/manifest.xml"]).includes("encryption-data")) {
        return yield* unreadable(input, "is protected by a password")
      }
      const content = parts["content.xml"]
      if (content === undefined) return yield* unreadable(input, broken)
      const facts = officeFacts(input, xmlText(parts["meta.xml"]))
      const { isCut, xml } = boundedPart(content)
      const page = parsedPage(input, "", parseHtml(`<main>${asHtml(xml)}</main>`), { ...facts, wholeBody: true })
      if (isCut) page.warnings.push(truncated)
      return page
    })
}

/** OpenDocument 1.3, part 3: the elements of chapters 5, 6 and 9 that HTML has too. */
const names: Readonly<Record<string, string>> = {
  "text:p": "p",
  "text:list": "ul",
  "text:list-item": "li",
  "text:note-body": "small",
  "table:table": "table",
  "table:table-row": "tr",
  "table:table-header-rows": "thead",
  "table:table-cell": "td",
  // What is no part of the text: comments, what was deleted, and lists made of the headings.
  "office:annotation": "template",
  "office:forms": "template",
  "text:tracked-changes": "template",
  "text:table-of-content": "template"
}

const asHtml = (xml: string): string => {
  const start = xml.indexOf("<office:text")
  const end = xml.lastIndexOf("</office:text>")
  return start < 0 || end < start ?
    "" :
    xml.slice(start, end).replace(tags, (_, slash: string, tag: string, rest: string) => {
      const html = htmlTag(tag, slash, rest)
      const isEmpty = rest.endsWith("/") && html.startsWith("<") && html !== "<br>"
      return isEmpty ? `${html}</${html.slice(1, -1).split(" ")[0]}>` : html
    })
}

const tags = /<(\/?)([\w:-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>/g

const htmlTag = (tag: string, slash: string, rest: string): string => {
  if (tag === "text:line-break") return "<br>"
  if (tag === "text:s" || tag === "text:tab") return " "
  if (tag === "text:h") return slash === "" ? "<h" + level(rest) + ">" : "</h1>"
  if (tag === "text:a") return slash === "" ? `<a href="${escapeHtml(attribute(rest, "xlink:href"))}">` : "</a>"
  const name = names[tag]
  return name === undefined ? "" : `<${slash}${name}>`
}

/** Any closing tag of a heading closes the one that is open (HTML, 13.2.6.4.7). */
const level = (attributes: string): number =>
  Math.min(6, Math.max(1, Number(attribute(attributes, "text:outline-level")) || 1))

const attribute = (attributes: string, name: string): string => {
  const value = new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? ""
  return value.replaceAll("&amp;", "&").replaceAll("&quot;", "\"").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
}
