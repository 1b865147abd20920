import { assert, describe, it } from "@effect/vitest"
import { account, errorBytes, rowBytes } from "../../../src/crawling/jobs/accounting.ts"
import type { PageEnd } from "../../../src/crawling/jobs/PageEnd.ts"
import { StoreBudget } from "../../../src/crawling/jobs/StoreBudget.ts"

const page = {
  row: {
    url: "https://example.com/a",
    outcome: "stored" as const,
    code: "",
    status: 200,
    depth: 1,
    found_on: "https://example.com/",
    elapsed_ms: 3,
    seen: { text: "hash" }
  },
  change: { crawled: 1, stored: 1 },
  pending: 4,
  errors: [],
  linksToFailed: []
} satisfies PageEnd
const skippedRow = { ...page.row, outcome: "skipped", code: "store_full" } as const

const accounted = (
  { document, held = 0, isCut = false, rows = 0 }: {
    readonly document?: number | "refused"
    readonly held?: number
    readonly rows?: number
    readonly isCut?: boolean
  }
) => {
  const budget = new StoreBudget(16_000)
  budget.add("other", held)
  return account(page, document, { owner: "a", rows, isCut }, budget, { ledgerPages: 2, storeBytes: 16_000 })
}

describe("the account of a page", () => {
  it("keeps row and document while there is capacity", () => {
    const { bytes, end, ...kept } = accounted({ document: 500 })
    assert.deepStrictEqual(kept, { isDocumentKept: true, isRowKept: true, isCut: false })
    assert.deepStrictEqual(end, page)
    assert.strictEqual(bytes, 500 + rowBytes(page.row))
  })

  it("has no document for a page without one", () => {
    const { end, isDocumentKept } = accounted({ held: 15_500 })
    assert.isFalse(isDocumentKept)
    assert.deepStrictEqual(end, page)
  })

  for (
    const [name, given] of Object.entries(
      {
        "finds no capacity": { document: 500, held: 14_900 },
        "is refused by the document store": { document: "refused" }
      } as const
    )
  ) {
    it(`skips a page whose document ${name}, and keeps what a later crawl compares`, () => {
      const { bytes, end, isDocumentKept, isRowKept } = accounted(given)
      assert.isFalse(isDocumentKept)
      assert.isTrue(isRowKept)
      assert.deepStrictEqual(end.row, skippedRow)
      assert.deepStrictEqual(end.change, { crawled: 1, skipped: 1 })
      assert.deepStrictEqual(end.errors.map(({ code }) => code), ["store_full"])
      assert.strictEqual(bytes, rowBytes(skippedRow))
    })
  }

  it("counts a page past the end of the ledger, and reports that once", () => {
    const first = accounted({ document: 500, rows: 2 })
    assert.isFalse(first.isRowKept)
    assert.isTrue(first.isCut)
    assert.strictEqual(first.bytes, 500)
    assert.deepStrictEqual(first.end.errors.map(({ code }) => code), ["ledger_full"])
    assert.isAbove(errorBytes(first.end.errors[0] ?? assert.fail("no error")), 128)
    const second = accounted({ document: 500, rows: 2, isCut: true })
    assert.isFalse(second.isRowKept)
    assert.deepStrictEqual(second.end.errors, [])
  })

  it("lists nothing more when all bytes are used, and says so", () =>
    assert.deepStrictEqual(accounted({ held: 15_990 }).end.errors.map(({ code }) => code), ["ledger_full"]))
})
