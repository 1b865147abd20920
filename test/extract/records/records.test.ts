import { assert, describe, it } from "@effect/vitest"
import { declaredRecords } from "../../../src/extract/records/declared.ts"
import { priceIn } from "../../../src/extract/records/price.ts"
import { recordsOf, repeated } from "./records-of.ts"

const card = (index: number, inside = ""): string =>
  `<li class="card"><a href="/p/${index}"><img src="/${index}.jpg" alt="Picture ${index}"><h3>Product number ${index}</h3></a>${inside}</li>`

const cards = (count: number, inside = ""): string =>
  `<main><h1>Products</h1><ul>${
    Array.from({ length: count }, (_, index) => card(index + 1, inside)).join("")
  }</ul></main>`

describe("repeated blocks", () => {
  it("are records with title, address and picture", () => {
    const records = repeated(cards(5))
    assert.lengthOf(records, 5)
    assert.deepStrictEqual(records[0], {
      source: "repeated",
      type: "",
      name: "Product number 1",
      url: "https://site.test/p/1",
      image: "https://site.test/1.jpg",
      price: null,
      currency: "",
      description: "",
      fields: {
        title: "Product number 1",
        url: "https://site.test/p/1",
        image: "https://site.test/1.jpg",
        text: "Product number 1"
      }
    })
  })

  it("have typed prices, dates and ratings where these are certain", () => {
    const [first] = repeated(
      cards(
        4,
        "<span class=price>$1,299.00</span><time datetime=2024-05-03T10:00>May 3</time><span aria-label='4.5 out of 5 stars'></span>"
      )
    )
    const { currency, date, price, rating } = first?.fields ?? {}
    assert.deepStrictEqual({ currency, date, price, rating }, {
      currency: undefined,
      date: "2024-05-03",
      price: 1299,
      rating: 4.5
    })
  })

  it("keep the words of neighbouring elements apart", () => {
    const [first] = repeated(
      cards(4, "<p>In stock</p><p>Ships today</p><div><span>Brand</span><span>Maker</span></div>")
    )
    assert.strictEqual(first?.fields["text"], "Product number 1 In stock Ships today Brand Maker")
  })

  it("in rows are the cards, not the rows", () => {
    const row = (from: number) =>
      `<div class="row">${
        [0, 1, 2, 3].map((step) =>
          `<div class="col"><h3><a href="/${from + step}">Title of item ${
            from + step
          }</a></h3><p>About this item, a line or so.</p></div>`
        ).join("")
      }</div>`
    assert.lengthOf(repeated(`<main>${row(0)}${row(4)}${row(8)}</main>`), 12)
  })

  it("with parts that repeat are the entries, not the parts", () => {
    const post = (index: number) =>
      `<article class="post"><a href="/u/${index}">Member ${index}</a><div class="cell">What the member has to say goes on for a while here.</div><div class="cell"><a href="/r">Reply to this</a> or quote it</div></article>`
    const records = repeated(`<main>${[1, 2, 3, 4, 5].map(post).join("")}</main>`)
    assert.deepStrictEqual(
      records.map(({ fields }) => fields["title"]),
      [1, 2, 3, 4, 5].map((index) => `Member ${index}`)
    )
  })

  it("that a carousel shows twice are there once", () => {
    assert.lengthOf(repeated(`<main><ul>${[1, 2, 3, 4, 1, 2].map((index) => card(index)).join("")}</ul></main>`), 4)
  })

  it("are not the menus, the footer, or a table with a header", () => {
    const links = [1, 2, 3, 4, 5].map((index) =>
      `<li><a href="/${index}">A menu entry that is rather long ${index}</a></li>`
    ).join("")
    const rows = [1, 2, 3, 4].map((index) =>
      `<tr><td><a href="/${index}">A long enough name ${index}</a></td><td>${index}</td></tr>`
    ).join("")
    assert.deepStrictEqual(
      repeated(
        `<nav><ul>${links}</ul></nav><main><p>Text.</p><table><tr><th>Name</th><th>No</th></tr>${rows}</table></main><footer><ul>${links}</ul></footer>`
      ),
      []
    )
  })

  it("cost what is inserted where a price is struck out, and nothing by what a headline tells of money", () => {
    const [sale] = repeated(cards(
      4,
      "<span><del>$30.00</del> <span>Original price was: $30.00.</span> <ins>$21.00</ins> <span>Current price is: $21.00.</span></span>"
    ))
    assert.strictEqual(sale?.fields["price"], 21)
    const entry = (sum: number) =>
      `<article><h2><a href="/${sum}">Harbour sold for $${sum}</a></h2><p>Nobody had expected it.</p></article>`
    const records = repeated(`<main>${[100, 200, 300].map(entry).join("")}</main>`)
    assert.deepStrictEqual(records.map(({ fields }) => fields["price"]), [undefined, undefined, undefined])
  })

  it("are articles side by side, though one is set apart by its class", () => {
    const entry = (name: string, mark: string) =>
      `<article class="${mark}"><h2><a href="/${name}">${name}</a></h2><p>A few words of the entry itself.</p></article>`
    const records = repeated(
      `<main>${entry("Anna", "important")}${
        ["Boris", "Carla", "Deniz"].map((name) => entry(name, "plain")).join("")
      }</main>`
    )
    assert.deepStrictEqual(records.map(({ fields }) => fields["title"]), ["Anna", "Boris", "Carla", "Deniz"])
  })

  it("are not titled by an action that every entry offers", () => {
    const entry = (name: string) =>
      `<div class="entry"><a href="/reply">Reply to this message</a><a href="/${name}">${name}</a><p>A few words of the entry itself.</p></div>`
    const records = repeated(`<main>${["Anna", "Boris", "Carla", "Deniz"].map(entry).join("")}</main>`)
    assert.deepStrictEqual(records.map(({ fields }) => fields["title"]), ["Anna", "Boris", "Carla", "Deniz"])
  })
})

describe("declared records", () => {
  const json = (...objects: ReadonlyArray<Record<string, unknown>>) => declaredRecords("json-ld", objects)

  it("open lists to their items", () => {
    const records = json({
      "@type": "ItemList",
      itemListElement: [
        { "@type": "ListItem", position: 1, item: { "@type": "Product", name: "A" } },
        { "@type": "ListItem", position: 2, url: "https://site.test/b", name: "B" }
      ]
    })
    assert.deepStrictEqual(records.map(({ fields, type }) => [type, fields["name"], fields["position"]]), [
      ["Product", "A", 1],
      ["ListItem", "B", 2]
    ])
  })

  it("join what is referred to, and count it once", () => {
    const records = json(
      { "@type": "Article", "@id": "#a", headline: "H", author: { "@id": "#p" } },
      { "@type": "Person", "@id": "#p", name: "Anna" },
      { "@type": "WebPage", "@id": "#w", mainEntity: { "@id": "#a" } },
      { "@type": "WebSite", name: "S" }
    )
    assert.deepStrictEqual(records.map(({ fields, type }) => [type, fields["author"]]), [
      ["Article", { "@type": "Person", "@id": "#p", name: "Anna" }]
    ])
  })

  it("of objects that refer to each other in a circle end", () => {
    const records = json(
      { "@type": "Person", "@id": "#a", knows: { "@id": "#b" } },
      { "@type": "Person", "@id": "#b", knows: { "@id": "#a" } }
    )
    assert.doesNotThrow(() => JSON.stringify(records))
  })

  it("do not repeat a large object for each that refers to it", () => {
    const large = { "@type": "Organization", "@id": "#o", name: "x".repeat(200_000) }
    const records = json(
      large,
      ...Array.from({ length: 200 }, () => ({ "@type": "Article", publisher: { "@id": "#o" } }))
    )
    assert.isBelow(JSON.stringify(records).length, 1_000_000)
  })

  it("come from microdata and RDFa alike", () => {
    const records = recordsOf(
      "<div itemscope itemtype='https://schema.org/Event'><b itemprop=name>Fair</b></div>" +
        "<div vocab='https://schema.org/' typeof=Person><b property=name>Anna</b></div>"
    )
    assert.deepStrictEqual(records.map(({ fields, source, type }) => [source, type, fields["name"]]), [
      ["microdata", "Event", "Fair"],
      ["rdfa", "Person", "Anna"]
    ])
  })
})

describe("prices", () => {
  const cases: ReadonlyArray<readonly [string, object]> = [
    ["€ 1.299,00", { price: 1299, currency: "EUR" }],
    ["1 299,50 €", { price: 1299.5, currency: "EUR" }],
    ["£12", { price: 12, currency: "GBP" }],
    ["USD 1,299", { price: 1299, currency: "USD" }],
    ["₹4,99,000", { price: 499_000, currency: "INR" }],
    ["199 zł", { price: 199, currency: "PLN" }],
    ["1 299,- Kč", { price: 1299, currency: "CZK" }],
    ["CHF 1'299.00", { price: 1299, currency: "CHF" }],
    ["R$ 1.234,56", { price: 1234.56, currency: "BRL" }],
    ["12,800円", { price: 12_800, currency: "JPY" }],
    ["15,000원", { price: 15_000, currency: "KRW" }],
    ["15.000 ₫", { price: 15_000, currency: "VND" }],
    ["Rp 150.000", { price: 150_000, currency: "IDR" }],
    ["2 499 руб.", { price: 2499, currency: "RUB" }],
    ["1.499 TL", { price: 1499, currency: "TRY" }],
    ["AED 250", { price: 250, currency: "AED" }],
    ["NT$1,280", { price: 1280, currency: "TWD" }],
    ["¥12,800", { price: 12_800 }],
    ["€49,95", { price: 49.95, currency: "EUR" }],
    ["49€95", { price: 49.95, currency: "EUR" }],
    ["(116) $39.99", { price: 39.99 }],
    ["116 $39.99", { price: 39.99 }],
    ["€61 €67", { price: 61, currency: "EUR" }],
    ["12,99 € 24,99 €", { price: 12.99, currency: "EUR" }],
    ["a $38B deal", {}],
    ["$2.5tn of minerals", {}],
    ["£3.4 million", {}],
    ["save 20%", {}],
    ["a text of 3 words", {}]
  ]
  for (const [text, expected] of cases) {
    it(text, () => assert.deepStrictEqual({ ...priceIn(text) }, expected))
  }
})
