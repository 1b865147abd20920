import { assert, describe, it } from "@effect/vitest"
import { repeated } from "./records-of.ts"

/** Four cards with the same markup. `N` is the number of a card. */
const shop = (card: string): string =>
  `<main><h1>All goods</h1><ul>${
    [1, 2, 3, 4].map((index) => `<li class="card">${card.replaceAll("N", String(index))}</li>`).join("")
  }</ul></main>`

const title = "<a href=/p/N><img src=/big-N.jpg><h3>Kettle number N</h3></a>"

describe("the price of a card", () => {
  const cases: ReadonlyArray<readonly [name: string, markup: string, price: number | null]> = [
    ["struck out by del", "<del>$30.00</del> <span>$21.00</span>", 21],
    ["struck out by s", "<span>$21.00</span><s>$30.00</s>", 21],
    ["struck out by strike", "<strike>$30.00</strike><b>$21.00</b>", 21],
    ["struck out by a style", "<span style='text-decoration: line-through'>$30.00</span><span>$21.00</span>", 21],
    ["named old by a class", "<span class='price was'>$30.00</span><span class=price>$21.00</span>", 21],
    ["named list price", "<i class=list-price>$30.00</i><i class=offer>$21.00</i>", 21],
    ["named RRP by its text", "<p>RRP: $30.00</p><p>$21.00</p>", 21],
    ["named by a label of its own", "<span aria-label='Was $30'>$30</span><span aria-label='Now $21'>$21</span>", 21],
    ["said to be the current one", "<div>$30.00</div><div class=sale-price>$21.00</div>", 21],
    ["the smaller of two without a name", "<span>$30.00</span><span>$21.00</span>", 21],
    ["the only one, whatever its class", "<span class=regular-price>$30.00</span>", 30],
    ["not a saving", "<b>Save $9.00</b><span>$21.00</span>", 21],
    ["not an instalment", "<span>$210.00</span><small>or $18/mo</small>", 210],
    ["not a surcharge", "<span>$210.00</span><small>+$10 for gold</small>", 210],
    ["not free shipping", "<span>$21.00</span><em>Free shipping over $15</em>", 21],
    ["with cents in an element of their own", "<b><i>$</i><span>148</span><sup>02</sup></b>", 148.02],
    ["with a point before cents that stand apart", "<b><i>$</i><span>99</span><span>.95</span></b>", 99.95],
    ["with a point in an element of its own", "<b><i>$</i><span>17<i>.</i></span><span>97</span></b>", 17.97],
    ["not the count of reviews before it", "<p><span>272,574</span> <span>$11.99</span></p>", 11.99],
    ["with a decimal comma", "<span>€49,95</span>", 49.95],
    ["declared by a property", "<meta itemprop=price content=21.5>", 21.5],
    ["not in a sentence", "<p>The council will pay $300 for each lamp that it has to repair.</p>", null]
  ]
  for (const [name, markup, price] of cases) {
    it(
      name,
      () => assert.deepStrictEqual(repeated(shop(title + markup)).map((record) => record.price), Array(4).fill(price))
    )
  }

  it("makes a product of the block, a date makes an event of it", () => {
    assert.strictEqual(repeated(shop(`${title}<b>$5</b>`))[0]?.type, "Product")
    assert.strictEqual(repeated(shop(`${title}<b>$5</b><time datetime=2026-05-03>3 May</time>`))[0]?.type, "")
  })
})

describe("the picture of a card", () => {
  const cases: ReadonlyArray<readonly [name: string, markup: string]> = [
    ["is not an icon by its size", "<img src=/small-N.png width=20 height=20><img src=/big-N.jpg>"],
    ["is not an avatar by its class", "<img class=avatar src=/face-N.jpg><img src=/big-N.jpg>"],
    ["is not a badge by the class around it", "<div class=badge><img src=/sale-N.png></div><img src=/big-N.jpg>"],
    ["is not a drawing", "<img src=/sold-N.svg><img src=/big-N.jpg>"],
    ["is the largest", "<img src=/thumb-N.jpg width=90><img src=/big-N.jpg width=600>"],
    ["may be lazy", "<img src=data:image/gif;base64,R0 data-src=/big-N.jpg>"],
    ["may be in a set", "<img src=/a-N.jpg srcset='/a-N.jpg 200w, /big-N.jpg 800w'>"],
    ["is the first of several large ones", "<img src=/big-N.jpg width=800><img src=/back-N.jpg width=900>"],
    ["is not one that most cards have", "<img src=/info.gif><img src=/big-N.jpg>"]
  ]
  for (const [name, markup] of cases) {
    it(name, () =>
      assert.deepStrictEqual(
        repeated(shop(`<a href=/p/N>${markup}<h3>Kettle number N</h3></a>`)).map(({ image }) => image),
        [1, 2, 3, 4].map((index) => `https://site.test/big-${index}.jpg`)
      ))
  }
})

describe("the name of a card", () => {
  const picture = "<a href=/p/N><img src=/big-N.jpg></a>"
  const cases: ReadonlyArray<readonly [name: string, markup: string]> = [
    ["is not the price beside it in one link", "<a href=/p/N><h3>Kettle number N <b>$12.00</b></h3></a>"],
    [
      "is not a category above it",
      "<h4 class=category><a href=/c>Kitchen N</a></h4><h3><a href=/p/N>Kettle number N</a></h3>"
    ],
    ["is not a tag", "<a rel=tag href=/tag/N>Things for the kitchen N</a><a href=/p/N>Kettle number N</a>"],
    [
      "is not an offer in a heading without a link",
      "<h6>Subscribe and save N</h6><h3><a href=/p/N>Kettle number N</a></h3>"
    ],
    [
      "has the class of a title",
      "<div class=item-number>Some long words about N</div><div class=product-title><a href=/p/N>Kettle number N</a></div>"
    ],
    ["is not the number of the item", "<a href=/p/N>Item number: 4711-N</a><a href=/p/N>Kettle number N</a>"],
    ["is not a date", "<a href=/at/N>March N, 2024</a><a href=/p/N>Kettle number N</a>"],
    [
      "is in a link to where the picture leads",
      "<a href=/formats/N>N formats are available in all</a><a href=/p/N>Kettle number N</a>"
    ],
    ["may be short", "<a href=/p/N>Kettle number N</a><span>from $12.00</span>"]
  ]
  for (const [name, markup] of cases) {
    it(name, () =>
      assert.deepStrictEqual(
        repeated(shop(`${picture}${markup}`)).map(({ name, url }) => [name, url]),
        [1, 2, 3, 4].map((index) => [`Kettle number ${index}`, `https://site.test/p/${index}`])
      ))
  }

  it("keeps a sum that belongs to a headline", () => {
    const records = repeated(shop("<img src=/big-N.jpg><h3><a href=/p/N>Harbour N sold for $100</a></h3>"))
    assert.deepStrictEqual(records.map(({ name, price }) => [name, price])[0], ["Harbour 1 sold for $100", null])
  })

  it("stands beside the longest line as description", () => {
    const text = "Boils a litre of water in two minutes, and keeps it warm."
    assert.strictEqual(repeated(shop(`${title}<p>${text} N</p>`))[0]?.description, `${text} 1`)
  })
})
