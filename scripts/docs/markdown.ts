import MarkdownIt, { type Token } from "markdown-it"

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

/** The anchor of a heading, the same as on GitHub, so that links work in both places. */
export const anchorOf = (title: string): string =>
  title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-")

/** Pages that are in no repository, so that a page can only name them. */
const served = new Set(["/docs/gleaner.py", "/docs/reference", "/openapi.json", "/llms.txt"])

const reader = () => new MarkdownIt({ html: true })

export const parseMarkdown = (markdown: string): ReadonlyArray<Token> => reader().parse(markdown, {})

/** A markdown file as the content of a page. Links between the files become links between the pages. */
export const contentOf = (markdown: string): Content => {
  const headings: Array<Heading> = []
  const markdownIt = reader()
  const { rules } = markdownIt.renderer
  rules.html_block = rules.html_inline = (tokens, at) => {
    const { content } = tokens[at]!
    return content.startsWith("<!--") ? "" : escaped(content)
  }
  rules.heading_open = (tokens, at) => {
    const level = Number(tokens[at]!.tag.slice(1))
    const title = plainText(tokens[at + 1]!)
    const id = anchorOf(title)
    if (level > 1) headings.push({ id, level, title })
    return `<h${level} id="${id}">`
  }
  rules.heading_close = (tokens, at) => {
    const { tag } = tokens[at]!
    const title = plainText(tokens[at - 1]!)
    const anchor = ` <a class="anchor" href="#${anchorOf(title)}" aria-label="Link to ${escaped(title)}">#</a>`
    return `${tag === "h1" ? "" : anchor}</${tag}>\n`
  }
  rules.link_open = (tokens, at) => `<a href="${escaped(addressOf(String(tokens[at]!.attrGet("href") ?? "")))}">`
  rules.fence = rules.code_block = (tokens, at) => block(tokens[at]!.content.trimEnd(), tokens[at]!.info)
  rules.code_inline = (tokens, at) => {
    const { content } = tokens[at]!
    const code = `<code>${escaped(content)}</code>`
    return served.has(content) ? `<a href="${content}">${code}</a>` : code
  }
  rules.table_open = () => `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>\n`
  rules.table_close = () => "</table></div>\n"
  return { html: markdownIt.render(markdown), headings }
}

export const plainText = ({ children }: Token): string =>
  (children ?? []).map(({ content, type }) => type === "softbreak" ? " " : content).join("")

/** Wide code scrolls, also by the keyboard. */
export const block = (text: string, language = ""): string =>
  `<pre tabindex="0"><code${language === "" ? "" : ` class="language-${language}"`}>${escaped(text)}\n</code></pre>\n`

const addressOf = (href: string): string => {
  const [, name, anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name === undefined) return href
  return `/docs${name === "index" ? "" : `/${name}`}${anchor}`
}
