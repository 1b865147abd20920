import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { conceptOf } from "../../../../src/extract/records/data/concept-of.ts"
import { dataOf, date, integer, jsonLd, number, objectWith, text, texts, uri } from "./data-of.ts"

const card = (index: number): string =>
  `<li class="card"><a href="/p/${index}"><img src="/i/${index}.jpg" alt=""><h3>Product number ${index}</h3></a>
  <span class="price">$${10 + index}.50</span></li>`
const shop = `<title>Shop</title><h1>Shop</h1><ul>${Array.from({ length: 8 }, (_, index) => card(index)).join("")}</ul>`
const product = { title: text, price: number, link: uri, currency: text }
const anvil = { "@type": "Product", name: "Anvil", sku: "A-1", offers: { "@type": "Offer", price: "1.299,00" } }
const pageOf = (...values: ReadonlyArray<unknown>): string =>
  `<title>Anvil</title><h1>Anvil</h1><p>Only € 1.299,00 today.</p>${values.map(jsonLd).join("")}`

layer(Extractor.layerInline)("data by a schema", (it) => {
  it.effect("has the rows of a list, by a schema of an array or under any name", () =>
    Effect.gen(function*() {
      const rows = yield* dataOf(shop, { type: "array", items: objectWith(product) })
      assert.strictEqual((rows.data as ReadonlyArray<unknown>).length, 8)
      assert.deepStrictEqual((rows.data as ReadonlyArray<unknown>)[3], {
        title: "Product number 3",
        price: 13.5,
        link: "https://site.test/p/3"
      })
      assert.deepStrictEqual(rows.trace.missing, Array.from({ length: 8 }, (_, index) => `/${index}/currency`))
      const named = yield* dataOf(shop, objectWith({ results: { type: "array", items: objectWith(product) } }))
      assert.deepStrictEqual(named.data, { results: rows.data })
      assert.deepInclude(named.trace.fields, {
        pointer: "/results/3/price",
        source: "repeated",
        selector: "",
        url: "https://site.test/dir/page.html#:~:text=13.50"
      })
    }))

  it.effect("gives no value of a neighbour", () =>
    Effect.gen(function*() {
      const schema = objectWith({ sku: text, price: number })
      // Two products of which neither is that of the page, one of another page, and the products of a list.
      const others = [{ ...anvil, name: "Saw" }, { ...anvil, name: "Drill" }]
      const pages = [
        pageOf(...others),
        pageOf({ ...anvil, name: "Saw", url: "https://site.test/saw" }),
        pageOf({ "@type": "Article", headline: "Anvil", review: { "@type": "Review", sku: "B-2", price: 5 } }),
        shop
      ]
      for (const page of pages) {
        const { data, trace } = yield* dataOf(page, schema)
        assert.isNull(data)
        assert.deepStrictEqual(trace, { source: "none", wrapper: null, fields: [], missing: ["/sku", "/price"] })
      }
      const rows = yield* dataOf(pages[0] ?? "", { type: "array", items: objectWith({ isbn: text, pages: integer }) })
      assert.deepStrictEqual(rows, { data: null, trace: { source: "none", wrapper: null, fields: [], missing: [""] } })
      const exact = yield* dataOf(pageOf({ ...anvil, name: "Anvil XL", sku: "A-3" }, anvil), schema)
      assert.deepStrictEqual(exact.data, { sku: "A-1", price: 1299 })
      const own = yield* dataOf(pageOf(...others, { ...anvil, sku: "A-2" }), schema)
      assert.deepStrictEqual(own.data, { sku: "A-2", price: 1299 })
    }))

  it.effect("gives nothing of the site's owner for a page that is about something else", () =>
    Effect.gen(function*() {
      const owner = { "@type": "Organization", name: "Acme", url: "https://site.test/", logo: "/logo.png" }
      const { data } = yield* dataOf(pageOf(owner), objectWith({ name: text, price: number }))
      assert.deepStrictEqual(data, { name: "Anvil" })
      const shown = yield* dataOf(
        pageOf({ ...owner, url: undefined, telephone: "+43 1 234" }),
        objectWith({ name: text, phone: text })
      )
      assert.deepStrictEqual(shown.data, { name: "Anvil", phone: "+43 1 234" })
      const home = yield* dataOf(
        pageOf({ ...owner, url: "https://site.test/dir/page.html", telephone: "+43 1 234" }),
        objectWith({ name: text, phone: text })
      )
      assert.deepStrictEqual(home.data, { name: "Acme", phone: "+43 1 234" })
    }))

  it.effect("takes a value only in the type, the format and the choices of the schema", () =>
    Effect.gen(function*() {
      const source = pageOf({
        ...anvil,
        weight: "about 12",
        color: "red",
        productionDate: "2024-02-31T10:00:00Z",
        releaseDate: "2024-05-01T10:00:00+0200",
        award: "http://x y/",
        email: "mailto:anvil@acme.test",
        isFamilyFriendly: "https://schema.org/True",
        depth: "12,5 cm",
        width: 3.5
      })
      const schema = objectWith({
        weight: number,
        color: { enum: ["green", "blue"] },
        productionDate: { type: "string", format: "date-time" },
        releaseDate: { type: "string", format: "date-time" },
        award: uri,
        email: { type: "string", format: "email" },
        isFamilyFriendly: { type: "boolean" },
        depth: number,
        width: integer
      })
      const { data } = yield* dataOf(source, schema)
      assert.deepStrictEqual(data, {
        releaseDate: "2024-05-01T10:00:00+02:00",
        email: "anvil@acme.test",
        isFamilyFriendly: true,
        depth: 12.5
      })
    }))

  it.effect("looks up a property by its title, by labels and by the fields of extract", () =>
    Effect.gen(function*() {
      const additionalProperty = [{ "@type": "PropertyValue", name: "Härte", value: "60 HRC" }]
      const schema = objectWith({ f1: { ...number, title: "Preis" }, haerte: { ...text, title: "Härte" }, note: text })
      const { data, trace } = yield* dataOf(pageOf({ ...anvil, additionalProperty }), schema, {
        extract: [{ fields: { note: "p" } }]
      })
      assert.deepStrictEqual(data, { f1: 1299, haerte: "60 HRC", note: "Only € 1.299,00 today." })
      const script = "script[type=\"application/ld+json\"]"
      assert.deepStrictEqual(
        trace.fields.map(({ selector, source }) => [source, selector]),
        [["json-ld", script], ["json-ld", script], ["selectors", "p"]]
      )
    }))

  it.effect("completes an article by the metadata of the page", () =>
    Effect.gen(function*() {
      const source = `<html lang="en"><title>Tides</title><link rel="canonical" href="https://site.test/tides">
        <meta name="description" content="Why the sea rises."><meta name="author" content="Ada Byron">
        <meta name="keywords" content="sea, moon"><meta property="article:published_time" content="2024-05-01T10:00:00Z">
        <h1>Tides</h1><p>Twice a day.</p>`
      const { data, trace } = yield* dataOf(
        source,
        objectWith({ headline: text, author: text, summary: text, published: date, url: uri, tags: texts, lang: text })
      )
      assert.deepStrictEqual(data, {
        headline: "Tides",
        author: "Ada Byron",
        summary: "Why the sea rises.",
        published: "2024-05-01",
        url: "https://site.test/tides",
        tags: ["sea", "moon"],
        lang: "en"
      })
      assert.deepStrictEqual([...new Set(trace.fields.map(({ source }) => source))], ["metadata"])
    }))

  it.effect("is the same if the other fields of the Document are left out", () =>
    Effect.gen(function*() {
      const schema = objectWith({ headline: text, author: text, published: date, sku: text, keywords: texts })
      const source = `${pageOf(anvil)}<meta name="keywords" content="iron, heavy">`
      const whole = yield* dataOf(source, schema)
      const alone = yield* dataOf(source, schema, { fields: ["data", "trace"] })
      assert.deepStrictEqual(alone, whole)
      assert.deepStrictEqual(alone.data, { headline: "Anvil", sku: "A-1", keywords: ["iron", "heavy"] })
    }))

  it.effect("has the question of a page and its answers", () =>
    Effect.gen(function*() {
      const answer = { "@type": "Answer", text: "With a hammer.", author: { name: "Ada" }, upvoteCount: 4 }
      const question = { "@type": "Question", name: "Anvil", answerCount: 1, acceptedAnswer: answer }
      const answers = { type: "array", items: objectWith({ text, author: text, upvoteCount: integer }) }
      const { data } = yield* dataOf(
        pageOf({ "@type": "QAPage", mainEntity: question }),
        objectWith({ question: text, answers, answerCount: integer })
      )
      assert.deepStrictEqual(data, {
        question: "Anvil",
        answers: [{ text: "With a hammer.", author: "Ada", upvoteCount: 4 }],
        answerCount: 1
      })
    }))

  it.effect("does not give the address of the request as one of the page", () =>
    Effect.gen(function*() {
      const source = `<title>Anvil</title><meta property="og:type" content="product"><meta property="og:title"
        content="Anvil"><meta property="product:price:amount" content="12.00"><h1>Anvil</h1>`
      const { data } = yield* dataOf(source, objectWith({ name: text, price: number, url: uri }))
      assert.deepStrictEqual(data, { name: "Anvil", price: 12 })
    }))

  it.effect("counts its lookups on a hostile page", () =>
    Effect.gen(function*() {
      const deep = (levels: number): unknown =>
        levels === 0 ? { price: "x" } : { offers: Array.from({ length: 30 }, () => deep(levels - 1)) }
      const wide = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`key${index}`, { a: index }]))
      const many = Array.from(
        { length: 400 },
        (_, index) => ({ ...anvil, name: `Anvil ${index}`, keywords: "a,".repeat(5000) })
      )
      const source = pageOf({ ...anvil, ...wide, offers: deep(3) }, ...many)
      const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`unknown${index}`, number]))
      const rows = { type: "array", items: objectWith({ name: text, keywords: texts }) }
      const { data, trace } = yield* dataOf(source, objectWith({ ...properties, rows }))
      assert.isObject(data)
      assert.isAtMost(trace.fields.length, 2200)
      assert.isAtMost(trace.missing.length, 1000)
    }))
})

describe("the names of properties", () => {
  it("stand for a concept in several languages and spellings", () => {
    const names: Readonly<Record<string, ReadonlyArray<string>>> = {
      price: ["price", "Current-Price", "Preis", "prix", "precio", "preço", "prezzo", "цена", "価格", "价格", "가격"],
      author: ["authorName", "Autor", "auteur", "autore", "автор", "著者", "作者"],
      date_published: ["publishedAt", "datePublished", "Veröffentlicht am", "fecha de publicación", "公開日"],
      ingredients: ["recipeIngredient", "Zutaten", "ingrédients", "ingredientes", "ингредиенты"],
      postal_code: ["zipCode", "PLZ", "code postal", "郵便番号"]
    }
    for (const [concept, all] of Object.entries(names)) {
      for (const name of all) assert.strictEqual(conceptOf(name, ""), concept, name)
    }
    assert.isUndefined(conceptOf("thread_count", ""))
    assert.strictEqual(conceptOf("x1", "Kaufpreis"), undefined)
    assert.strictEqual(conceptOf("x1", "Verkaufspreis"), "price")
  })
})
