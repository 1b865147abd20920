import { type ArticleWords, languages } from "./languages.ts"

type Markup = (words: ArticleWords) => string

const rowsOf = (rows: ReadonlyArray<readonly [string, string]>, first: "td" | "th" = "td"): string =>
  rows.map(([name, value]) => `<tr><${first}>${name}</${first}><td>${value}</td></tr>`).join("")

const headOf = ([name, value]: readonly [string, string]): string => `<tr><th>${name}</th><th>${value}</th></tr>`

const itemsOf = (items: ReadonlyArray<string>): string => items.map((item) => `<li>${item}</li>`).join("")

/** Elements that may end the text of an article. */
export const elements: Readonly<Record<string, Markup>> = {
  "a quote with its source": ({ quote, speaker }) => `<blockquote><p>${quote}</p><cite>${speaker}</cite></blockquote>`,
  "a short quote": ({ quote }) => `<blockquote>${quote}</blockquote>`,
  "a callout": ({ note: [title, text] }) =>
    `<div class="callout"><p class="callout-title">${title}</p><p>${text}</p></div>`,
  "details": ({ note: [title, text] }) => `<details><summary>${title}</summary><p>${text}</p></details>`,
  "an address": ({ address }) => `<address>${address}</address>`,
  "terms": ({ terms }) => `<dl>${terms.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join("")}</dl>`,
  "a table with one row": ({ columns, rows }) => `<table>${headOf(columns)}${rowsOf(rows.slice(0, 1))}</table>`,
  "a table of pairs": ({ rows }) => `<table><tbody>${rowsOf(rows)}</tbody></table>`,
  "a table with headers of rows": ({ rows }) => `<table><tbody>${rowsOf(rows, "th")}</tbody></table>`,
  "a table with a caption": ({ columns, rows, section }) =>
    `<table><caption>${section}</caption><thead>${headOf(columns)}</thead><tbody>${rowsOf(rows)}</tbody></table>`,
  "a heading with a table": ({ columns, rows, section }) =>
    `<h2>${section}</h2><table>${headOf(columns)}${rowsOf(rows)}</table>`,
  "a box of facts": ({ note: [title], rows }) =>
    `<aside class="facts"><h3>${title}</h3><ul>${itemsOf(rows.map((row) => row.join(": ")))}</ul></aside>`,
  "a short list": ({ rows }) => `<ul>${itemsOf(rows.map(([name]) => name))}</ul>`,
  "steps": ({ steps }) => `<ol>${itemsOf(steps)}</ol>`,
  "code": ({ rows }) => `<pre><code>${rows.map(([, value]) => `level = "${value}"`).join("\n")}</code></pre>`,
  "a picture with a caption": ({ section }) =>
    `<figure><img src="/img/pier.jpg" alt="" width="800" height="500"><figcaption>${section}</figcaption></figure>`,
  "a short paragraph": ({ thanks }) => `<p>${thanks}</p>`,
  "a signature": ({ speaker }) => `<p class="signed"><em>${speaker}</em></p>`
}

/** Parts that a site adds below an article. */
export const additions: Readonly<Record<string, Markup>> = {
  "links to other articles": ({ added: { related, titles } }) =>
    `<div class="related"><h3>${related}</h3><ul>${linksOf(titles)}</ul></div>`,
  "a list of links": ({ added: { titles } }) => `<ul>${linksOf(titles)}</ul>`,
  "buttons to share": ({ added: { share } }) =>
    `<div class="share-bar"><span>${share}</span><ul>${itemsOf(["Facebook", "Email", "X"])}</ul></div>`,
  "a request to subscribe": ({ added: { newsletter: [title, text] } }) =>
    `<div class="newsletter"><h3>${title}</h3><p>${text}</p><input type="email"></div>`,
  "tags": ({ added: { tags, titles } }) =>
    `<dl class="tags"><dt>${tags}</dt>${titles.map((title) => `<dd><a href="/t">${title}</a></dd>`).join("")}</dl>`,
  "the author": ({ note: [, text], speaker }) => `<div class="author-box"><h4>${speaker}</h4><p>${text}</p></div>`,
  "a table of contents": ({ added: { titles } }) => `<div class="toc"><ol>${linksOf(titles)}</ol></div>`
}

const linksOf = (titles: ReadonlyArray<string>): string =>
  titles.map((title, index) => `<li><a href="/${index}">${title}</a></li>`).join("")

/** Places of an element: after so many paragraphs, and below the last one with what a site adds after it. */
export const places = {
  "after the first paragraph": (text: ReadonlyArray<string>, element: string) => text.toSpliced(1, 0, element),
  "after the fourth paragraph": (text: ReadonlyArray<string>, element: string) => text.toSpliced(4, 0, element),
  "at the end": (text: ReadonlyArray<string>, element: string) => [...text, element],
  "before what the site adds": (text: ReadonlyArray<string>, element: string, words: ArticleWords) => [
    ...text,
    element,
    additions["buttons to share"]!(words),
    additions["links to other articles"]!(words)
  ]
}

/** Pages around the text of an article. */
export const containers: Readonly<Record<string, (text: string, words: ArticleWords) => string>> = {
  "the article of a newspaper": (text, { byline, menu, site, title, ...words }) =>
    `<body><header class="site-header"><a href="/">${site}</a><nav><ul>${linksOf(menu)}</ul></nav></header>
<main><article><h1>${title}</h1><p class="byline">${byline}</p>${text}</article></main>
<footer><p>${words.added.rights}</p><ul>${linksOf(menu.slice(2))}</ul></footer>`,
  "the entry of a blog": (text, { added, byline, menu, site, title }) =>
    `<body><div id="page"><div id="header"><a href="/">${site}</a><ul class="menu">${linksOf(menu)}</ul></div>
<div id="content"><div class="post"><h1 class="entry-title">${title}</h1><div class="entry-meta">${byline}</div>
<div class="entry-content">${text}</div></div></div>
<div id="sidebar"><h3>${added.related}</h3><ul>${linksOf(added.titles)}</ul></div>
<div id="footer">${added.rights}</div></div>`,
  "a page of a handbook": (text, { added, menu, site, title }) =>
    `<body><div class="navbar"><a href="/">${site}</a></div><div class="layout">
<aside class="sidebar"><ul>${linksOf([...menu, ...added.titles])}</ul></aside>
<main class="content"><h1>${title}</h1>${text}</main></div><div class="footer">${added.rights}</div>`
}

export interface EndPage {
  readonly name: string
  readonly isAtEnd: boolean
  readonly html: string
  /** Lines of the element. */
  readonly lines: ReadonlyArray<string>
}

const pageOf = (
  name: string,
  isAtEnd: boolean,
  body: string,
  element: string,
  { lang, site, title }: ArticleWords
) => ({
  name,
  isAtEnd,
  html:
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} - ${site}</title></head>${body}`,
  lines: element.replaceAll(/<[^>]*>/g, "\n").split("\n").map((line) => line.trim()).filter((line) => line !== "")
})

/** All pages: each element in each place, container and language. */
export const pagesWith = (
  parts: Readonly<Record<string, Markup>>,
  where = Object.keys(places)
): ReadonlyArray<EndPage> =>
  Object.entries(parts).flatMap(([part, markup]) =>
    Object.entries(places).filter(([place]) => where.includes(place)).flatMap(([place, put]) =>
      Object.entries(containers).flatMap(([container, around]) =>
        languages.map((words) => {
          const element = markup(words)
          const text = put(words.paragraphs.map((paragraph) => `<p>${paragraph}</p>`), element, words)
          const isAtEnd = !place.startsWith("after")
          return pageOf(
            `${part} ${place} in ${container} (${words.lang})`,
            isAtEnd,
            around(text.join("\n"), words),
            element,
            words
          )
        })
      )
    )
  )
