import { assert, layer } from "@effect/vitest"
import formats from "ajv-formats"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect, Predicate } from "effect"
import * as fc from "fast-check"
import { Extractor } from "../../../../src/extract/Extractor.ts"
import { dataOf, jsonLd, type Schema } from "./data-of.ts"

const names = "name Preis price brand rating reviews offers images date url in_stock x".split(" ")
const keys =
  "name headline price offers brand aggregateRating ratingValue review image url date datePublished availability author @id @type value additionalProperty x"
    .split(" ")

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    { type: "string" },
    { type: ["string", "null"] },
    { type: "number" },
    { type: "integer" },
    { type: "boolean" },
    { type: "string", format: "date" },
    { type: "string", format: "date-time" },
    { type: "string", format: "uri" },
    { type: "string", format: "email" },
    { enum: ["in_stock", "sold out"] },
    { const: 4 }
  )
)

const object = (property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc.dictionary(fc.constantFrom(...names), property, { minKeys: 1, maxKeys: 6 }).map((properties) => ({
    type: "object",
    properties
  }))
const part = fc.oneof(leaf, object(leaf), leaf.map((items) => ({ type: "array", items })))
const schemas = fc.oneof(
  object(fc.oneof(part, object(part).map((items) => ({ type: "array", items })))),
  object(part).map((items) => ({ type: "array", items }))
)

const scalar = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    "4.5",
    "1.299,00 €",
    "12 kg",
    "https://schema.org/InStock",
    "Sold Out",
    "True",
    "a@b.test",
    "/a?c"
  ),
  fc.constantFrom(
    "2024-05-01",
    "2024-05-01T10:00:00Z",
    "2024-02-30T10:00:00+02:00",
    "May 1, 2024",
    "4/5",
    "1000.50",
    "-3"
  ),
  fc.integer({ min: -5, max: 10_000 }),
  fc.boolean(),
  fc.constant(null)
)
const { thing } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("thing")),
  thing: fc.dictionary(fc.constantFrom(...keys), tie("value"), { minKeys: 1, maxKeys: 8 })
}))
/** A product, some of whose properties a random thing replaces. */
const whole = {
  name: "Anvil",
  brand: { "@type": "Brand", name: "Acme" },
  offers: { price: "1.299,00", availability: "https://schema.org/InStock" },
  aggregateRating: { ratingValue: 4.5 },
  review: [{ author: { name: "Ada" }, reviewRating: { ratingValue: "4" }, datePublished: "2024-05-01" }],
  image: ["/a.jpg", { url: "b.jpg" }],
  url: "/anvil"
}
const declared = fc.record({ type: fc.constantFrom("Product", "Article", "Event", ""), fields: thing }).map(
  ({ fields, type }) => ({ ...whole, ...Object(fields), "@type": type })
)

/** Letters and digits: the forms of numbers, dates and addresses differ in the rest. */
const folded = (value: unknown): string => String(value).toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

const leavesOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value)
    ? value.flatMap(leavesOf)
    : Predicate.isObject(value)
    ? Object.values(value).flatMap(leavesOf)
    : [value]

const base = /^https:\/\/site\.test\/(?:dir\/)?/

/** Texts of the page and its address, and the other forms of its dates and truths. */
const standsOn = (page: string, value: unknown): boolean =>
  page.includes(folded(value)) || page.includes(folded(String(value).replace(base, ""))) || value === true ||
  value === false || String(value) === "2024-05-01" ||
  (typeof value === "number" && page.includes(folded(value.toFixed(2))))

layer(Extractor.layerInline)("data of any page by any schema", (it) => {
  it.effect("is an instance of the schema, with values that the page has, and a source for each", () =>
    Effect.gen(function*() {
      const run = Effect.runSyncWith(yield* Effect.context<Extractor>())
      const found = { values: 0 }
      const ajv = new Ajv2020({ strict: false })
      formats.default(ajv)
      const property = fc.property(schemas, fc.array(declared, { maxLength: 4 }), (schema, things) => {
        const source = `<title>Anvil</title><h1>Anvil</h1>${things.map(jsonLd).join("")}`
        const { data, trace } = run(dataOf(source, schema))
        if (data !== null) assert.isTrue(ajv.validate(schema, data), JSON.stringify([data, ajv.errors]))
        const leaves = data === null ? [] : leavesOf(data)
        const page = folded(`${source.replaceAll("\\\"", "\"")}https://site.test/dir/page.html`)
        for (const value of leaves) assert.isTrue(standsOn(page, value), `${String(value)} of ${source}`)
        assert.strictEqual(trace.fields.length, leaves.length)
        found.values += leaves.length
      })
      fc.assert(property, { numRuns: 300, seed: 7 })
      assert.isAbove(found.values, 100)
    }))
})
