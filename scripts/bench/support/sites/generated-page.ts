/**
 * Pages that look like a news site's: navigation, teasers, an article with its table and figures, related stories,
 * footer, metadata, scripts and styles. Each page's article is its own, made from its number.
 */
export interface PageShape {
  /** Paragraphs of the article: 40 make a page of about 60 kB, 1 one of about 4. */
  readonly paragraphs: number
  /** Entries of its menus and lists. */
  readonly entries: number
}

export const standardPage: PageShape = { paragraphs: 40, entries: 30 }
export const smallPage: PageShape = { paragraphs: 1, entries: 2 }

const words =
  "the of and harbour tide lamp keeper winter boat morning letter county archive shelf clock lens watch brass path hill wind river station signal engine market season council bridge paper record voice garden window ladder copper engineer visitor question answer month number village storm evening captain island school theatre museum railway valley forest mountain season library journey"
    .split(" ")

/** A small generator with a seed of its own (mulberry32): the same page every time. */
const random = (seed: number): () => number => {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Eight pages further down the tree, and pages from anywhere beside them. */
export const childrenOf = (index: number, pages: number): ReadonlyArray<number> =>
  Array.from({ length: 8 }, (_, child) => index * 8 + child + 1).filter((child) => child < pages)

export const generatedPage = (
  index: number,
  pages: number,
  hrefOf: (index: number) => string,
  shape: PageShape
): string => {
  const next = random(index + 1)
  const below = (limit: number): number => Math.floor(next() * limit)
  const phrase = (length: number): string => Array.from({ length }, () => words[below(words.length)]).join(" ")
  const sentence = (): string => `${phrase(8 + below(12))}, ${phrase(4 + below(6))}. `
  const link = (to: number): string => `<a href="${hrefOf(to)}">${phrase(3 + below(4))}</a>`
  const anywhere = (): string => link(below(pages))
  const list = (entry: () => string): string =>
    `<ul>${Array.from({ length: shape.entries }, () => `<li class="item">${entry()}</li>`).join("")}</ul>`
  const paragraph = (): string =>
    `<p>${Array.from({ length: 3 + below(5) }, sentence).join("")}<em>${
      phrase(2)
    }</em> ${anywhere()} ${sentence()}</p>\n`
  const teaser = (): string =>
    `<div class="teaser card"><img src="/img/${below(1000)}.jpg" alt="${
      phrase(3)
    }" width="320" height="180"><h3>${anywhere()}</h3><p class="lead">${sentence()}</p><time datetime="2025-0${
      1 + below(9)
    }-1${below(10)}">day ${below(28)}</time></div>`
  const title = `${phrase(5)} ${index}`
  const rows = Array.from(
    { length: 6 },
    () => `<tr><td>${phrase(1)}</td><td>${below(1000)}</td><td>${below(100)}</td></tr>`
  ).join("")
  const article = Array.from(
    { length: shape.paragraphs },
    (_, at) => at % 8 === 7 ? `<h2>${phrase(4)}</h2>${paragraph()}` : paragraph()
  ).join("")
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} - The Harbour Gazette</title>
<meta name="description" content="${sentence()}"><meta name="author" content="Mairi Sinclair"><meta property="og:title" content="${title}">
<meta property="og:site_name" content="The Harbour Gazette"><meta property="article:published_time" content="2025-03-14T08:30:00Z">
<link rel="canonical" href="${hrefOf(index)}"><link rel="stylesheet" href="/site.css">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"${title}","author":{"@type":"Person","name":"Mairi Sinclair"},"datePublished":"2025-03-14"}</script>
<style>${".card .lead{margin:0 auto;padding:1rem 2rem;color:#123456}".repeat(shape.entries)}</style>
<script>${
    "window.queue=window.queue||[];window.queue.push({name:'view',value:1});".repeat(shape.entries)
  }</script></head>
<body class="page article"><header class="site-header"><a class="logo" href="${
    hrefOf(0)
  }">The Harbour Gazette</a><nav class="main-nav">${list(anywhere)}</nav></header>
<main><article><h1>${title}</h1><p class="byline">By Mairi Sinclair, 14 March 2025</p>
${article}<figure><img src="/img/lamp-${index}.jpg" alt="${
    phrase(4)
  }" width="800" height="600"><figcaption>${sentence()}</figcaption></figure>
<table><caption>${phrase(3)}</caption><tr><th>Name</th><th>Height</th><th>Count</th></tr>${rows}</table></article>
<nav class="further"><h2>Further</h2>${childrenOf(index, pages).map(link).join(" ")}</nav></main>
<aside class="sidebar"><h2>Most read</h2>${list(anywhere)}</aside>
<section class="related">${Array.from({ length: shape.entries / 2 }, teaser).join("\n")}</section>
<footer class="site-footer">${
    list(anywhere)
  }<p>Copyright 2026 The Harbour Gazette. All rights reserved.</p></footer></body></html>`
}
