import { assert, describe, it } from "@effect/vitest"
import { shareSlots, type WaitingJob } from "../../../src/crawling/jobs/share-slots.ts"

const slice = 20_000
const share = (limit: number, ...jobs: ReadonlyArray<WaitingJob>) =>
  shareSlots(jobs, { limit, slice, lastGrant: () => 0 })
const holds = (owner: string, slotTime: number): WaitingJob => ({ owner, slotTime })
const waits = (owner: string): WaitingJob => ({ owner, slotTime: undefined })

describe("shareSlots", () => {
  it("parks the job that got its slot last, where its owner has two more, and else after a slice", () => {
    const jobs = [holds("a", 30_000), holds("a", 50_000), holds("a", 10), waits("b")] as const
    assert.deepStrictEqual(share(3, ...jobs), { granted: [jobs[3]], parked: [jobs[2]] })
    assert.lengthOf(share(1, holds("a", slice), waits("b")).parked, 1)
    assert.deepStrictEqual(share(1, holds("a", slice - 1), waits("b")), { granted: [], parked: [] })
  })

  it("parks nothing while a slot is free, for the same owner, or for one who has as many slots", () => {
    const free = [holds("a", 50_000), waits("b")] as const
    assert.deepStrictEqual(share(2, ...free), { granted: [free[1]], parked: [] })
    assert.deepStrictEqual(share(1, holds("a", 50_000), waits("a")), { granted: [], parked: [] })
    const even = [holds("a", 50_000), holds("b", 50_000), waits("a"), waits("b")]
    assert.deepStrictEqual(share(2, ...even), { granted: [], parked: [] })
  })

  it("takes as many slots as owners wait, and no owner loses its last one to an owner who has one", () => {
    const all = [1, 2, 3, 4].map((age) => holds("a", age * 30_000))
    const { granted, parked } = share(4, ...all, waits("b"), waits("b"), waits("b"), waits("c"))
    assert.deepStrictEqual(granted.map(({ owner }) => owner), ["b", "c"])
    assert.lengthOf(parked, 2)
    const settled = [holds("a", 50_000), holds("a", 50_000), holds("b", 50_000), holds("c", 50_000)]
    const { parked: none } = share(4, ...settled, waits("a"))
    assert.lengthOf(none, 0)
  })

  it("parks nothing while more jobs have slots than there are", () => {
    const jobs = [holds("a", 50_000), holds("a", 50_000), waits("b")]
    assert.deepStrictEqual(share(1, ...jobs), { granted: [], parked: [] })
  })
})
