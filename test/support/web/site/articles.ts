/** A page in the dress of a small news site: navigation, sidebar, related stories and footer around its content. */
export const dressed = (title: string, head: string, content: string): string =>
  `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title} - The Harbour Gazette</title>
<meta property="og:site_name" content="The Harbour Gazette">${head}</head>
<body>
<header class="site-header"><a class="logo" href="/">The Harbour Gazette</a>
<nav class="main-nav"><ul><li><a href="/">Home</a></li><li><a href="/articles/tide">Science</a></li><li><a href="/shop">Shop</a></li><li><a href="/forum/knots">Forum</a></li><li><a rel="nofollow" href="/login">Sign in</a></li></ul></nav></header>
<main>${content}</main>
<aside class="sidebar"><h2>Most read</h2><ul><li><a href="/articles/lighthouse">The last keeper</a></li><li><a href="https://other.example/ad" rel="sponsored">Cheap boats!</a></li></ul></aside>
<footer class="site-footer"><p>Copyright 2026 The Harbour Gazette. All rights reserved. <a href="/privacy">Privacy policy</a></p></footer>
</body></html>`

const paragraphs = (...texts: ReadonlyArray<string>): string => texts.map((text) => `<p>${text}</p>`).join("\n")

export const lighthouse = dressed(
  "The last keeper of Cape Wrath",
  `<meta name="author" content="Mairi Sinclair"><meta property="article:published_time" content="2025-03-14T08:30:00Z">
<meta name="description" content="Before the lamp was automated, one family kept it burning for ninety years.">
<meta name="keywords" content="lighthouse, history, Scotland">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"The last keeper of Cape Wrath","author":{"@type":"Person","name":"Mairi Sinclair"},"datePublished":"2025-03-14"}</script>`,
  `<article><h1>The last keeper of Cape Wrath</h1><p class="byline">By Mairi Sinclair, 14 March 2025</p>
${
    paragraphs(
      "For ninety years the lamp at the cape was lit each evening by a member of the same family, and for ninety years no ship was lost within sight of it. The log books, bound in grey cloth, fill two shelves of the county archive.",
      "The work was not romantic. Each watch lasted four hours, the clockwork that turned the lens had to be wound every thirty minutes, and the brass was polished whether or not anybody would come to see it. In winter the mail boat could stay away for six weeks.",
      `When the light was automated in 1998, the last keeper carried the final log book up the hill himself. <a href="/articles/tide">The tide</a>, he wrote, <em>was falling</em>, and the wind had gone round to the north-west.`
    )
  }
<figure><img src="/img/lamp.jpg" alt="The lens of the lighthouse lamp" title="First-order Fresnel lens" width="800" height="600"><figcaption>The lens weighs four tonnes.</figcaption></figure>
<h2>What remains</h2>
${
    paragraphs(
      "The buildings stand empty, but the path is kept clear by walkers. Three of the five rooms still have their shutters, and in the kitchen the iron range is where it always was."
    )
  }
<ul><li>The lamp room, with its lens</li><li>The keeper's kitchen</li><li>The fog horn, silent since 2001</li></ul></article>
<section class="related"><h3>Related stories</h3><a href="/articles/tide">How tides are predicted</a></section>`
)

export const tide = dressed(
  "How tides are predicted",
  `<meta property="article:published_time" content="2025-05-02">`,
  `<article><h1>How tides are predicted</h1>
${
    paragraphs(
      "A tide table for a harbour is printed a year ahead, and it is nearly always right to within a hand's breadth. The method behind it is older than the computer, and it was once done with pulleys, wheels and a long piece of wire.",
      "Each harbour has its own rhythm, made of many simple ones: the moon's day, the sun's day, the fortnight between spring tides, and some thirty smaller ones. Measure the water for a year, and the strength of each can be found."
    )
  }
<table><caption>High water at the harbour</caption><thead><tr><th>Day</th><th>Time</th><th>Height (m)</th></tr></thead>
<tbody><tr><td>Monday</td><td>06:12</td><td>4.8</td></tr><tr><td>Tuesday</td><td>06:55</td><td>5.1</td></tr><tr><td>Wednesday</td><td>07:37</td><td>5.3</td></tr></tbody></table>
<p>Read also <a href="/articles/lighthouse#comments">the story of the last keeper</a> and <a href="/docs/tides">the documentation of our tide service</a>.</p></article>`
)

export const documentation =
  `<!DOCTYPE html><html lang="en"><head><title>Tide service: quick start</title><meta name="generator" content="Sphinx 7.2"></head>
<body><nav class="toctree"><ul><li><a href="/docs/tides">Quick start</a></li><li><a href="/docs/tides#install">Install</a></li></ul></nav>
<div role="main"><h1>Quick start</h1><p>The tide service answers with the next high water of a harbour. Install the client with the package manager of your choice and ask for a station by its name.</p>
<h2 id="install">Install</h2><pre><code class="language-bash">npm install tide-client</code></pre>
<h2>First request</h2><pre><code class="language-js">import { nextHighWater } from "tide-client"

const tide = await nextHighWater("cape-wrath")
console.log(tide.time, tide.height)</code></pre>
<p>The call returns an object with the <code>time</code> in UTC and the <code>height</code> in metres above chart datum.</p></div></body></html>`
