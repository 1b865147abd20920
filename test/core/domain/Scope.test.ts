import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { inScope, type Scope } from "../../../src/core/domain/options/Scope.ts"

const isIn = (scope: Scope, seed: string, url: string) => inScope(scope, new URL(seed))(new URL(url))

describe("inScope", () => {
  const seed = "https://docs.example.com/guide/start"
  const cases: ReadonlyArray<readonly [scope: Scope, url: string, isIn: boolean]> = [
    ["domain", "https://docs.example.com/", true],
    ["domain", "http://docs.example.com/", true],
    ["domain", "https://docs.example.com:8443/", false],
    ["domain", "https://www.example.com/", false],
    ["subdomains", "https://www.example.com/", true],
    ["subdomains", "https://example.com:8443/", true],
    ["subdomains", "https://example.org/", false],
    ["subdomains", "https://notexample.com/", false],
    ["prefix", "https://docs.example.com/guide/", true],
    ["prefix", "https://docs.example.com/guide/deep/er?q", true],
    ["prefix", "https://docs.example.com/guide", false],
    ["prefix", "https://docs.example.com/guidelines", false],
    ["prefix", "https://www.example.com/guide/a", false],
    ["any", "http://other.example/", true]
  ]
  for (const [scope, url, expected] of cases) {
    it(`${scope}: ${url} is ${expected ? "in" : "out"}`, () => assert.strictEqual(isIn(scope, seed, url), expected))
  }

  it("prefix is the seed's path up to and including its last /", () => {
    assert.isTrue(isIn("prefix", "https://example.com/guide/", "https://example.com/guide/a"))
    assert.isFalse(isIn("prefix", "https://example.com/guide/", "https://example.com/guide"))
    assert.isTrue(isIn("prefix", "https://example.com/guide", "https://example.com/other"))
    assert.isTrue(isIn("prefix", "https://example.com", "https://example.com/other"))
  })

  it("a host under a public suffix is a site of its own", () => {
    assert.isFalse(isIn("subdomains", "https://me.github.io/", "https://you.github.io/"))
    assert.isFalse(isIn("subdomains", "https://a.co.uk/", "https://b.co.uk/"))
  })

  it("each scope holds the seed, and the wider one whatever the narrower does", () => {
    fc.assert(fc.property(fc.webUrl(), fc.webUrl(), (seed, url) => {
      const scopes = ["prefix", "domain", "subdomains", "any"] as const
      for (const scope of scopes) assert.isTrue(isIn(scope, seed, seed))
      const verdicts = scopes.map((scope) => isIn(scope, seed, url))
      assert.deepStrictEqual(verdicts, verdicts.toSorted((a, b) => Number(a) - Number(b)))
    }))
  })
})
