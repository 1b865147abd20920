import { assert, describe, it } from "@effect/vitest"
import { clampBudget, isFinal } from "../../src/domain/Job.ts"

describe("clampBudget", () => {
  const ceiling = { maxPages: 10_000, maxDepth: 20 }

  it("gives what was asked for, up to the ceiling", () => {
    assert.deepStrictEqual(clampBudget({ max_pages: 7, max_depth: 0 }, ceiling), { max_pages: 7, max_depth: 0 })
    assert.deepStrictEqual(clampBudget({ max_pages: 10_001, max_depth: 21 }, ceiling), {
      max_pages: 10_000,
      max_depth: 20
    })
  })

  it("gives 100 pages and a depth of 3 where nothing was asked for, or less where the ceiling is lower", () => {
    assert.deepStrictEqual(clampBudget({}, ceiling), { max_pages: 100, max_depth: 3 })
    assert.deepStrictEqual(clampBudget({}, { maxPages: 5, maxDepth: 1 }), { max_pages: 5, max_depth: 1 })
  })
})

it("done, failed and cancelled are final, queued and running are not", () => {
  assert.deepStrictEqual((["queued", "running", "done", "failed", "cancelled"] as const).map(isFinal), [
    false,
    false,
    true,
    true,
    true
  ])
})
