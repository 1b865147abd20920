import type { DiscoverResult, Document } from "../../../core/domain/document/Document.ts"
import type { Explanation } from "../../../core/domain/document/Explanation.ts"

export const url = "https://example.com/tides"

export const document: Document = {
  url,
  final_url: url,
  fetched_at: "2026-11-21T06:15:22.902Z",
  status: 200,
  content_type: "text/html",
  depth: 0,
  size_bytes: 1916,
  title: "How tides are predicted",
  author: "Mairi Sinclair",
  published_date: "2025-05-02",
  language: "en",
  description: "",
  keywords: [],
  site_name: "The Harbour Gazette",
  image: "https://example.com/tides/harbour-at-low-tide.jpg",
  markdown: "# How tides are predicted\n\nA tide table is printed a year ahead.",
  text: "How tides are predicted\n\nA tide table is printed a year ahead.",
  confidence: 0.94,
  html: "",
  links: [{ url: "https://example.com/", text: "Home", internal: true, nofollow: false }],
  images: [],
  media: [],
  tables: [],
  records: [
    {
      source: "json-ld",
      type: "Product",
      name: "Tide table 2026",
      url: "https://example.com/shop/tide-table",
      image: "https://example.com/shop/tide-table.jpg",
      price: 12.5,
      currency: "GBP",
      description: "",
      fields: {
        name: "Tide table 2026",
        url: "/shop/tide-table",
        image: "tide-table.jpg",
        offers: { "@type": "Offer", price: "12.50", priceCurrency: "GBP" }
      }
    }
  ],
  metadata: {
    json_ld: [],
    open_graph: {},
    twitter: {},
    canonical_url: "",
    feeds: [],
    icons: [],
    modified_date: "",
    microdata: []
  },
  trace: {
    stages: [{ name: "fetch", elapsed_ms: 62 }],
    waits: { turn_ms: 970.2, robots_ms: 18.4, render_ms: 0 },
    cache_hit: false,
    rendered: false,
    rendered_because: "",
    redirects: [],
    retries: 0,
    robots: { directives: ["max-snippet:50"], signals: { search: "yes", "ai-train": "no" } },
    rights: {
      uses: { search: "yes", "ai-train": "no" },
      directives: ["max-snippet:50"],
      sources: [
        { from: "robots.txt", text: "Content-Signal: search=yes, ai-train=no" },
        { from: "meta robots", text: "max-snippet:50" }
      ]
    },
    warnings: []
  }
}

export const explained: Explanation = {
  url,
  final_url: url,
  status: 200,
  summary:
    "1 of 2 blocks kept, 9 of 11 words. The cut is at 0.612, the highest expected F1 0.981. Looks like: article.",
  blocks: [
    {
      text: "Home Contact",
      kept: false,
      step: "dropped by its score",
      score: 0.021,
      words: 2,
      path: "body > nav",
      reasons: "-0.91 linkDensity=1, -0.40 words=2"
    },
    {
      text: "High water at the harbour is at 14:05 today.",
      kept: true,
      step: "kept by its score",
      score: 0.973,
      words: 9,
      path: "main > article > p",
      reasons: "+0.82 linkDensity=0, +0.31 words=9"
    }
  ]
}

export const discovered: DiscoverResult = {
  url,
  final_url: url,
  status: 200,
  links: document.links.map((link) => ({ ...link, lastmod: "2026-11-22", priority: 0.8 })),
  counts: { total: 1, internal: 1, external: 0, nofollow: 0, returned: 1 }
}
