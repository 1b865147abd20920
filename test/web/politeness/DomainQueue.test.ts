import { assert, describe, it } from "@effect/vitest"
import { Deferred } from "effect"
import fc from "fast-check"
import { maxOvertakes } from "../../../src/core/kernel/fair/FairQueue.ts"
import { DomainQueue, type WaitingTurn } from "../../../src/web/politeness/DomainQueue.ts"

const standard = 1000

const sequels = Array.from({ length: 5 }, (_, number) => ({ number }))

/** Arrivals with time and duration; the site may answer with 429. Times in milliseconds. */
const visits = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 20_000 }),
    takes: fc.integer({ min: 0, max: 3000 }),
    delay: fc.constantFrom(0, 0, 0, 2500),
    priority: fc.constantFrom("interactive" as const, "crawl" as const),
    owner: fc.constantFrom("a", "b", "c"),
    // Two arrivals may be of one visit, whose second turn follows at once.
    visit: fc.constantFrom(undefined, undefined, ...sequels),
    tooMuch: fc.constantFrom(false, false, false, true)
  }),
  { minLength: 1, maxLength: 40 }
)

interface Start {
  readonly at: number
  readonly waiter: WaitingTurn
  readonly crawlsWaited: boolean
}

/** The queue's life, a moment of its own for each thing that happens. */
const play = (
  arrivals: ReadonlyArray<
    { readonly at: number; readonly takes: number; readonly waiter: WaitingTurn; readonly tooMuch: boolean }
  >
) => {
  const queue = new DomainQueue({ delay: standard, concurrency: 6, backOffCap: 120_000 })
  const coming = arrivals.toSorted((a, b) => a.at - b.at)
  const ends: Array<{ readonly at: number; readonly waiter: WaitingTurn; readonly tooMuch: boolean }> = []
  const waiting = new Set<WaitingTurn>()
  const starts: Array<Start> = []
  for (let now = 0; coming.length > 0 || ends.length > 0 || waiting.size > 0;) {
    for (let next = coming[0]; next !== undefined && next.at <= now; next = coming[0]) {
      queue.add(next.waiter)
      waiting.add(next.waiter)
      coming.shift()
    }
    for (const end of ends.filter(({ at }) => at <= now)) {
      ends.splice(ends.indexOf(end), 1)
      if (end.tooMuch) queue.slowDown(now, undefined)
      else queue.recovered()
      queue.leave(end.waiter, now)
    }
    for (let waiter = queue.take(now); waiter !== undefined; waiter = queue.take(now)) {
      const { takes, tooMuch } = arrivals.find((arrival) => arrival.waiter === waiter) ?? { takes: 0, tooMuch: false }
      waiting.delete(waiter)
      starts.push({ at: now, waiter, crawlsWaited: [...waiting].some(({ priority }) => priority === "crawl") })
      ends.push({ at: now + takes, waiter, tooMuch })
    }
    const next = Math.min(...coming.map(({ at }) => at), ...ends.map(({ at }) => at), queue.nextAt() ?? Infinity)
    if (next === Infinity) break
    now = Math.max(now, next)
  }
  return starts
}

const played = fc.property(visits, (drawn) => {
  const arrivals = drawn.map(({ at, takes, tooMuch, ...asked }) => ({
    at,
    takes,
    tooMuch,
    waiter: { ...asked, granted: Deferred.makeUnsafe<boolean>() } satisfies WaitingTurn
  }))
  const starts = play(arrivals)
  assert.strictEqual(new Set(starts.map(({ waiter }) => waiter)).size, arrivals.length, "everybody has one turn")
  let inARow = 0
  for (const [index, { at, crawlsWaited, waiter }] of starts.entries()) {
    const before = starts[index - 1]
    const takes = arrivals.find((arrival) => arrival.waiter === before?.waiter)?.takes ?? 0
    const gap = at - ((before?.at ?? Number.NEGATIVE_INFINITY) + takes)
    assert.isAtLeast(gap, 0, "one at a time")
    const isContinuation = waiter.visit !== undefined && waiter.visit === before?.waiter.visit
    if (!isContinuation) assert.isAtLeast(gap, Math.max(standard, waiter.delay), "the gap is kept, but within a visit")
    if (isContinuation) {
      if (waiter.priority === "crawl") inARow = 0
      continue
    }
    inARow = waiter.priority === "interactive" && crawlsWaited ? inARow + 1 : 0
    assert.isAtMost(inARow, maxOvertakes, "crawls are not starved")
  }
})

describe("DomainQueue", () => {
  it("gives everybody a turn, one at a time and with the gap between, and starves no crawl, whoever comes when", () => {
    fc.assert(played, { numRuns: 500 })
  })
})
