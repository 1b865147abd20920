import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { pageShape, shapeDistance } from "../../../src/extract/fingerprint/page-shape.ts"
import { distanceOf, Simhash } from "../../../src/extract/fingerprint/Simhash.ts"

const simhashOf = (features: ReadonlyArray<number>): string => {
  const simhash = new Simhash()
  for (const feature of features) {
    const digest = createHash("sha256").update(String(feature)).digest()
    simhash.add(digest.readInt32LE(0), digest.readInt32LE(4), 1)
  }
  return simhash.digits()
}

describe("Simhash", () => {
  it("has the bits that most features have", () => {
    const simhash = new Simhash()
    simhash.add(0x0000FFFF, 0xF0F0F0F0, 1)
    simhash.add(0x0000FFFF, 0, 1)
    simhash.add(0, 0xF0F0F0F0, 2)
    assert.strictEqual(simhash.digits(), "00000000f0f0f0f0")
  })

  it("differs in more bits, the more features differ", () => {
    const features = Array.from({ length: 400 }, (_, at) => at)
    const few = features.map((feature) => feature < 4 ? feature + 1000 : feature)
    const half = features.map((feature) => feature < 200 ? feature + 1000 : feature)
    const own = simhashOf(features)
    assert.strictEqual(distanceOf(own, simhashOf(features.toReversed())), 0)
    assert.isAtMost(distanceOf(own, simhashOf(few)), 5)
    assert.isAtLeast(distanceOf(own, simhashOf(half)), 10)
  })

  it("counts the bits that differ", () => {
    assert.strictEqual(distanceOf("0000000000000000", "ffffffffffffffff"), 64)
    assert.strictEqual(distanceOf("8000000000000001", "0000000000000000"), 2)
  })
})

const frame = (main: string, body = "") =>
  `<body class="${body}"><header class="top"><div class="logo"></div><nav><ul><li>1</ul></nav></header>
  <main class="page">${main}</main><footer><div>2</div></footer></body>`
const article = (paragraphs: number, number = 1) =>
  frame(
    `<article class="post post-${number}"><div class="head"><h1>T</h1><div class="meta"><time></time></div></div>
    <div class="text"><section>${"<p>text <a>link</a></p>".repeat(paragraphs)}</section></div></article>
    <section class="comments"><ol class="list">${
      "<li class=\"comment\"><div class=\"by\"></div></li>".repeat(paragraphs)
    }</ol></section>`,
    `page-${number} named-${"abc"[number]}`
  )
const product = (offers: number) =>
  frame(`<div class="gallery"><ul class="thumbs"><li></li></ul></div><div class="buy"><div class="price"></div>
    <form class="cart"><div class="size"></div></form></div><div class="offers">${
    "<div class=\"offer\"><div class=\"price\"></div></div>".repeat(offers)
  }</div>`)
const shapeOf = (html: string) => pageShape(parseHtml(html).body)

describe("pageShape", () => {
  it("ignores the number of items, texts, and classes that number or name the page", () => {
    assert.strictEqual(shapeOf(article(3, 1)), shapeOf(article(30, 2)))
    assert.strictEqual(shapeOf(product(1)), shapeOf(product(9)))
  })

  it("is alike for a page with one part more", () => {
    const more = article(3).replace("</article>", "</article><div class=\"related\"><div class=\"card\"></div></div>")
    assert.isAtMost(shapeDistance(shapeOf(article(3)), shapeOf(more)), 28)
  })

  it("differs between templates of one frame", () => {
    assert.isAbove(shapeDistance(shapeOf(article(3)), shapeOf(product(3))), 28)
  })
})
