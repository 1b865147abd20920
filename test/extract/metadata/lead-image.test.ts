import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Document } from "../../../src/core/domain/document/Document.ts"
import { documentOf } from "../document-of.ts"

const paragraph =
  "<p>The ferry to the outer islands is back in service after a winter of repairs, the harbour says.</p>"

const page = (head: string, body: string): string =>
  `<html><head><title>The ferry is back</title>${head}</head><body><header><img src=/header.jpg width=900 height=300>` +
  `</header><main><article>${body}</article></main></body></html>`

const article = (head: string, before = ""): string =>
  page(head, `<h1>The ferry is back</h1>${before}${paragraph.repeat(3)}`)

const jsonLd = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...value })}</script>`

const posting = { "@type": "NewsArticle", headline: "The ferry is back" }

const graph = (image: string) =>
  `<meta property="og:image" content="${image}"><meta name="twitter:image" content="/of-twitter.jpg">`

const at = (path: string): string => new URL(path, "https://site.test/").href

const leads: ReadonlyArray<readonly [name: string, source: string, image: string]> = [
  ["of JSON-LD before Open Graph", article(jsonLd({ ...posting, image: "/ld.jpg" }) + graph("/og.jpg")), "/ld.jpg"],
  [
    "the first of several of JSON-LD",
    article(jsonLd({ ...posting, image: [{ "@type": "ImageObject", url: "/a.jpg" }, "/b.jpg"] })),
    "/a.jpg"
  ],
  [
    "an image that JSON-LD refers to",
    article(
      jsonLd({
        "@graph": [
          { ...posting, image: { "@id": "#primary" } },
          { "@type": "ImageObject", "@id": "#primary", url: "/primary.jpg" }
        ]
      })
    ),
    "/primary.jpg"
  ],
  [
    "not the logo of the publisher or the portrait of the author",
    article(
      jsonLd({
        ...posting,
        image: ["/brand/mark.png", "/people/mairi.jpg"],
        publisher: { "@type": "Organization", logo: { "@type": "ImageObject", url: "/brand/mark.png" } },
        author: { "@type": "Person", name: "Mairi", image: "/people/mairi.jpg" }
      }) + graph("/og.jpg")
    ),
    "/og.jpg"
  ],
  ["of Open Graph before Twitter", article(graph("/og.jpg")), "/og.jpg"],
  ["not the logo of Open Graph", article(graph("/img/site-logo-1200x630.png")), "/of-twitter.jpg"],
  ["a picture of another company's logo", article(graph("/img/tesla-logo.jpg")), "/img/tesla-logo.jpg"],
  ["not a QR code", article(graph("/banner/content_qrcodes.jpg")), "/of-twitter.jpg"],
  ["not the sign of a user", article(graph("/statusicon/user-offline.png")), "/of-twitter.jpg"],
  ["not a placeholder", article(graph("/img/no-image.png")), "/of-twitter.jpg"],
  [
    "not a small picture of Open Graph",
    article(`${graph("/og.jpg")}<meta property=og:image:width content=64>`),
    "/of-twitter.jpg"
  ],
  ["of a link element", article("<link rel=image_src href=/linked.jpg>"), "/linked.jpg"],
  ["of the content", article("", "<figure><img src=/ferry.jpg width=800 height=500></figure>"), "/ferry.jpg"],
  [
    "the first large one of the content",
    article(
      "",
      "<p class=byline><img class=avatar src=/mairi.jpg width=200 height=200> By Mairi</p><img src=/icon.png width=32>" +
        "<img src=https://pixel.site.test/count.gif width=300 height=300><figure><img data-src=/ferry.jpg src=/blank.gif></figure>"
    ),
    "/ferry.jpg"
  ],
  [
    "below the headline, outside of the kept text",
    page(
      "",
      `<div class=head><h1>The ferry is back</h1></div><div class=hero><div><img src=/hero.jpg></div></div>` +
        `<div class=text>${paragraph.repeat(4)}<img src=/later.jpg width=800 height=500></div>`
    ),
    "/hero.jpg"
  ],
  ["none", article(""), ""]
]

describe("the lead picture", () => {
  for (const [name, source, image] of leads) {
    it.effect(`is ${name}`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* documentOf(source)).image, image === "" ? "" : at(image))
      }))
  }

  it.effect("is empty in a Document that a version without it stored", () =>
    Effect.gen(function*() {
      const { image: _, ...earlier } = yield* documentOf(article(graph("/og.jpg")))
      assert.strictEqual((yield* Schema.decodeUnknownEffect(Document)(earlier)).image, "")
    }))
})
