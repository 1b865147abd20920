import { type Place, readBody } from "./place.ts"

/** Pages of very many elements of a kind, each by a function of their number. */
const repeat = (unit: string) => (count: number): string => unit.repeat(count)
const numbered = (unitOf: (index: number) => string) => (count: number): string =>
  Array.from({ length: count }, (_, index) => unitOf(index)).join("")
const nested = (open: string, close: string, inside = "word") => (count: number): string =>
  open.repeat(count) + inside + close.repeat(count)
const nestedTo = (depth: number, open: string, close: string) => (count: number): string =>
  nested(open, close)(depth).repeat(Math.ceil(count / depth))

const shapes: Readonly<Record<string, (count: number) => string>> = {
  "inline elements": (count) => `<p>${repeat("<span>ab cd</span>")(count)}`,
  "inline elements apart": (count) => `<p>${repeat("<span>ab cd</span> ")(count)}`,
  "inline elements in blocks": repeat("<div><span>ab</span> <span>cd</span></div>"),
  "bylines": (count) => `<p>${repeat("<span class=\"byline author\">By John Smith</span>")(count)}`,
  "emphasis": (count) => `<p>${repeat("<b>ab</b> cd ")(count)}`,
  "emphasis in words": (count) => `<p>${repeat("a<b>b</b>")(count)}`,
  "strikes and emphasis": (count) => `<p>${repeat("<del>a</del><i>b</i>")(count)}`,
  "links": (count) => `<p>${numbered((index) => `<a href="/${index}">link ${index}</a> `)(count)}`,
  "one link": (count) => `<p>${repeat("<a href=\"/a\">link</a> ")(count)}`,
  "links side by side": (count) => `<p>${repeat("<a href=\"/a\">link</a>")(count)}`,
  "anchors": (count) => `<p>${repeat("<a href=\"#a\">a</a>")(count)}`,
  "footnote references": (count) =>
    `<p>${numbered((index) => `<sup><a href="#fn${index}">${index}</a></sup>`)(count)}<ol>${
      numbered((index) => `<li id="fn${index}">Note <a href="#r">^</a></li>`)(count)
    }</ol>`,
  "code": (count) => `<p>${repeat("<code>a</code> ")(count)}`,
  "code side by side": (count) => `<p>${repeat("<code>a</code>")(count)}`,
  "line breaks": (count) => `<p>${repeat("ab<br>")(count)}`,
  "texts and comments": (count) => `<p>${repeat("a<!-- -->")(count)}`,
  "gaps and comments": (count) => `<p class="byline">${repeat(" <!-- -->")(count)}x`,
  "sub and sup": (count) => `<p>${repeat("a<sub>1</sub>")(count)}`,
  "paragraphs": repeat("<p>Some words, in a row.</p>"),
  "empty blocks": repeat("<div></div>"),
  "headings": numbered((index) => `<h2>Heading ${index}</h2>`),
  "headings with text": numbered((index) => `<h2>Heading ${index}</h2><p>Some words</p>`),
  "first-level headings": numbered((index) => `<h1>Heading ${index}</h1>`),
  "images": (count) => `<p>${numbered((index) => `<img src="/${index}.png" alt="a">`)(count)}`,
  "one image": (count) => `<p>${repeat("<img src=\"/a.png\" alt=\"a\">")(count)}`,
  "list items": (count) => `<ul>${repeat("<li>An item</li>")(count)}</ul>`,
  "items of links": (count) =>
    `<ul>${numbered((index) => `<li><a href="/${index}">Item ${index}</a></li>`)(count)}</ul>`,
  "items of paragraphs": (count) => `<ol>${repeat("<li><p>An item</p><p>and more</p></li>")(count)}</ol>`,
  "lists": repeat("<ul><li>An item</li></ul>"),
  "nested lists": nested("<ul><li>a", "</li></ul>"),
  "nested lists of ten": nestedTo(10, "<ul><li>a", "</li></ul>"),
  "nested quotes": nested("<blockquote>", "</blockquote>"),
  "nested quotes of ten": nestedTo(10, "<blockquote><p>a</p>", "</blockquote>"),
  "nested divs": nested("<div>", "</div>"),
  "nested divs with text": nested("<div>a", "</div>"),
  "nested spans": nested("<span>a", "</span>"),
  "nested emphasis": nested("<b><i>", "</i></b>"),
  "nested links": nested("<a href=/a>a", "</a>"),
  "nested tables": nested("<table><tr><td>", "</td></tr></table>"),
  "nested fonts never closed": repeat("<p><font size=1>a"),
  "definition lists": repeat("<dl><dt>a</dt><dd>b</dd></dl>"),
  "definitions": (count) => `<dl>${repeat("<dt>a</dt><dd>b</dd>")(count)}</dl>`,
  "tables": repeat("<table><tr><th>a<th>b<tr><td>1<td>2</table>"),
  "rows": (count) => `<table><tr><th>a<th>b${repeat("<tr><td>one<td>two")(count)}</table>`,
  "cells": (count) => `<table><tr>${repeat("<td>a")(count)}<tr><td>b</table>`,
  "cells with blocks": (count) => `<table><tr><th>a${repeat("<tr><td><p>one</p><p>two</p>")(count)}</table>`,
  "row spans": (count) => `<table><tr><th>a<th>b${repeat("<tr><td rowspan=9>one<td>two")(count)}</table>`,
  "column spans": (count) => `<table><tr>${repeat("<td colspan=1000>a")(count)}</table>`,
  "pre spans": (count) => `<pre>${repeat("<span class=\"k\">let</span> a\n")(count)}</pre>`,
  "pre blocks": repeat("<pre><code>let a</code></pre>"),
  "pre lines": (count) => `<pre>${repeat("<span class=\"line\">let a</span>")(count)}</pre>`,
  "details": repeat("<details><summary>More</summary>Some words</details>"),
  "details in details": nested("<details><summary>More</summary>", "</details>"),
  "callouts": repeat("<div class=\"admonition note\"><p class=\"admonition-title\">Note</p><p>Words</p></div>"),
  "figures": repeat("<figure><img src=/a.png><figcaption>Caption</figcaption></figure>"),
  "formulas": (count) => `<p>${repeat("<math><mi>x</mi></math> ")(count)}`,
  "formulas in text": (count) => `<script src="/mathjax.js"></script><p>${repeat("\\(x\\) ")(count)}`,
  "dollars beside formulas": (count) => `<p><math><mi>x</mi></math>${repeat("<b>$</b>a")(count)}`,
  "attributes of one element": (count) => `<p ${numbered((index) => `a${index}=b `)(count)}>word`,
  "classes": (count) => `<p class="${numbered((index) => `c${index} `)(count)}">word`,
  "different classes": numbered((index) => `<p class="c${index} byline-${index}">word</p>`),
  "different tags": numbered((index) => `<x-${index}>word</x-${index}>`),
  "metas": numbered((index) => `<meta name="a${index}" content="b">`),
  "metas of one name": numbered((index) => `<meta name="keywords" content="b${index}">`),
  "authors in metas": numbered((index) => `<meta name="author" content="Anna Berg${index}">`),
  "dates in metas": numbered((index) => `<meta name="date" content="b${index}">`),
  "og:image metas": numbered((index) => `<meta property="og:image" content="/${index}.png">`),
  "alternate links": numbered((index) => `<link rel="alternate" hreflang="a${index}" href="/${index}">`),
  "titles": repeat("<title>A title</title>"),
  "bases": repeat("<base href=/a/>"),
  "JSON-LD blocks": repeat("<script type=\"application/ld+json\">{\"@type\":\"Article\",\"author\":\"A\"}</script>"),
  "JSON-LD references": (count) =>
    `<script type="application/ld+json">{"@graph":[${
      numbered((index) => `{"@type":"Article","@id":"#${index}","author":{"@id":"#x${index}"}},`)(count)
    }{}]}</script>`,
  "JSON-LD headlines": (count) =>
    `<script type="application/ld+json">{"@graph":[${
      numbered((index) => `{"@type":"Article","headline":"Headline ${index}"},`)(count)
    }{}]}</script>`,
  "JSON-LD broken": (count) => `<script type="application/ld+json">{"@graph":[${repeat("{\"a\":b,")(count)}]}</script>`,
  "microdata items": repeat("<div itemscope itemtype=\"https://schema.org/Product\"><b itemprop=name>a</b></div>"),
  "microdata values": (count) => `<div itemscope>${repeat("<b itemprop=a>v</b>")(count)}</div>`,
  "microdata references": (count) =>
    `<p id=a itemprop=x>a</p>${repeat("<div itemscope itemref=\"a a a\"></div>")(count)}`,
  "RDFa": repeat("<div typeof=Thing><b property=name>a</b></div>"),
  "cards": numbered((index) =>
    `<li class=card><a href=/${index}><h3>Product ${index}</h3></a><p>About it.</p><b class=price>€${index}</b></li>`
  ),
  "cards in sections": numbered((index) =>
    `<section><div class=card><a href=/${index}>Product ${index}</a></div></section>`
  ),
  "times": numbered((index) => `<time datetime="2024-05-0${index % 9}">then</time>`),
  "apart sections": nested("<div class=\"comments\"><h1>a</h1>", "</div>"),
  "named sections without a heading": nested("<div class=\"sidebar\">", "</div>"),
  "scripts": repeat("<script>var a</script>"),
  "state blobs": repeat("<script type=application/json>{\"content\":\"<p>Some words</p>\"}</script>"),
  "styles": repeat("<style>a{}</style>"),
  "noscripts": repeat("<noscript><img src=/a.png></noscript>"),
  "templates": repeat("<div><template shadowrootmode=open><p>word</template></div>"),
  "buttons": repeat("<button aria-expanded=false>A long heading</button>"),
  "forms": repeat("<form><input><select><option>a</select></form>"),
  "svg": repeat("<svg><path d=M0/></svg>"),
  "custom elements": repeat("<x-a>word</x-a>"),
  "misnested": repeat("<b><p>a</b></p>"),
  "html and body again": repeat("<html a=b><body c=d>"),
  "frames": repeat("<iframe src=/a></iframe>"),
  "navigation": (count) => `<nav>${repeat("<a href=/a>a</a>")(count)}</nav><p>Some words</p>`,
  "shell": (count) =>
    `<div id=root>${repeat("<div></div>")(count)}</div>${repeat("<script src=/a.js></script>")(count)}`,
  "hidden": repeat("<div style=\"display:none\">word</div>"),
  "copies": repeat("<p>The same words, one after another, in a long row.</p>")
}

export const structures: ReadonlyArray<Place> = Object.entries(shapes).map(([name, shape]) => ({
  name,
  made: (fill) => Promise.resolve(readBody(`<!doctype html><title>Growth</title>${shape(fill.length)}`))
}))
