import { assert, describe, it } from "@effect/vitest"
import type { RecordSource } from "../../../src/core/domain/document/Document.ts"
import { recordsOf, repeated } from "./records-of.ts"

const times = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index + 1)).join("")

const prose = (index: number): string =>
  `Paragraph ${index} says at some length what the harbour was built for, and who has used it since then.`

describe("blocks that are not a list", () => {
  const cases: ReadonlyArray<readonly [name: string, html: string]> = [
    [
      "sections of an article",
      `<article><h1>The harbour</h1>${
        times(
          5,
          (index) => `<section><h2>Part ${index}</h2><p>${prose(index)} <a href=/n${index}>Note</a></p></section>`
        )
      }</article>`
    ],
    [
      "questions with answers",
      `<main>${
        times(5, (index) =>
          `<div class=faq><h3>Question ${index}?</h3><p>${prose(index)}</p><img src=/i${index}.png></div>`)
      }</main>`
    ],
    [
      "tiles with one call to action",
      `<main>${
        times(4, (index) =>
          `<div class=tile><h3>Reason ${index}</h3><p>${prose(index)}</p><a href=/start>Learn more</a></div>`)
      }</main>`
    ],
    [
      "notes at the end",
      `<main><p>${prose(0)}</p><ol>${
        times(6, (index) => `<li class=note><a href="#ref${index}">^</a> ${prose(index)}</li>`)
      }</ol></main>`
    ],
    [
      "items with links within their sentences",
      `<main><h1>The harbour</h1>${
        times(6, (index) =>
          `<li>Since then it has had <a href=/n${index}>a wall of stone ${index}</a>. ${prose(index)}</li>`)
      }</main>`
    ],
    [
      "related pages below a declared article",
      `<script type="application/ld+json">{"@type":"NewsArticle"}</script><main><h1>The harbour</h1>${
        times(8, (index) => `<p>${prose(index)}</p>`)
      }</main><div>${
        times(5, (index) => `<article><a href=/r${index}><h3>Related page ${index}</h3></a></article>`)
      }</div>`
    ],
    [
      "a menu of pictures outside the content",
      `<div class=megaMenu>${
        times(6, (index) =>
          `<div class=entry><a href=/m${index}><img src=/m${index}.jpg><h4>Department ${index}</h4></a></div>`)
      }</div><article><h1>The harbour</h1>${times(8, (index) => `<p>${prose(index)}</p>`)}</article>`
    ]
  ]
  for (const [name, html] of cases) it(name, () => assert.deepStrictEqual(repeated(html), []))
})

describe("lists", () => {
  const card = (index: number, inside = "<b>$12.00</b>"): string =>
    `<li class=item><a href=/p/${index}><img src=/${index}.jpg><h3>Kettle number ${index}</h3></a>${inside}</li>`

  it("have the blocks of their shape elsewhere on the page", () => {
    const records = repeated(
      `<main><ul>${times(5, card)}</ul><section><div><ul>${card(6)}${card(7)}</ul></div></section></main>`
    )
    assert.deepStrictEqual(
      records.map(({ url }) => url),
      [1, 2, 3, 4, 5, 6, 7].map((index) => `https://site.test/p/${index}`)
    )
  })

  it("are one list with a class for every other item", () => {
    const item = (index: number) =>
      card(index).replace("class=item", index % 2 === 0 ? "class='Even item'" : "class='Odd item'")
    assert.lengthOf(repeated(`<main><ul>${times(5, item)}</ul></main>`), 5)
  })

  it("with prices are found within parts of the page that are none", () => {
    const part = (inside: string) => `<div class=part><h2>Welcome</h2><p>${prose(1)} ${prose(2)}</p>${inside}</div>`
    const list = `<ul>${times(7, (index) => card(index, "<b>$12.00</b>"))}</ul>`
    assert.lengthOf(repeated(`<main>${part(list)}${part("<img src=/a.jpg>")}${part("<img src=/b.jpg>")}</main>`), 7)
  })

  it("of a shop have no banners between their items", () => {
    const banner = "<li class=item><a href=/club><img src=/club.jpg></a><p>Join the club and save a lot</p></li>"
    const records = repeated(`<main><ul>${times(5, card)}${banner}${times(5, (index) => card(index + 5))}</ul></main>`)
    assert.notInclude(records.map(({ url }) => url), "https://site.test/club")
    assert.lengthOf(records, 10)
  })

  it("may be the posts of a thread, several by one member", () => {
    const post = (index: number) =>
      `<div class=post><a href=/u/${index % 2}>Member ${
        index % 2
      }</a><time datetime=2026-05-0${index}>May ${index}</time><p>${prose(index)} ${prose(index + 10)}</p></div>`
    assert.lengthOf(repeated(`<main><h1>How to dock</h1>${times(6, post)}</main>`), 6)
  })
})

describe("the product of the page", () => {
  const button = "<button>Add to cart</button>"
  const own = (html: string) =>
    recordsOf(html).filter(({ type }) => type === "Product")
      .map(({ currency, image, name, price, source, url }) => ({ source, name, price, currency, image, url }))
  const found = {
    source: "repeated" as RecordSource,
    name: "Blue kettle",
    price: 21,
    currency: "EUR",
    image: "https://site.test/k.jpg",
    url: "https://site.test/dir/page.html"
  }

  it("has a headline, a price and a place to buy", () =>
    assert.deepStrictEqual(
      own(`<main><h1>Blue kettle</h1><img src=/k.jpg><p><s>€30</s> €21</p>${button}</main>`),
      [found]
    ))

  it("may be declared by Open Graph", () =>
    assert.deepStrictEqual(
      own(
        "<meta property=og:type content=product><meta property=og:title content='Blue kettle – Potters'>" +
          "<meta property=product:price:amount content='21,00'><meta property=product:price:currency content=eur>" +
          "<meta property=og:image content=/k.jpg><body><h1>Potters</h1>"
      ),
      [{ ...found, source: "rdfa" }]
    ))

  it("is not there without a place to buy, or with one for each of several", () => {
    assert.deepStrictEqual(own("<main><h1>Blue kettle</h1><p>€21</p></main>"), [])
    const part = (index: number) => `<div><h2>Kettle ${index}</h2><p>€2${index}</p>${button}</div>`
    assert.deepStrictEqual(own(`<main><h1>Kettles</h1>${times(3, part)}</main>`), [])
    assert.deepStrictEqual(
      own(`<meta property=og:type content=product><main><h1>Kettles</h1>${times(20, prose)}</main>`),
      []
    )
  })

  it("that is declared has the address of the page, and only its own name", () => {
    const json = JSON.stringify({
      "@type": "Product",
      name: "Blue kettle — Potters",
      offers: { price: "21", priceCurrency: "EUR" },
      image: "/k.jpg"
    })
    assert.deepStrictEqual(
      own(`<script type="application/ld+json">${json}</script><main><h1>Blue kettle</h1><p>€30</p>${button}</main>`),
      [{ ...found, source: "json-ld" }]
    )
  })
})
