import type { WorkRequest } from "./messages.ts"

/** A small page with something for each stage. After it, a reader has loaded its modules and the first page is fast. */
const page = `<!doctype html><html lang="en"><head><title>Tides</title><meta name="description" content="Ebb and flood">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Tides"}</script></head>
<body><nav><a href="/">Home</a><a href="/tables">Tables</a></nav><main><article><h1>Tides</h1>${
  "<p>The water <em>falls</em> for six hours, and then it <a href=\"/flood\">rises</a> again, twice a day.</p>".repeat(
    8
  )
}<h2>Times</h2><ul><li>ebb</li><li>flood</li></ul><table><tr><th>Day</th><th>Time</th></tr><tr><td>Monday</td>
<td>06:12</td></tr></table><pre><code>tide()</code></pre></article></main><footer>The harbour</footer></body></html>`

const url = "https://warm-up.invalid/"

export const warmUp: WorkRequest = {
  work: "extract",
  input: {
    url,
    finalUrl: url,
    status: 200,
    headers: {},
    mediaType: "text/html",
    charset: "utf-8",
    body: new TextEncoder().encode(page),
    fetchedAt: 0,
    rendered: false,
    depth: 0
  }
}
