import { type DocsPage, docsPages } from "../../src/serving/server/docs-pages.ts"
import { type Content, escaped } from "./markdown.ts"

interface Files {
  readonly style: string
  readonly icon: string
  /** The script of the search, and the sections that it searches. */
  readonly search: string
  readonly sections: string
}

const reference = { name: "reference", title: "API reference" }

/** A page of the documentation: navigation, contents, text. Only its search needs a script. */
export const page = (
  { name, title }: DocsPage,
  { headings, html }: Content,
  { icon, search, sections, style }: Files
): string => {
  const position = docsPages.findIndex((one) => one.name === name)
  const [before, after] = name === "index" ? [] : [docsPages[position - 1], docsPages[position + 1]]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${name === "index" ? "Gleaner: documentation" : `${escaped(title)} · Gleaner`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/docs/${icon}" type="image/svg+xml">
<link rel="stylesheet" href="/docs/${style}">${
    name === "reference" ? "" : `\n<link rel="alternate" href="/docs/${name}.md" type="text/markdown">`
  }
<script type="module" src="/docs/${search}?sections=/docs/${sections}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/docs"><img src="/docs/${icon}" alt="" width="30" height="30"> Gleaner</a>
<nav aria-label="Service"><a href="/">Console</a> <a href="/docs/reference">API reference</a></nav>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
<ul>
${[...docsPages, reference].map((one) => item(one, name)).join("\n")}
</ul>
</nav>
<main id="content">
${html.replace("</h1>\n", () => `</h1>\n${contents(headings)}`)}${around(before, after)}</main>
</div>
</body>
</html>
`
}

const item = ({ name, title }: { readonly name: string; readonly title: string }, current: string): string =>
  `<li><a href="/docs/${name}"${name === current ? ` aria-current="page"` : ""}>${escaped(title)}</a></li>`

const contents = (headings: Content["headings"]): string => {
  const shown = headings.filter(({ level }) => level <= 3)
  if (shown.length < 3) return ""
  const lines = shown.map(({ id, level, title }) => `<li class="level-${level}"><a href="#${id}">${title}</a></li>`)
  return `<details class="contents"><summary>On this page</summary>\n<ul>\n${lines.join("\n")}\n</ul>\n</details>\n`
}

const around = (before: DocsPage | undefined, after: DocsPage | undefined): string => {
  const link = (one: DocsPage | undefined, rel: string, word: string) =>
    one === undefined ? "" : `<a rel="${rel}" href="/docs/${one.name}">${word}: ${escaped(one.title)}</a>`
  const links = [link(before, "prev", "Before"), link(after, "next", "Next")].filter((text) => text !== "")
  return links.length === 0 ? "" : `<nav class="around" aria-label="Before and next">${links.join(" ")}</nav>\n`
}
