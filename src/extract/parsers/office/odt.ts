import { Effect } from "effect"
import { unreadableOffice } from "../../../core/domain/errors/page-errors.ts"
import { escapeHtml } from "../../dom/escape-html.ts"
import { parseHtml } from "../../dom/parse-html.ts"
import { htmlBelow } from "../html-below.ts"
import { type PageParser, parsedPage } from "../Parser.ts"
import { boundedPart, broken, officeFacts, partsOf, truncated, xmlText } from "./office-archive.ts"
import { repairing } from "./repair/repairing.ts"

/** Reads OpenDocument texts. Their XML is like HTML with other names. Pictures are left out. */
export const odtParser: PageParser = repairing({
  parse: (input) =>
    Effect.gen(function*() {
      const parts = yield* partsOf(input, (name) => wanted.has(name))
      if (xmlText(parts["META-INF/manifest.xml"]).includes("encryption-data")) {
        return yield* unreadableOffice(input.url, "is protected by a password")
      }
      const content = parts["content.xml"]
      if (content === undefined) return yield* unreadableOffice(input.url, broken)
      const facts = officeFacts(input, xmlText(parts["meta.xml"]))
      const { isCut, xml } = boundedPart(content)
      // Such documents are rare, so the library is loaded with the first one.
      const { DOMParser } = yield* Effect.promise(() => import("linkedom"))
      const [text] = new DOMParser().parseFromString(xml, "text/xml").getElementsByTagName("office:text")
      const html = text === undefined
        ? ""
        : htmlBelow(text, { startTag, endTag, isLeftOut: ({ nodeName }) => leftOut.has(nodeName) })
      const page = parsedPage(input, "", parseHtml(`<main>${html}</main>`), { ...facts, wholeBody: true })
      if (isCut) page.warnings.push(truncated)
      return page
    })
})

const wanted: ReadonlySet<string> = new Set(["content.xml", "meta.xml", "META-INF/manifest.xml"])

/** OpenDocument 1.3, part 3: elements of chapters 5, 6 and 9 with an equivalent in HTML. */
const names: ReadonlyMap<string, string> = new Map(Object.entries({
  "text:p": "p",
  "text:a": "a",
  "text:list": "ul",
  "text:list-item": "li",
  "text:note-body": "small",
  "table:table": "table",
  "table:table-row": "tr",
  "table:table-header-rows": "thead",
  "table:table-cell": "td"
}))

/** Not text: comments, deleted parts, and lists of headings. */
const leftOut: ReadonlySet<string> = new Set([
  "office:annotation",
  "office:forms",
  "text:tracked-changes",
  "text:table-of-content"
])

const startTag = (element: Element): string => {
  switch (element.nodeName) {
    case "text:line-break":
      return "<br>"
    case "text:s":
    case "text:tab":
      return " "
    case "text:a":
      return `<a href="${escapeHtml(element.getAttribute("xlink:href") ?? "")}">`
    default: {
      const name = htmlName(element)
      return name === undefined ? "" : `<${name}>`
    }
  }
}

const endTag = (element: Element): string => {
  const name = htmlName(element)
  return name === undefined ? "" : `</${name}>`
}

const htmlName = (element: Element): string | undefined =>
  element.nodeName === "text:h"
    ? `h${Math.min(6, Math.max(1, Number(element.getAttribute("text:outline-level")) || 1))}`
    : names.get(element.nodeName)
