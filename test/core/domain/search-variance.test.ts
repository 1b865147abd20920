import { assert, describe, it } from "@effect/vitest"
import { equivalentForm, searchVariance } from "../../../src/core/domain/search-variance.ts"

/** Whether a field makes one page of two URLs. */
const areEquivalent = (field: string, one: string, other: string): boolean => {
  const variance = searchVariance(field)
  assert.isDefined(variance, field)
  return equivalentForm(new URL(one), variance) === equivalentForm(new URL(other), variance)
}

/** The examples of draft-ietf-httpbis-no-vary-search-05. */
describe("No-Vary-Search", () => {
  it("is read as in section 5.1.2.1", () => {
    const none = { allBut: new Set<string>(), isOrdered: true }
    const all = { only: new Set<string>(), isOrdered: true }
    const isX = { only: new Set(["x"]), isOrdered: true }
    for (
      const [field, variance] of [
        ["params", all],
        ["params=(\"a\")", { allBut: new Set(["a"]), isOrdered: true }],
        ["params, except=(\"x\")", isX],
        ["params=?1", all],
        ["key-order=?1", { allBut: new Set<string>(), isOrdered: false }],
        ["key-order", { allBut: new Set<string>(), isOrdered: false }],
        ["params, key-order, except=(\"x\")", { ...isX, isOrdered: false }],
        ["params=?0", none],
        ["params=()", none],
        ["key-order=?0", none],
        ["unknown-key", none]
      ] as const
    ) assert.deepStrictEqual(searchVariance(field), variance, field)
  })

  it("is ignored whole where section 5.1.2.1 calls it invalid", () => {
    for (
      const field of [
        "key-order=\"not a boolean\"",
        "params=\"not a boolean or inner list\"",
        "params=(not-a-string)",
        "params=(\"a\"), except=(\"x\")",
        "params=(), except=()",
        "params=?0, except=(\"x\")",
        "params, except=(not-a-string)",
        "params, except=\"not an inner list\"",
        "params, except=?1",
        "except=(\"x\")",
        "except=()",
        "params=(\"é\")",
        "params=(",
        `params=("${"a".repeat(5000)}")`
      ]
    ) assert.isUndefined(searchVariance(field), field)
  })

  it("names parameters in percent-encoding, as in section 5.2.1", () => {
    const [first = "", ...others] = ["?é 気=1", "?é+気=2", "?%C3%A9%20気=3", "?%C3%A9+%E6%B0%97=4"]
      .map((query) => `https://example.com/${query}`)
    for (const other of others) assert.isTrue(areEquivalent("params=(\"%C3%A9+%E6%B0%97\")", first, other), other)
    for (const name of ["a&b", "a=b", "?a", "a%26b"]) {
      const query = `https://example.com/?${new URLSearchParams([[decodeURIComponent(name), "1"]]).toString()}`
      assert.isTrue(areEquivalent(`params=("${name}")`, query, "https://example.com/"), name)
    }
  })

  it("compares parsed queries, as in section 6.1", () => {
    for (
      const [one, other] of [
        ["", "?"],
        ["?a=x", "?%61=%78"],
        ["?a=é", "?a=%C3%A9"],
        ["?a=%f6", "?a=%ef%bf%bd"],
        ["?a=x&&&&", "?a=x"],
        ["?a=", "?a"],
        ["?a=%20", "?a=+"],
        ["?a=%20", "?a= &"]
      ] as const
    ) {
      const urls = [`https://example.com/${one}`, `https://example.com/${other}`] as const
      assert.isTrue(areEquivalent("key-order", ...urls), `${one} ${other}`)
      const isNormalized = new Set(["?%61=%78", "?a=%C3%A9"]).has(other)
      assert.strictEqual(areEquivalent("params=?0", ...urls), isNormalized, `${one} ${other}`)
    }
  })

  it("counts order, values and repetitions of the parameters that are left", () => {
    const at = (query: string, host = "example.com/") => `https://${host}?${query}`
    assert.isTrue(areEquivalent("key-order", at("b=2&a=1&a=0"), at("a=1&b=2&a=0")))
    assert.isFalse(areEquivalent("key-order", at("a=1&a=0"), at("a=0&a=1")))
    assert.isFalse(areEquivalent("params=(\"b\")", at("a=1&c=1"), at("c=1&a=1")))
    assert.isTrue(areEquivalent("params=(\"b\")", at("a=1&b=1"), at("b=2&a=1")))
    assert.isTrue(areEquivalent("params, except=(\"a\")", at("a=1&b=1"), at("c=2&a=1")))
    assert.isFalse(areEquivalent("params, except=(\"a\")", at("a=1"), at("a=2")))
    assert.isFalse(areEquivalent("params", at("a=1"), at("a=1", "example.com/other")))
    assert.isFalse(areEquivalent("params", at("a=1"), at("a=1", "other.example/")))
  })
})
