import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"
import { Statements } from "../../../../src/crawling/stores/shared/Statements.ts"
import { Fts5Index, indexedPages } from "../../../../src/crawling/stores/shared/terms/Fts5Index.ts"
import { planRetrieval } from "../../../../src/crawling/stores/shared/terms/retrieval-plan.ts"

const frequencies = (numbers: Readonly<Record<string, number>>) =>
  Object.entries(numbers).map(([term, pages]) => ({ term, pages }))

describe("planRetrieval", () => {
  it("compares all pages with any term if these are few, else those with the rare terms", () => {
    assert.deepStrictEqual(planRetrieval(frequencies({ a: 500, b: 0, c: 20 }), 1000, 1000), {
      required: ["c", "a"],
      optional: [],
      needsAll: false,
      share: 1
    })
    assert.deepStrictEqual(planRetrieval(frequencies({ a: 5000, b: 300, c: 20 }), 10_000, 1000), {
      required: ["c", "b"],
      optional: ["a"],
      needsAll: false,
      share: 1
    })
    assert.isUndefined(planRetrieval(frequencies({ a: 0 }), 10, 1000))
  })

  it("compares pages with several frequent terms, and of one the first pages", () => {
    const plan = planRetrieval(frequencies({ a: 20_000, b: 10_000, c: 60_000 }), 1_000_000, 1000)
    assert.deepInclude(plan, { required: ["b", "a"], optional: ["c"], needsAll: true, share: 1 })
    assert.deepInclude(planRetrieval(frequencies({ a: 50_000 }), 100_000, 1000), {
      required: ["a"],
      needsAll: true,
      share: 0.02
    })
  })
})

const newIndex = (maxPages: number) => {
  const sql = new Statements(new DatabaseSync(":memory:"))
  sql.once(indexedPages)
  return { sql, index: new Fts5Index(sql, maxPages) }
}

const tables = (sql: Statements) => sql.once("SELECT name FROM sqlite_schema WHERE name LIKE 'terms_%'").length

describe("Fts5Index", () => {
  it("finds a page with rare and frequent terms among very many", () => {
    const { index } = newIndex(50)
    for (let n = 0; n < 400; n++) {
      index.add(1, n, `page often ${n % 2 === 0 ? "even" : "odd"} n${n}${n === 333 ? " needle =3" : ""}`)
    }
    assert.deepStrictEqual(index.search(1, ["needle"], 5).documents, [333])
    assert.deepStrictEqual(index.search(1, ["often", "odd", "needle"], 5).documents, [333])
    assert.deepStrictEqual(index.search(1, ["page", "even", "n222"], 1).documents, [222])
    const { documents, frequencies } = index.search(1, ["odd", "often"], 400)
    assert.deepStrictEqual(frequencies, [200, 400])
    assert.isNotEmpty(documents)
    assert.isAtMost(documents.length, 60)
    assert.isTrue(documents.every((document) => typeof document === "number" && document % 2 === 1))
  })

  it("deletes the index of a job without a trace, and that of no other", () => {
    const { index, sql } = newIndex(50)
    index.add(1, 0, "harbour")
    index.add(12, 0, "harbour")
    assert.isAbove(tables(sql), 0)
    index.drop(1)
    index.drop(3)
    assert.deepStrictEqual(index.search(1, ["harbour"], 5), { pages: 0, frequencies: [0], documents: [] })
    assert.deepStrictEqual(index.search(12, ["harbour"], 5).documents, [0])
    index.drop(12)
    assert.strictEqual(tables(sql), 0)
    assert.strictEqual(sql.count("SELECT count(*) FROM indexed_pages"), 0)
  })
})
