import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  addEvidence,
  type ChangeEvidence,
  changeRate,
  noEvidence,
  upperRate
} from "../../../../src/crawling/crawl/revisit/change-rate.ts"

const days = fc.double({ min: 0.01, max: 60, noNaN: true })
const prior = fc.double({ min: 0.001, max: 10, noNaN: true })
const evidence: fc.Arbitrary<ChangeEvidence> = fc
  .array(fc.record({ days, isChanged: fc.boolean() }), { maxLength: 60 })
  .map((visits) => visits.reduce(withInterval, noEvidence))

const withInterval = (
  to: ChangeEvidence,
  { days, isChanged }: { readonly days: number; readonly isChanged: boolean }
) =>
  addEvidence(
    to,
    isChanged ? { changes: 1, changedDays: days, sameDays: 0 } : { changes: 0, changedDays: 0, sameDays: days }
  )

/** The tolerance of the solution. */
const nearly = 1.005

describe("the change rate", () => {
  it("is the prior without evidence, and positive and finite with any", () => {
    fc.assert(fc.property(prior, (prior) => {
      assert.approximately(changeRate(noEvidence, prior) / prior, 1, nearly - 1)
    }))
    fc.assert(fc.property(evidence, prior, (seen, prior) => {
      const rate = changeRate(seen, prior)
      assert.isTrue(Number.isFinite(rate) && rate > 0)
      assert.isAtLeast(upperRate(seen, prior), rate)
    }))
  })

  it("grows with a change, sinks with an unchanged interval, and follows its prior", () => {
    fc.assert(fc.property(evidence, prior, days, (seen, prior, days) => {
      const rate = changeRate(seen, prior)
      assert.isAtMost(changeRate(withInterval(seen, { days, isChanged: false }), prior), rate * nearly)
      assert.isAtMost(rate, changeRate(seen, prior * 2) * nearly)
      // A change within the mean interval of the changes, so that the mean stays.
      const mean = seen.changes === 0 ? 0.01 : seen.changedDays / seen.changes
      assert.isAtLeast(changeRate(withInterval(seen, { days: mean, isChanged: true }), prior) * nearly, rate)
    }))
  })

  it("does not depend on the unit of time", () => {
    fc.assert(fc.property(evidence, prior, fc.double({ min: 0.1, max: 10, noNaN: true }), (seen, prior, unit) => {
      const scaled = { ...seen, changedDays: seen.changedDays * unit, sameDays: seen.sameDays * unit }
      assert.approximately(changeRate(scaled, prior / unit) * unit / changeRate(seen, prior), 1, 2 * (nearly - 1))
    }))
  })

  it("approaches the rate of the process from visits at irregular intervals, less than two days apart", () => {
    for (const rate of [0.02, 0.1, 0.5, 1.5]) {
      let state = 7
      const random = () => (state = Math.imul(state, 48_271) >>> 0 & 0x7FFFFFFF) / 0x7FFFFFFF
      let seen = noEvidence
      for (let visit = 0; visit < 8000; visit++) {
        const days = 0.25 + 1.5 * random()
        seen = withInterval(seen, { days, isChanged: random() < -Math.expm1(-rate * days) })
      }
      // Mean intervals in place of all of them make high rates a little lower.
      assert.approximately(changeRate(seen, 0.1) / rate, 1, 0.2, `rate ${rate}`)
    }
  })
})
