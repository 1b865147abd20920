import { assert, describe, it } from "@effect/vitest"
import { PageTime } from "../../../src/extract/workers/PageTime.ts"

describe("the time of a page", () => {
  it("is over when its reader has worked for longer than the limit, not when it had to wait", () => {
    const time = new PageTime()
    // As another thread has it.
    const guard = new PageTime(time.shared)
    assert.isFalse(guard.isOver(1e9, 1e9))
    time.begin(15_000, 1000, 500)
    assert.isFalse(guard.isOver(16_000, 15_500))
    assert.isFalse(guard.isOver(60_000, 5000), "the machine was busy")
    assert.isFalse(guard.isOver(9000, 20_000), "several threads worked")
    assert.isTrue(guard.isOver(20_000, 15_501))
    time.end()
    assert.isFalse(guard.isOver(20_000, 15_501))
  })
})
