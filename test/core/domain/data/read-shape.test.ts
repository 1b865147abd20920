import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { leavesOf } from "../../../../src/core/domain/data/data-shape.ts"
import { readShape } from "../../../../src/core/domain/data/read-shape.ts"

type Schema = Readonly<Record<string, unknown>>

const text = { type: "string" }
const withProperty = (property: unknown): Schema => ({ type: "object", properties: { a: property } })
const nested = (levels: number): Schema => levels === 0 ? text : withProperty(nested(levels - 1))
const wide = (count: number): Schema => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, text]))
})

/** `/properties/price/anyOf`: and the message. */
const faultsOf = (schema: Schema): Readonly<Record<string, string>> =>
  Result.match(readShape(schema), {
    onSuccess: () => ({}),
    onFailure: (faults) =>
      Object.fromEntries(faults.map(({ detail, path }) => [path.map((step) => `/${step}`).join(""), detail]))
  })

const types = "object, array, string, number, integer, boolean"
const notSupported = "is not supported; leave it out"

const refusals: ReadonlyArray<readonly [Schema, Readonly<Record<string, string>>]> = [
  [{}, { "": `needs a type: ${types}` }],
  [text, { "/type": "must be object, or array with items of type object" }],
  [{ type: "array", items: text }, { "/type": "must be object, or array with items of type object" }],
  [{ type: "array" }, { "/items": "must be given for type array" }],
  [{ type: "object" }, { "/properties": "must have a property" }],
  [{ type: "object", properties: {} }, { "/properties": "must have a property" }],
  [withProperty({}), { "/properties/a": `needs a type: ${types}` }],
  [withProperty({ anyOf: [text] }), { "/properties/a/anyOf": notSupported }],
  [withProperty({ type: "string", pattern: "a+", minLength: 3 }), {
    "/properties/a/pattern": notSupported,
    "/properties/a/minLength": notSupported
  }],
  [withProperty({ tipe: "string", type: "string" }), {
    "/properties/a/tipe": "is not supported; the nearest keyword is type"
  }],
  [{ ...withProperty(text), additionalProperties: false }, { "/additionalProperties": notSupported }],
  [withProperty(true), { "/properties/a": "must be a schema, which is an object" }],
  [withProperty({ type: "null" }), {
    "/properties/a/type": `must be one of ${types}, or one of them with "null" in a list`
  }],
  [withProperty({ type: ["string", "number"] }), {
    "/properties/a/type": `must be one of ${types}, or one of them with "null" in a list`
  }],
  [withProperty({ type: "string", format: "ipv4" }), {
    "/properties/a/format": "must be one of date, date-time, uri, email"
  }],
  [withProperty({ type: "number", format: "date" }), { "/properties/a/format": "is only for type string" }],
  [withProperty({ type: "string", items: text }), { "/properties/a/items": "is only for type array" }],
  [{ ...withProperty(text), enum: [["deep"]] }, { "/enum": "is only for values" }],
  [{ type: "array", items: withProperty(text), const: [] }, { "/const": "is only for values" }],
  [withProperty({ type: "string", enum: [] }), { "/properties/a/enum": "must be a list of values of type string" }],
  [withProperty({ type: "string", enum: ["a", 5] }), {
    "/properties/a/enum": "must be a list of values of type string"
  }],
  [withProperty({ type: "integer", const: 1.5 }), { "/properties/a/const": "must be a value of type integer" }],
  [withProperty({ type: "string", enum: ["a"], const: "a" }), { "/properties/a/const": "must not be beside enum" }],
  [withProperty({ type: "string", title: 5 }), { "/properties/a/title": "must be a text" }],
  [withProperty({ type: "array", items: { type: "array", items: text } }), {
    "/properties/a/items": "must not be an array itself"
  }],
  [{ ...withProperty(text), required: ["a", "b"] }, { "/required/1": "is not a property" }],
  [{ ...withProperty(text), required: "a" }, { "/required": "must be a list of names of properties" }],
  [withProperty({ $ref: "https://x.example/schema" }), {
    "/properties/a/$ref": "must be local, such as #/$defs/Offer"
  }],
  [withProperty({ $ref: "#/$defs/Offer" }), { "/properties/a/$ref": "names no entry of $defs" }],
  [{ ...withProperty({ $ref: "#/$defs/T", type: "string" }), $defs: { T: text } }, {
    "/properties/a/type": "must not be beside $ref"
  }],
  [{ ...withProperty(text), $defs: { T: { type: "string", maxLength: 5 } } }, { "/$defs/T/maxLength": notSupported }],
  [withProperty({ ...withProperty(text), $defs: {} }), { "/properties/a/$defs": "belongs to the root of the schema" }],
  [JSON.parse(`{"type":"object","properties":{"__proto__":{"type":"string"}}}`), {
    "/properties/__proto__": "cannot be the name of a property"
  }],
  [wide(65), { "": "has more than 64 values" }],
  [nested(5), { "/properties/a/properties/a/properties/a/properties/a/properties/a": "nests deeper than 4 levels" }],
  // Circles, by way of a property, of items and of nothing.
  [{ ...withProperty({ $ref: "#/$defs/T" }), $defs: { T: withProperty({ $ref: "#/$defs/T" }) } }, {
    "/$defs/T/properties/a": "nests deeper than 4 levels"
  }],
  [{ ...withProperty({ $ref: "#/$defs/T" }), $defs: { T: { type: "array", items: { $ref: "#/$defs/T" } } } }, {
    "/$defs/T/items": "nests deeper than 4 levels"
  }],
  [{ $ref: "#/$defs/T", $defs: { T: { $ref: "#/$defs/T" } } }, { "/$defs/T": "nests deeper than 4 levels" }]
]

describe("a schema of data", () => {
  it("is refused with the place of each fault", () => {
    for (const [schema, faults] of refusals) {
      assert.deepStrictEqual(faultsOf(schema), faults, JSON.stringify(schema).slice(0, 200))
    }
  })

  it("is read with its references, without null", () => {
    const schema = {
      title: "Product",
      description: "One product.",
      type: ["object", "null"],
      properties: {
        price: { type: ["number", "null"], description: "In euros" },
        state: { enum: ["new", "used", null] },
        offers: { type: "array", items: { $ref: "#/$defs/Offer" } },
        released: { type: "string", format: "date", title: "Released" }
      },
      required: ["price"],
      $defs: { Offer: { properties: { seller: { type: "string" }, is_new: { const: true } } } }
    }
    const leaf = { _tag: "Leaf", title: "", format: undefined, choices: undefined }
    assert.deepStrictEqual<unknown>(Result.getOrUndefined(readShape(schema)), {
      _tag: "Object",
      title: "Product",
      properties: [
        ["price", { ...leaf, kind: "number" }],
        ["state", { ...leaf, kind: "string", choices: ["new", "used"] }],
        ["offers", {
          _tag: "Array",
          title: "",
          items: {
            _tag: "Object",
            title: "",
            properties: [
              ["seller", { ...leaf, kind: "string" }],
              ["is_new", { ...leaf, kind: "boolean", choices: [true] }]
            ]
          }
        }],
        ["released", { ...leaf, kind: "string", title: "Released", format: "date" }]
      ]
    })
  })

  it("has up to 64 values in 4 levels", () => {
    assert.deepStrictEqual(Result.map(readShape(wide(64)), leavesOf), Result.succeed(64))
    assert.deepStrictEqual(Result.map(readShape(nested(4)), leavesOf), Result.succeed(1))
    const rows = { type: "array", items: nested(4) }
    assert.deepStrictEqual(Result.map(readShape(rows), leavesOf), Result.succeed(1))
  })

  it("is read in bounded time, however its references multiply", () => {
    const manyOf = (name: string) =>
      Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, { $ref: `#/$defs/${name}` }]))
    const wrong = { type: "string", pattern: "a" }
    const schema = {
      type: "object",
      properties: manyOf("A"),
      $defs: {
        A: { type: "object", properties: manyOf("B") },
        B: { type: "object", properties: manyOf("C") },
        C: { type: "object", properties: { ...manyOf("D") } },
        D: wrong
      }
    }
    assert.hasAllKeys(faultsOf(schema), ["/$defs/D/pattern", ""])
  })
})
