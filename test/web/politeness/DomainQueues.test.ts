import { assert, describe, it } from "@effect/vitest"
import { Deferred } from "effect"
import type { WaitingTurn } from "../../../src/web/politeness/DomainQueue.ts"
import { DomainQueues } from "../../../src/web/politeness/DomainQueues.ts"

const waiter = (): WaitingTurn => ({
  priority: "crawl",
  owner: "job",
  delay: 0,
  visit: undefined,
  granted: Deferred.makeUnsafe<boolean>()
})
const rule = { delay: 1000, concurrency: 6, backOffCap: 120_000 }
const site = (n: number) => new URL(`https://site${n}.test/`)

describe("DomainQueues", () => {
  it("forgets domains that have been idle, and none whose next turn it would change", () => {
    const queues = new DomainQueues(rule, 60_000)
    const slowed = queues.of(site(-1), 0)
    slowed.slowDown(0, 7_200_000)
    const waiting = queues.of(site(-2), 0)
    waiting.add(waiter())
    // A minute apart, a domain each, as many as a crawl of the open web sees in a month.
    for (let n = 0; n < 50_000; n++) {
      const now = n * 60_000
      const queue = queues.of(site(n), now)
      const one = waiter()
      queue.add(one)
      assert.strictEqual(queue.take(now), one)
      queue.leave(one, now)
      if (n === 100) assert.strictEqual(queues.find(site(-1)), slowed)
    }
    assert.isBelow(queues.size, 2100)
    assert.isUndefined(queues.find(site(-1)))
    assert.strictEqual(queues.find(site(-2)), waiting)
  })

  it("remembers a domain for as long as a Crawl-delay may still count", () => {
    const queues = new DomainQueues(rule, 60_000)
    const queue = queues.of(site(0), 0)
    const one = waiter()
    queue.add(one)
    queue.take(0)
    queue.leave(one, 0)
    assert.isFalse(queue.isIdle(59_999, 60_000))
    assert.isTrue(queue.isIdle(60_000, 60_000))
  })
})
