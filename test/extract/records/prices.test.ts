import { assert, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import { amountIn, bareAmountIn, mayHavePrice, priceIn } from "../../../src/extract/records/price.ts"

/** Each text with its price, its currency if the text is clear about it, and the source of its notation. */
const cases: ReadonlyArray<readonly [string, number, string | null, string]> = JSON.parse(
  fs.readFileSync(new URL("prices.json", import.meta.url), "utf8")
)
const read = cases.map(([text, price, currency, source]) => {
  const found = source === "a field of its price alone" ? { price: bareAmountIn(text) } : { ...priceIn(text) }
  const isOther = "currency" in found && found.currency !== undefined && found.currency !== currency
  const outcome = typeof found.price !== "number"
    ? "unread"
    : found.price === price && !isOther
    ? "right"
    : "wrong"
  return { text, source, outcome, found }
})

describe("the table of prices", () => {
  it("has at least 300 texts", () => assert.isAtLeast(cases.length, 300))

  it("is never read as another price or currency", () => {
    assert.deepStrictEqual(read.filter(({ outcome }) => outcome === "wrong"), [])
  })

  it("is read in 95 of 100 texts", () => {
    const unread = read.filter(({ outcome }) => outcome === "unread")
    assert.isAtMost(unread.length, cases.length * 0.05, JSON.stringify(unread))
  })
})

describe("a point before three digits", () => {
  it("is of decimals in a declared price, but not in a currency without cents", () => {
    assert.deepStrictEqual(["", "COP", "KWD", "EUR"].map((currency) => amountIn("129.900", currency)), [
      129.9,
      129900,
      129.9,
      129.9
    ])
  })

  it("is not decided in a text", () => assert.isUndefined(bareAmountIn("129.900")))
})

describe("a text that has no price", () => {
  for (const text of ["Part 12-20", "R2", "S/N 1234", "Save 20%", "$1.2 million", "kr", "Р", "EURO 2024"]) {
    it(text, () => assert.isFalse(mayHavePrice(text)))
  }
})
