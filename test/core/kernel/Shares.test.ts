import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Shares } from "../../../src/core/kernel/fair/Shares.ts"

const owners = ["a", "b", "c", "d"]

/** Takes as much as the owner may have. */
const fill = (shares: Shares, owner: string): number => {
  while (shares.allows(owner)) shares.take(owner)
  return shares.of(owner)
}

describe("shares", () => {
  it("give a single owner all units and nothing of the reserve", () => {
    for (const units of [1, 2, 16, 64]) {
      assert.strictEqual(fill(new Shares({ units, reserve: units }), "a"), units)
    }
  })

  it("give an owner who arrives up to its equal share while another holds all units", () => {
    const shares = new Shares({ units: 16, reserve: 16 })
    fill(shares, "hog")
    assert.deepStrictEqual(["b", "c", "d", "e", "f"].map((owner) => fill(shares, owner)), [8, 4, 2, 1, 1])
    assert.isFalse(shares.allows("g"))
    shares.release("hog")
    assert.deepStrictEqual(["hog", "b", "f", "g"].filter((owner) => shares.allows(owner)), ["g"])
  })

  it("grow and shrink by any amounts, and never past the capacity by more than one", () =>
    fc.assert(fc.property(
      fc.record({ units: fc.integer({ min: 1, max: 100 }), reserve: fc.integer({ min: 1, max: 100 }) }),
      fc.array(fc.tuple(fc.constantFrom(...owners), fc.integer({ min: -20, max: 20 }))),
      (capacity, steps) => {
        const shares = new Shares(capacity)
        for (const [owner, step] of steps) {
          if (step < 0) shares.release(owner, Math.min(-step, shares.of(owner)))
          else if (shares.allows(owner, step)) shares.take(owner, step)
          assert.strictEqual(shares.total, owners.reduce((sum, each) => sum + shares.of(each), 0))
          assert.isBelow(shares.total, capacity.units + capacity.reserve + 20)
          // Only owners with nothing get the last unit, and they get it at once.
          for (const each of owners) {
            const isFree = shares.total < capacity.units + capacity.reserve
            if (shares.of(each) === 0) assert.strictEqual(shares.allows(each), isFree)
          }
        }
      }
    )))
})
