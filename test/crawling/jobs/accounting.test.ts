import { assert, describe, it } from "@effect/vitest"
import type { StoredPage } from "../../../src/core/domain/job/LedgerRow.ts"
import { account, errorBytes, maxErrors, rowBytes, withReferrer } from "../../../src/crawling/jobs/accounting.ts"
import type { PageEnd } from "../../../src/crawling/jobs/PageEnd.ts"
import { StoreBudget } from "../../../src/crawling/jobs/StoreBudget.ts"

const url = "https://site.test/page"

const end: PageEnd & { readonly row: StoredPage } = {
  row: {
    url,
    outcome: "stored",
    code: "",
    status: 200,
    depth: 1,
    found_on: "https://site.test/",
    elapsed_ms: 5,
    seen: { text: "hash" }
  },
  change: { crawled: 1, stored: 1 },
  pending: 3,
  errors: [],
  linksToFailed: []
}
const whole = rowBytes(end.row)
const { seen: _, ...unseen } = end.row
const skipped = rowBytes(unseen)
const duplicate: typeof end = {
  ...end,
  row: { ...unseen, outcome: "duplicate" },
  change: { crawled: 1, duplicates: 1 }
}

const failed: typeof end = { ...duplicate, errors: [{ url, code: "fetch_failed", message: "no" }] }

const state = { rows: 4, isCut: false, used: 0, storeBytes: 100_000, ledgerPages: 10 }
const dropped = { outcome: "skipped", change: { crawled: 1, skipped: 1 }, codes: ["store_full"], isCut: false }

describe("the parts of a settled page that are stored", () => {
  it.each(
    [
      ["a document with capacity", end, 500, {}, { outcome: "stored", bytes: 500 + whole, isCut: false, codes: [] }],
      ["a page without a document", duplicate, undefined, {}, { outcome: "duplicate", bytes: skipped, codes: [] }],
      ["a document that its store refused", end, "refused", {}, { ...dropped, bytes: whole }],
      ["a document beyond the budget", end, 99_000, {}, { ...dropped, bytes: whole }],
      ["a document beside much of its owner's", end, 5000, { used: 88_000 }, { ...dropped, bytes: whole }],
      ["an error beyond the budget", failed, undefined, { used: 108_100, isCut: true }, { bytes: 0, codes: [] }],
      ["an error beyond the documents and rows", failed, undefined, { used: 99_990, isCut: true }, {
        bytes: 0,
        codes: ["fetch_failed"]
      }],
      ["a full ledger", end, 500, { rows: 10 }, { outcome: "stored", bytes: 500, isCut: true, codes: ["ledger_full"] }],
      ["a ledger that was cut before", end, 500, { rows: 10, isCut: true }, { bytes: 500, isCut: true, codes: [] }],
      [
        "a row beyond the budget",
        duplicate,
        undefined,
        { used: 99_990 },
        { outcome: "duplicate", bytes: 0, isCut: true, codes: ["ledger_full"] }
      ]
    ] as const
  )("%s", (_, page, document, given, expected) => {
    const { isCut, ledgerPages, rows, storeBytes, used } = { ...state, ...given }
    const budget = new StoreBudget(storeBytes)
    budget.add("owner", used)
    const decided = account(page, document, { owner: "owner", rows, isCut }, budget, { ledgerPages, storeBytes })
    const { change, errors, row = end.row } = decided.end
    const codes = errors.map(({ code }) => code)
    const shown: Readonly<Record<string, unknown>> = { ...decided, outcome: row.outcome, change, codes }
    assert.deepInclude(shown, expected)
    assert.strictEqual(decided.isDocumentKept, document !== undefined && row.outcome === "stored")
    assert.strictEqual("seen" in row, "seen" in page.row)
    assert.strictEqual(budget.held, used)
  })

  it("count an error by its texts, and list a referrer once, at most ten", () => {
    assert.isAbove(errorBytes({ url, code: "fetch_failed", message: "m".repeat(300) }), 300)
    assert.strictEqual(maxErrors, 100)
    let row: StoredPage = { ...unseen, outcome: "failed" }
    for (let at = 0; at < 12; at++) {
      const page = `https://site.test/${at % 11}`
      const more = withReferrer(row, page)
      assert.strictEqual(more === undefined, at >= 10)
      row = more ?? row
    }
    assert.strictEqual(withReferrer({ ...unseen, referrers: [url] }, url), undefined)
  })
})
