import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { siteTree } from "../../../src/apps/console/job/graph/site-tree.ts"
import type { LedgerRow } from "../../../src/contract/client/index.ts"

const row = (number: number, found: number | undefined, depth: number): LedgerRow => ({
  url: `https://example.com/${number}`,
  outcome: "stored",
  code: "",
  status: 200,
  depth,
  found_on: found === undefined ? "" : `https://example.com/${found}`,
  elapsed_ms: 1
})

/** Ledgers as they come and as they should not come: pages found on themselves, on later ones, on none. */
const ledgers = fc.array(fc.record({ found: fc.option(fc.nat(30)), depth: fc.nat(4) }), { maxLength: 30 })
  .map((all) => all.map(({ depth, found }, index) => row(index, found ?? undefined, depth)))

describe("the picture of a site", () => {
  it("has every page once, and each within the ring of its place", () => {
    fc.assert(fc.property(ledgers, (rows) => {
      const places = siteTree(rows)
      assert.sameMembers(places.map((place) => place.row.url), rows.map(({ url }) => url))
      for (const { x, y } of places) assert.isTrue(Number.isFinite(x) && Number.isFinite(y))
    }))
  })

  it("hangs a page on the page that it was found on, also where that one redirected", () => {
    const rows = [
      row(0, undefined, 0),
      { ...row(1, 0, 1), redirected_to: "https://example.com/moved" },
      { ...row(2, 0, 2), found_on: "https://example.com/moved" }
    ]
    assert.deepStrictEqual(siteTree(rows).map(({ parent }) => parent?.row.url), [
      undefined,
      "https://example.com/0",
      "https://example.com/1"
    ])
  })
})
