import { Marked } from "marked"

/** The HTML of a page, and the headings that its own list of contents names. */
export interface Content {
  readonly html: string
  readonly headings: ReadonlyArray<Heading>
}

export interface Heading {
  readonly id: string
  readonly level: number
  readonly title: string
}

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

/** The anchor of a heading, as GitHub makes it, so that a link holds in both places. */
export const anchorOf = (title: string): string =>
  title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-")

/** Pages that are in no repository, so that a page can only name them. */
const served = new Set(["/docs/reference", "/openapi.json", "/llms.txt"])

/** A markdown file as the content of a page. Links between the files become links between the pages. */
export const contentOf = (markdown: string): Content => {
  const headings: Array<Heading> = []
  const marked = new Marked({
    renderer: {
      html: ({ text }) => text.startsWith("<!--") ? "" : escaped(text),
      heading({ depth, tokens }) {
        const title = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = anchorOf(title)
        if (depth > 1) headings.push({ id, level: depth, title })
        const anchor = depth === 1 ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a>`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      code: ({ lang, text }) => block(text, lang),
      codespan: ({ text }) =>
        served.has(text) ? `<a href="${text}"><code>${text}</code></a>` : `<code>${escaped(text)}</code>`
    }
  })
  const html = marked.parse(markdown, { async: false })
    .replaceAll("<table>", `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>`)
    .replaceAll("</table>", "</table></div>")
  return { html, headings }
}

/** Wide code scrolls, also by the keyboard. */
export const block = (text: string, language = ""): string =>
  `<pre tabindex="0"><code${language === "" ? "" : ` class="language-${language}"`}>${escaped(text)}\n</code></pre>\n`

const addressOf = (href: string): string => {
  const [, name, anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name === undefined) return href
  return `/docs${name === "index" ? "" : `/${name}`}${anchor}`
}
