import { type Place, readBody } from "./place.ts"

/**
 * Where the text of a filler stands in these templates: as it is read by people, as it is written, or as a JSON string.
 */
const slot = /\{(text|raw|json)\}/g

const written: Readonly<Record<string, (fill: string) => string>> = {
  text: (fill) => fill.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;"),
  raw: (fill) => fill,
  json: (fill) => JSON.stringify(fill).slice(1, -1).replaceAll("<", "\\u003c")
}

const paragraph =
  "<p>The keeper of the light had climbed the stairs each evening for thirty years, and on this evening, too, he went up.</p>"

const pageOf = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head>${
    head.includes("<title") ? "" : "<title>The last keeper</title>"
  }${head}</head><body><main><article><h1>The last keeper</h1>${paragraph}${body}${paragraph}</article></main></body></html>`

const meta = (...names: ReadonlyArray<string>) =>
  names.map((name) => [`meta ${name}`, `<meta name="${name}" property="${name}" content="{text}">`] as const)

const jsonLd = (...members: ReadonlyArray<string>) =>
  members.map((member) =>
    [
      `JSON-LD ${member.split("\"")[1] ?? ""}${member.includes("{\"") ? " of a thing" : ""}`,
      `<script type="application/ld+json">{"@type":"Article",${member}}</script>`
    ] as const
  )

const heads: ReadonlyArray<readonly [name: string, template: string]> = [
  ["title", "<title>{text}</title>"],
  ["title, raw", "<title>{raw}</title>"],
  ...meta(
    "author",
    "description",
    "keywords",
    "date",
    "article:published_time",
    "article:modified_time",
    "og:title",
    "og:description",
    "og:site_name",
    "og:type",
    "og:locale",
    "og:image",
    "og:url",
    "robots",
    "content-language",
    "citation_author",
    "citation_title",
    "generator"
  ),
  ["meta name", "<meta name=\"{text}\" content=\"x\">"],
  [
    "meta card",
    "<meta name=\"twitter:label1\" content=\"Written by\"><meta name=\"twitter:data1\" content=\"{text}\">"
  ],
  ["meta refresh", "<meta http-equiv=\"refresh\" content=\"0; url={text}\">"],
  ["meta refresh, raw", "<meta http-equiv=\"refresh\" content=\"{text}\">"],
  ["meta charset", "<meta charset=\"{text}\">"],
  ["meta content-type", "<meta http-equiv=\"content-type\" content=\"text/html; charset={text}\">"],
  ["base", "<base href=\"{text}\">"],
  ["base path", "<base href=\"/a/{text}\">"],
  ["canonical", "<link rel=\"canonical\" href=\"/{text}\">"],
  ["link rel", "<link rel=\"{text}\" href=\"/a\">"],
  ["feed link", "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"{text}\" href=\"/{text}\">"],
  ["link hreflang", "<link rel=\"alternate\" hreflang=\"{text}\" href=\"/a\">"],
  ["icon", "<link rel=\"icon\" sizes=\"{text}\" href=\"{text}\">"],
  ...jsonLd(
    "\"author\":\"{json}\"",
    "\"author\":{\"@type\":\"Person\",\"name\":\"{json}\"}",
    "\"headline\":\"{json}\"",
    "\"name\":\"{json}\"",
    "\"datePublished\":\"{json}\"",
    "\"dateModified\":\"{json}\"",
    "\"articleBody\":\"{json}\"",
    "\"description\":\"{json}\"",
    "\"keywords\":\"{json}\"",
    "\"image\":\"{json}\"",
    "\"publisher\":{\"name\":\"{json}\"}",
    "\"@id\":\"{json}\"",
    "\"inLanguage\":\"{json}\"",
    "\"{json}\":\"key\""
  ),
  ["JSON-LD @type", "<script type=\"application/ld+json\">{\"@type\":\"{json}\",\"name\":\"A\"}</script>"],
  [
    "JSON-LD price",
    "<script type=\"application/ld+json\">{\"@type\":\"Product\",\"name\":\"A\",\"offers\":{\"price\":\"{json}\",\"priceCurrency\":\"{json}\"},\"aggregateRating\":{\"ratingValue\":\"{json}\"}}</script>"
  ],
  ["JSON-LD, raw", "<script type=\"application/ld+json\">{raw}</script>"],
  ["JSON-LD, an object left open", "<script type=\"application/ld+json\">{\"@type\":{raw}</script>"],
  [
    "script of state",
    "<script type=\"application/json\" id=\"__NEXT_DATA__\">{\"props\":{\"content\":\"{json}\"}}</script>"
  ],
  ["script of state, raw", "<script type=\"application/json\">{raw}</script>"],
  ["script that assigns", "<script>window.__STATE__ = {\"content\":\"{json}\"};</script>"],
  ["script that assigns, raw", "<script>window.__STATE__ = [{raw}</script>"],
  ["script that assigns, ended", "<script>a = [] {raw}</script>"],
  ["script", "<script>{raw}</script>"],
  ["script src", "<script src=\"/{text}\"></script>"],
  ["script type", "<script type=\"{text}\">1</script>"],
  ["style", "<style>{raw}</style>"],
  ["comment", "<!--{raw}-->"]
]

const card = (inside: string): string =>
  Array.from(
    { length: 4 },
    (_, index) =>
      `<li class="card"><a href="/p/${index}"><h3>Product ${index}</h3></a>${
        index === 0 ? inside : "<p>About.</p>"
      }</li>`
  )
    .join("")

const bodies: ReadonlyArray<readonly [name: string, template: string]> = [
  ["paragraph", "<p>{text}</p>"],
  ["body, raw", "{raw}"],
  ["attribute, raw", "<p {raw}>word</p>"],
  ["tag name", "<x-{raw}>word</p>"],
  ["h1", "<h1>{text}</h1>"],
  ["h2", "<h2>{text}</h2>"],
  ["h2 class", "<h2 class=\"{text}\">A headline</h2>"],
  ["link text", "<p>See <a href=\"/a\">{text}</a> for more.</p>"],
  ["anchor text", "<p>See <a href=\"#a\">{text}</a> for more.</p>"],
  ["link href", "<p>See <a href=\"{text}\">the page</a> for more.</p>"],
  ["link href path", "<p>See <a href=\"/{text}\">the page</a> for more.</p>"],
  ["link href query", "<p>See <a href=\"/a?{text}\">the page</a> for more.</p>"],
  ["link href host", "<p>See <a href=\"https://{text}/\">the page</a> for more.</p>"],
  ["link title", "<p>See <a href=\"/a\" title=\"{text}\">the page</a> for more.</p>"],
  ["link rel in text", "<p>See <a href=\"/a\" rel=\"{text}\">the page</a> for more.</p>"],
  ["link around a picture", "<p>See <a href=\"/a\">x<img src=\"/a.png\" alt=\"{text}\">x</a> for more.</p>"],
  ["img src", "<p>A picture <img src=\"{text}\" alt=\"a\"></p>"],
  ["img srcset", "<p>A picture <img srcset=\"{text}\" alt=\"a\"></p>"],
  ["img data-src", "<p>A picture <img data-src=\"{text}\" src=\"data:,\" alt=\"a\"></p>"],
  ["img alt", "<p>A picture <img src=\"/a.png\" alt=\"{text}\"></p>"],
  ["img title", "<p>A picture <img src=\"/a.png\" title=\"{text}\"></p>"],
  ["img class", "<p>A picture <img src=\"/a.png\" class=\"{text}\" style=\"{text}\" width=\"{text}\"></p>"],
  ["source srcset", "<picture><source srcset=\"{text}\" media=\"{text}\"><img src=\"/a.png\"></picture>"],
  ["caption of a figure", "<figure><img src=\"/a.png\"><figcaption>{text}</figcaption></figure>"],
  ["class", "<div class=\"{text}\"><p>Some words stand here.</p></div>"],
  ["id", "<div id=\"{text}\"><p>Some words stand here.</p></div>"],
  ["style attribute", "<div style=\"{text}\"><p>Some words stand here.</p></div>"],
  ["role and label", "<div role=\"{text}\" aria-label=\"{text}\"><p>Some words stand here.</p></div>"],
  ["data attribute", "<div data-testid=\"{text}\" data-date=\"{text}\"><p>Some words stand here.</p></div>"],
  ["byline", "<p class=\"byline\">{text}</p>"],
  ["byline after by", "<p class=\"byline\">By {text}</p>"],
  ["author link", "<a rel=\"author\" href=\"/authors/{text}\">{text}</a>"],
  ["dateline", "<p class=\"date\">{text}</p>"],
  ["time", "<time>{text}</time>"],
  ["time datetime", "<time datetime=\"{text}\">then</time>"],
  ["microdata value", "<div itemscope itemtype=\"https://schema.org/Product\"><p itemprop=\"name\">{text}</p></div>"],
  ["microdata name", "<div itemscope><p itemprop=\"{text}\">word</p></div>"],
  ["microdata type", "<div itemscope itemtype=\"{text}\" itemid=\"{text}\"><p itemprop=\"a\">word</p></div>"],
  ["microdata itemref", "<div itemscope itemref=\"{text}\"><p itemprop=\"a\">word</p></div>"],
  ["microdata price", "<div itemscope><p itemprop=\"price\" content=\"{text}\">word</p></div>"],
  ["RDFa value", "<div typeof=\"Product\"><p property=\"name\">{text}</p></div>"],
  ["RDFa names", "<div typeof=\"{text}\" resource=\"{text}\"><p property=\"{text}\" content=\"{text}\">word</p></div>"],
  [
    "cell",
    "<table><tr><th>One</th><th>Two</th></tr><tr><td>{text}</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>"
  ],
  ["header cell", "<table><tr><th>{text}</th><th>Two</th></tr><tr><td>1</td><td>2</td></tr></table>"],
  ["table caption", "<table><caption>{text}</caption><tr><th>One</th></tr><tr><td>1</td></tr></table>"],
  [
    "span of a cell",
    "<table><tr><td colspan=\"{text}\" class=\"{text}\">1</td></tr><tr><td>2</td><td>3</td></tr></table>"
  ],
  ["list item", "<ul><li>{text}</li><li>two</li></ul>"],
  ["list start", "<ol start=\"{text}\"><li value=\"{text}\">one</li></ol>"],
  ["definition", "<dl><dt>{text}</dt><dd>{text}</dd></dl>"],
  ["quote", "<blockquote>{text}</blockquote>"],
  ["pre", "<pre>{text}</pre>"],
  ["pre with code", "<pre class=\"language-{text}\"><code class=\"language-{text}\">{text}</code></pre>"],
  ["code", "<p>Call <code>{text}</code> and wait.</p>"],
  ["code in bold", "<p>Call <b><code>{text}</code></b> and wait.</p>"],
  ["bold", "<p>It is <b>{text}</b>, they say.</p>"],
  ["bold in words", "<p>It is a<b>{text}</b>b, they say.</p>"],
  ["emphasis and strike", "<p>It is <i>{text}</i> and <del>{text}</del>, they say.</p>"],
  ["line breaks", "<p>One<br>{text}<br>three</p>"],
  ["sub and sup", "<p>H<sub>{text}</sub>O<sup>{text}</sup></p>"],
  ["ruby", "<p><ruby>{text}<rt>{text}</rt></ruby></p>"],
  [
    "formula",
    "<math alttext=\"{text}\"><mi>{text}</mi><annotation encoding=\"application/x-tex\">{text}</annotation></math>"
  ],
  [
    "formula of a picture",
    "<img class=\"mwe-math-fallback-image-inline\" alt=\"{text}\"> <img class=\"latex\" alt=\"{\\displaystyle {text}\">"
  ],
  ["formula in text", "<script src=\"/mathjax.js\"></script><p>\\({text}\\) and $${text}$$</p>"],
  ["formula left open", "<script src=\"/mathjax.js\"></script><p>\\({text}</p>"],
  [
    "footnote",
    "<p>Word<sup><a href=\"#fn1\" id=\"r1\">{text}</a></sup></p><ol class=\"footnotes\"><li id=\"fn1\">{text} <a href=\"#r1\">{text}</a></li></ol>"
  ],
  ["details", "<details><summary>{text}</summary>{text}</details>"],
  ["callout", "<div class=\"admonition note\"><p class=\"admonition-title\">{text}</p><p>{text}</p></div>"],
  ["button", "<button aria-expanded=\"false\">{text}</button>"],
  [
    "form",
    "<form action=\"{text}\"><label>{text}</label><input value=\"{text}\" name=\"{text}\"><select><option>{text}</option></select></form>"
  ],
  ["textarea", "<textarea>{text}</textarea>"],
  [
    "frames and video",
    "<iframe src=\"{text}\" title=\"{text}\"></iframe><video src=\"{text}\" poster=\"{text}\"></video>"
  ],
  ["noscript", "<noscript>{raw}</noscript>"],
  ["template", "<div><template shadowrootmode=\"open\">{raw}</template></div>"],
  ["svg", "<svg><title>{text}</title><text>{text}</text></svg>"],
  ["price of a card", `<ul>${card("<p class=\"price\">{text}</p>")}</ul>`],
  ["title of a card", `<ul>${card("<a href=\"/x\" title=\"{text}\">{text}</a>")}</ul>`],
  [
    "picture of a card",
    `<ul>${card("<img src=\"{text}\" alt=\"{text}\"><p class=\"rating\" aria-label=\"{text}\">{text}</p>")}</ul>`
  ],
  ["nav", "<nav><a href=\"/{text}\">{text}</a></nav>"],
  ["footer", "<footer>{text}</footer>"],
  [
    "comments",
    "<section class=\"comments\"><h2>Comments</h2><div class=\"comment\"><b class=\"author\">{text}</b><p>{text}</p></div></section>"
  ]
]

/** Pages that are hardly anything but the filler, where other rules decide. */
const wholes: ReadonlyArray<readonly [name: string, template: string]> = [
  ["nothing else", "<body>{text}"],
  ["nothing at all", "{raw}"],
  [
    "shell's plea",
    "<title>App</title><body><div id=\"root\"></div><noscript>{text}</noscript><p>{text}</p><script src=\"/a.js\"></script>"
  ],
  ["title of nothing", "<title>{text}</title><body><p>Not found.</p><script src=\"/a.js\"></script>"],
  ["html lang", "<html lang=\"{text}\"><title>A</title><p>Some words stand here, and some more.</p>"],
  ["doctype", "<!doctype {raw}><title>A</title><p>Some words stand here, and some more.</p>"]
]

const placeOf = (name: string, template: string): Place => ({
  name,
  made: (fill) => Promise.resolve(readBody(template.replace(slot, (_, form: string) => written[form]?.(fill) ?? "")))
})

export const htmlPlaces: ReadonlyArray<Place> = [
  ...heads.map(([name, template]) => placeOf(name, pageOf(template, ""))),
  ...bodies.map(([name, template]) => placeOf(name, pageOf("", template))),
  ...wholes.map(([name, template]) => placeOf(name, template))
]
