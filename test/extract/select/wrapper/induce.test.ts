import { assert, describe, it } from "@effect/vitest"
import { parseHtml } from "../../../../src/extract/dom/parse-html.ts"
import { induce } from "../../../../src/extract/select/wrapper/induce/induce.ts"
import type { Example } from "../../../../src/extract/select/wrapper/induce/LayoutPage.ts"
import { runRules } from "../../../../src/extract/select/wrapper/run-rules.ts"

const schema = {
  type: "object",
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    brand: { type: "string" },
    released: { type: "string", format: "date" },
    image: { type: "string", format: "uri" },
    reviews: {
      type: "array",
      items: { type: "object", properties: { author: { type: "string" }, stars: { type: "integer" } } }
    }
  }
}

interface Product {
  readonly name: string
  readonly price: number
  readonly brand?: string
  readonly released: string
  readonly reviews: ReadonlyArray<readonly [string, number]>
}

const page = ({ brand, name, price, released, reviews }: Product): string =>
  `<!doctype html><html><head><title>${name} | Shop</title></head><body>
<nav><a href="/">Home</a></nav>
<main class="detail"><h1>${name}</h1><img class="photo" src="/img/${name}.jpg">
<p class="price">${price.toFixed(2).replace(".", ",")} €</p>
<table>${brand === undefined ? "" : `<tr><th>Brand:</th><td>${brand}</td></tr>`}
<tr><th>Released</th><td>${released}</td></tr></table>
<ul>${reviews.map(([author, stars]) => `<li><b>${author}</b> gave ${stars} stars</li>`).join("")}</ul></main>
<section class="related"><div><h3>Bolt</h3><p class="price">3,20 €</p></div></section></body></html>`

const products: ReadonlyArray<Product> = [
  { name: "Anvil", price: 129.9, brand: "Acme", released: "2024-05-01", reviews: [["Ada", 4], ["Bo", 5]] },
  { name: "Hammer", price: 19, released: "2023-11-30", reviews: [["Cy", 3]] },
  { name: "Tongs", price: 24.5, brand: "Forge", released: "2025-01-15", reviews: [["Di", 1], ["Ed", 2], ["Flo", 5]] },
  { name: "Bellows", price: 89, brand: "Wind", released: "2022-02-02", reviews: [] }
]

const dataOf = ({ brand, name, price, released, reviews }: Product) => ({
  name,
  price,
  ...(brand === undefined ? {} : { brand }),
  released,
  image: `https://shop.test/img/${name}.jpg`,
  ...(reviews.length === 0 ? {} : { reviews: reviews.map(([author, stars]) => ({ author, stars })) })
})

const urlOf = ({ name }: Product): string => `https://shop.test/p/${name}`

const example = (product: Product): Example => ({
  page: page(product),
  url: urlOf(product),
  data: dataOf(product)
})

const run = (rules: Parameters<typeof runRules>[0], product: Product) => {
  const url = new URL(urlOf(product))
  return runRules(rules, schema, { html: parseHtml(page(product)), url, baseUrl: url })
}

describe("rules learnt from examples", () => {
  it("give the data of pages that they have not seen", () => {
    const { fields, problem, rules } = induce(schema, products.slice(0, 2).map(example))
    assert.isNull(problem)
    assert.isNotNull(rules)
    for (const product of products) assert.deepStrictEqual(run(rules!, product).data, dataOf(product))
    assert.deepStrictEqual(fields.map(({ pointer }) => pointer), [
      "/name",
      "/price",
      "/brand",
      "/released",
      "/image",
      "/reviews/*/author",
      "/reviews/*/stars"
    ])
    assert.isTrue(fields.every(({ agreement }) => agreement === 1))
  })

  it("name the source of each value, and what is missing", () => {
    const { rules } = induce(schema, products.slice(0, 2).map(example))
    const { fields, missing } = run(rules!, products[1]!)
    assert.deepStrictEqual(missing, ["/brand"])
    const name = fields.find(({ pointer }) => pointer === "/name")
    assert.deepStrictEqual(name, {
      pointer: "/name",
      source: "wrapper",
      selector: ".detail h1",
      url: "https://shop.test/p/Hammer#:~:text=Hammer"
    })
  })
})

describe("texts for yes and no", () => {
  it("are learnt where they always come with the same value", () => {
    const flags = { type: "object", properties: { open: { type: "boolean" } } }
    const entry = (word: string, n: number) =>
      `<!doctype html><h1>Entry ${n}</h1><p class="state">${word}</p><p>Seen ${n} times</p>`
    const examples = [["Doors wide", true], ["Doors shut", false], ["Doors wide", true]] as const
    const { problem, rules } = induce(
      flags,
      examples.map(([word, open], n) => ({ page: entry(word, n), url: `https://shop.test/${n}`, data: { open } }))
    )
    assert.isNull(problem)
    const url = new URL("https://shop.test/9")
    const read = (word: string) => runRules(rules!, flags, { html: parseHtml(entry(word, 9)), url, baseUrl: url }).data
    assert.deepStrictEqual([read("Doors shut"), read("doors wide"), read("Doors ajar")], [
      { open: false },
      { open: true },
      null
    ])
  })
})

describe("faults of examples", () => {
  const withData = (data: unknown) => [{ ...example(products[0]!), data }]
  const problemOf = (examples: ReadonlyArray<Example>) => induce(schema, examples).problem

  it("are named", () => {
    assert.include(
      problemOf(withData({ name: "Anvil", colour: "red" })),
      "Example 1 (https://shop.test/p/Anvil): /colour"
    )
    assert.include(problemOf(withData({ price: "129" })), "/price is not a number")
    assert.include(problemOf(withData({ name: "Anvil", price: 77 })), "the value 77 of /price is not on its page")
    const elsewhere = { ...example(products[1]!), url: "https://other.test/" }
    assert.include(problemOf([example(products[0]!), elsewhere]), "another host")
    const list = induce({ type: "array", items: schema }, withData({ name: "Anvil" }))
    assert.include(list.problem, "Example 1 (https://shop.test/p/Anvil): data is not an array.")
  })

  it("leave the other fields", () => {
    const { fields, rules } = induce(schema, withData({ name: "Anvil", price: 77 }))
    assert.isNotNull(rules)
    assert.deepStrictEqual(fields.map(({ pointer }) => pointer), ["/name"])
  })
})
