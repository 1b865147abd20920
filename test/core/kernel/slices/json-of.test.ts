import { assert, describe, it } from "@effect/vitest"
import { jsonOf } from "../../../../src/core/kernel/slices/json-of.ts"
import { allSlices } from "../../../support/all-slices.ts"

describe("the JSON of an object in slices", () => {
  it("is that of JSON.stringify", () => {
    const objects = [
      {},
      { list: [] },
      { list: [1, undefined, null, "a\"b", { c: [2] }], left: undefined, "quo\"te": "x", last: { list: [undefined] } },
      { left: undefined, list: [[1], [], {}] }
    ]
    for (const object of objects) assert.strictEqual(allSlices(jsonOf(object)), JSON.stringify(object))
  })

  it("has a slice for each element", () => {
    let slices = 0
    for (const _ of jsonOf({ list: Array.from({ length: 100 }, (_, index) => index) })) slices++
    assert.isAtLeast(slices, 100)
  })
})
