import { assert, describe, it } from "@effect/vitest"
import { compact } from "../../../src/core/kernel/compact.ts"

describe("compact", () => {
  it("leaves out what is undefined, and nothing else", () => {
    const fields: { readonly a: number; readonly b?: string; readonly c?: boolean } = compact({
      a: 0,
      b: undefined as string | undefined,
      c: false as boolean | undefined
    })
    assert.deepStrictEqual(fields, { a: 0, c: false })
    assert.isFalse("b" in fields)
    assert.deepStrictEqual(compact({ none: null, empty: "" }), { none: null, empty: "" })
  })
})
