import { assert, describe, it } from "@effect/vitest"
import { plainValue } from "../../../src/extract/records/plain-values.ts"
import { recordsOf } from "./records-of.ts"

const jsonLd = (...values: ReadonlyArray<object>): string =>
  values.map((value) =>
    `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...value })}</script>`
  ).join("")

const page = (head: string, body: string, title = "Lemon barley soup"): string =>
  `<html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`

describe("text of declared values", () => {
  const texts: ReadonlyArray<readonly [declared: string, plain: string]> = [
    ["Salt &amp; pepper", "Salt & pepper"],
    ["Cr&egrave;me br&#251;l&eacute;e", "Crème brûlée"],
    ["Twice &amp;quot;escaped&amp;quot;", "Twice \"escaped\""],
    ["<p>Mix the flour.</p><p>Add <strong>water</strong>.</p>", "Mix the flour.\nAdd water."],
    ["One<br />two", "One\ntwo"],
    ["&lt;p&gt;Escaped&lt;/p&gt;", "Escaped"],
    ["Use the &lt;b&gt; element", "Use the <b> element"],
    ["A <b>vector&lt;int&gt;</b>", "A vector<int>"],
    ["A vector<int> of 5 < 6", "A vector<int> of 5 < 6"],
    ["<script>track()</script>Flour", "Flour"],
    ["https://site.test/a?b=1&amp;copy=2", "https://site.test/a?b=1&copy=2"],
    ["/a.jpg?w=1&#038;h=2", "/a.jpg?w=1&h=2"],
    ["  As it is \n with spaces", "  As it is \n with spaces"]
  ]
  for (const [declared, plain] of texts) {
    it(JSON.stringify(declared), () => assert.strictEqual(plainValue(declared), plain))
  }

  it("is plain in lists and parts of records, and as declared in metadata", () => {
    const [recipe] = recordsOf(
      page(
        jsonLd({
          "@type": "Recipe",
          name: "Soup &amp; bread",
          recipeIngredient: ["1 cup <b>barley</b>", "2 tsp salt &amp; pepper"],
          recipeInstructions: [{ "@type": "HowToStep", text: "Stir.<br>Wait." }]
        }),
        ""
      )
    )
    assert.strictEqual(recipe?.name, "Soup & bread")
    assert.deepStrictEqual(recipe?.fields["recipeIngredient"], ["1 cup barley", "2 tsp salt & pepper"])
    assert.deepStrictEqual(recipe?.fields["recipeInstructions"], [{ "@type": "HowToStep", text: "Stir.\nWait." }])
  })
})

describe("one thing that a page declares twice", () => {
  const recipe = { "@type": "Recipe", name: "Lemon barley soup" }
  const microdata =
    `<div itemscope itemtype="https://schema.org/Recipe"><b itemprop=name>Lemon Barley Soup</b><ul><li itemprop=recipeIngredient>1 cup barley<li itemprop=recipeIngredient>1 lemon</ul><ol><li itemprop=recipeInstructions>Stir.<li itemprop=recipeInstructions>Wait.</ol></div>`

  it("is one record, with the lists of both", () => {
    const records = recordsOf(page(jsonLd({ ...recipe, recipeIngredient: [], recipeYield: "4" }), microdata))
    assert.lengthOf(records, 1)
    assert.deepStrictEqual(records[0]?.fields["recipeIngredient"], ["1 cup barley", "1 lemon"])
    assert.deepStrictEqual(records[0]?.fields["recipeInstructions"], ["Stir.", "Wait."])
    assert.strictEqual(records[0]?.fields["recipeYield"], "4")
  })

  it("is one record in one syntax too", () =>
    assert.lengthOf(recordsOf(page(jsonLd(recipe, { ...recipe, recipeYield: "4" }), "")), 1))

  const apart: ReadonlyArray<readonly [name: string, one: object, other: object]> = [
    ["addresses", { "@type": "Product", url: "/a" }, { "@type": "Product", url: "/b" }],
    ["numbers", { "@type": "Product", sku: "1" }, { "@type": "Product", sku: "2" }],
    ["prices", { "@type": "Product", offers: { price: 1 } }, { "@type": "Product", offers: { price: 2 } }],
    ["days", { "@type": "MusicEvent", startDate: "2026-01-01" }, { "@type": "Event", startDate: "2026-01-02" }],
    ["kinds", { "@type": "Product" }, { "@type": "Recipe" }],
    ["posts of a thread", { "@type": "DiscussionForumPosting", text: "a" }, {
      "@type": "DiscussionForumPosting",
      text: "b"
    }]
  ]
  for (const [name, one, other] of apart) {
    it(`is two with other ${name}`, () =>
      assert.lengthOf(recordsOf(page(jsonLd({ name: "A", ...one }, { name: "A", ...other }), "")), 2))
  }

  it("is told by the tree of types", () => {
    const both = page(
      jsonLd({ "@type": "Product", name: "A" }, { "@type": "IndividualProduct", name: "A", sku: "1" }),
      ""
    )
    assert.deepStrictEqual(recordsOf(both).map(({ fields, type }) => [type, fields["sku"]]), [["Product", "1"]])
  })
})

describe("a declared recipe", () => {
  it("has its lists under the names of schema.org, whatever the page calls them", () => {
    const declared = { "@type": "Recipe", name: "Soup", ingredients: ["1 lemon"], instructions: "Stir.", yield: "4" }
    const [first] = recordsOf(page(jsonLd(declared), ""))
    assert.deepInclude(first?.fields, { recipeIngredient: ["1 lemon"], recipeInstructions: "Stir.", recipeYield: "4" })
  })

  it("has a list that it leaves blank from the layout", () => {
    const body =
      "<h2>Ingredients</h2><ul><li>1 cup barley<li>2 lemons</ul><h2>Method</h2><ol><li>Stir well.<li>Wait.</ol>"
    const [first] = recordsOf(
      page(
        jsonLd({ "@type": "Recipe", name: "Soup", recipeIngredient: ["1 cup barley"], recipeInstructions: [] }),
        body
      )
    )
    assert.deepStrictEqual(first?.fields["recipeIngredient"], ["1 cup barley"])
    assert.deepStrictEqual(first?.fields["recipeInstructions"], ["Stir well.", "Wait."])
  })

  it("is not made of a list of contents", () => {
    const soap =
      "<h2>Ingredients</h2><p>Aqua, Glycerin, Sodium Palmate, Parfum.</p><h2>Directions</h2><p>Apply to wet skin.</p>"
    assert.isEmpty(recordsOf(page("", soap, "Harbour soap")).filter(({ type }) => type === "Recipe"))
  })
})

describe("the product of a page", () => {
  const related = [1, 2, 3].map((index) => ({ "@type": "Product", name: `Rope ${index}`, url: `/rope-${index}` }))

  it("comes before those that the page lists beside it", () => {
    const own = { "@type": "IndividualProduct", name: "Brass lamp of the harbour" }
    const records = recordsOf(page(jsonLd(...related, own), "<p>A lamp.</p>", "Brass lamp of the harbour"))
    assert.deepStrictEqual(records.map(({ name }) => name), [own.name, "Rope 1", "Rope 2", "Rope 3"])
  })

  it("is read from Open Graph where the page declares only others", () => {
    const head = `<meta property=og:type content=product><meta property="product:price:amount" content="49.90">` +
      `<meta property="product:price:currency" content=EUR>`
    const [first] = recordsOf(page(head + jsonLd(...related), "<p>A lamp.</p>", "Brass lamp of the harbour"))
    assert.deepInclude(first, { name: "Brass lamp of the harbour", price: 49.9, currency: "EUR" })
  })

  it("has the lead picture of the page, if it declares none", () => {
    const own = { "@type": "Product", name: "Brass lamp of the harbour" }
    const head = `<meta property=og:image content=/lamp.jpg>${jsonLd(...related, own)}`
    const records = recordsOf(page(head, "<p>A lamp.</p>", "Brass lamp of the harbour"))
    assert.deepStrictEqual(records.map(({ image }) => image), ["https://site.test/lamp.jpg", "", "", ""])
  })
})

describe("pictures of cards", () => {
  const cards = (picture: (index: number) => string) =>
    recordsOf(
      `<main><h1>Lamps</h1><ul>${
        [1, 2, 3, 4, 5].map((index) =>
          `<li class=card><a href=/p/${index}>${
            picture(index)
          }<h3>Lamp number ${index}</h3></a><p>About this lamp, a line or so.</p></li>`
        ).join("")
      }</ul></main>`
    ).map(({ image }) => image)
  const wanted = [1, 2, 3, 4, 5].map((index) => `https://site.test/${index}.jpg`)

  const pictures: ReadonlyArray<readonly [name: string, picture: (index: number) => string]> = [
    ["a background", (index) => `<div class=thumb style="background-image: url('/${index}.jpg')"></div>`],
    ["a lazy background", (index) => `<div class=thumb data-bg="/${index}.jpg"></div>`],
    ["a lazy set", (index) => `<img src=/blank.gif data-srcset="/${index}-s.jpg 300w, /${index}.jpg 900w">`],
    ["a lazy image", (index) => `<img src=data:image/gif;base64,R0 data-lazyload=/${index}.jpg>`]
  ]
  for (const [name, picture] of pictures) it(`may be ${name}`, () => assert.deepStrictEqual(cards(picture), wanted))
})
