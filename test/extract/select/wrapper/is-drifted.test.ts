import { assert, describe, it } from "@effect/vitest"
import { isDrifted } from "../../../../src/extract/select/wrapper/is-drifted.ts"

describe("isDrifted", () => {
  it("needs five pages", () => {
    assert.isFalse(isDrifted({ filled: 100, pages: 100 }, { filled: 0, pages: 4 }))
    assert.isTrue(isDrifted({ filled: 100, pages: 100 }, { filled: 0, pages: 5 }))
  })

  it("knows that three examples say little about an optional field", () => {
    assert.isFalse(isDrifted({ filled: 3, pages: 3 }, { filled: 3, pages: 20 }))
    assert.isFalse(isDrifted({ filled: 3, pages: 3 }, { filled: 0, pages: 5 }))
    assert.isTrue(isDrifted({ filled: 3, pages: 3 }, { filled: 0, pages: 20 }))
  })

  it("is false while at least half of the share is there", () => {
    assert.isFalse(isDrifted({ filled: 30, pages: 30 }, { filled: 15, pages: 30 }))
    assert.isTrue(isDrifted({ filled: 30, pages: 30 }, { filled: 3, pages: 30 }))
    assert.isFalse(isDrifted({ filled: 0, pages: 30 }, { filled: 0, pages: 30 }))
  })
})
