import { Readability } from "@mozilla/readability"
import { JSDOM } from "jsdom"
import { parseHTML } from "linkedom"
import TurndownService from "turndown"

const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" })

/** Each way from HTML to markdown, in named steps; a step gets what the one before it gave. */
export const readers = {
  linkedom: [
    ["parse", (html) => parseHTML(html).document],
    ["readability", (document) => new Readability(document).parse()?.content ?? ""],
    ["turndown", (content) => turndown.turndown(parseHTML(`<html><body>${content}</body></html>`).document.body)]
  ],
  jsdom: [
    ["parse", (html) => new JSDOM(html, { url: "https://page.example/" })],
    ["readability", (dom) => {
      const content = new Readability(dom.window.document).parse()?.content ?? ""
      dom.window.close()
      return content
    }],
    ["turndown", (content) => turndown.turndown(new JSDOM(`<body>${content}</body>`).window.document.body)]
  ]
}
