import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Claim, FairQueue } from "../../../src/core/kernel/fair/FairQueue.ts"
import { Shares } from "../../../src/core/kernel/fair/Shares.ts"

interface Task extends Claim {
  readonly name: string
  readonly millis: number
}

const task = (name: string, millis = 1, priority: Claim["priority"] = "interactive"): Task => ({
  name,
  owner: name.slice(0, 1),
  priority,
  millis
})

const queueOf = (tasks: ReadonlyArray<Task>): FairQueue<Task> => {
  const queue = new FairQueue<Task>()
  for (const each of tasks) queue.add(each)
  return queue
}

/** Serves tasks one after the other. */
const served = (queue: FairQueue<Task>, count = Number.POSITIVE_INFINITY): ReadonlyArray<string> => {
  const names: Array<string> = []
  while (names.length < count) {
    const next = queue.take()
    if (next === undefined) break
    names.push(next.name)
    queue.charge(next, next.millis)
  }
  return names
}

describe("a fair queue", () => {
  it("serves owners in turn, and each owner's items in their order", () =>
    assert.deepStrictEqual(served(queueOf(["a1", "a2", "a3", "b1", "c1", "b2"].map((name) => task(name)))), [
      "a1",
      "b1",
      "c1",
      "a2",
      "b2",
      "a3"
    ]))

  it("gives an owner of short items as much time as one of long items", () =>
    assert.deepStrictEqual(
      served(queueOf([task("a1", 3), task("a2", 3), ...["b1", "b2", "b3", "b4"].map((name) => task(name, 1))])),
      ["a1", "b1", "b2", "b3", "a2", "b4"]
    ))

  it("serves callers before crawls, which get every fifth turn", () => {
    const callers = Array.from({ length: 9 }, (_, index) => task(`a${index + 1}`))
    const crawls = ["b1", "b2", "b3"].map((name) => task(name, 1, "crawl"))
    assert.deepStrictEqual(
      served(queueOf([...crawls, ...callers])).join(" "),
      "a1 a2 a3 a4 b1 a5 a6 a7 a8 b2 a9 b3"
    )
  })

  it("saves nothing up for an owner who was idle, and soon forgives one who was alone", () => {
    const queue = queueOf(["a1", "a2", "a3"].map((name) => task(name, 1000)))
    served(queue)
    for (const name of ["b1", "b2", "b3", "a4", "a5", "a6"]) queue.add(task(name, 600))
    // The owner a is ahead by its last item only.
    assert.deepStrictEqual(served(queue), ["b1", "b2", "a4", "b3", "a5", "a6"])
  })

  it("serves what is put back first, and nothing that was removed", () => {
    const queue = queueOf(["a1", "a2", "b1"].map((name) => task(name)))
    const lost = queue.take()
    if (lost === undefined) return assert.fail("nothing waits")
    const removed = task("b2")
    queue.add(removed)
    queue.putBack(lost)
    assert.isTrue(queue.remove(removed))
    assert.isFalse(queue.remove(removed))
    assert.deepStrictEqual(served(queue), ["a1", "b1", "a2"])
    assert.strictEqual(queue.size, 0)
  })

  it("gives owners that always wait the same time, but for one item", () =>
    fc.assert(fc.property(
      fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: maxMillis })), { minLength: 30 }),
      (items) => {
        const queue = queueOf(items.map(([owner, millis]) => task(owner, millis)))
        const used = new Map([["a", 0], ["b", 0], ["c", 0]])
        for (let next = queue.take(); next !== undefined; next = queue.take()) {
          const own = (used.get(next.owner) ?? 0) + next.millis
          queue.charge(next, next.millis)
          used.set(next.owner, own)
          for (const [owner, millis] of used) if (queue.of(owner) > 0) assert.isAtMost(own - millis, maxMillis)
        }
      }
    )))
})

const maxMillis = 10
const latest = 100

describe("a fair queue in front of shares", () => {
  it("serves an owner that holds nothing within a time that no other owner's queue makes longer", () =>
    fc.assert(fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(
        fc.record({
          owner: fc.constantFrom("a", "b", "c"),
          priority: fc.constantFrom("interactive" as const, "crawl" as const),
          millis: fc.integer({ min: 1, max: maxMillis }),
          at: fc.integer({ min: 0, max: latest })
        }),
        { maxLength: 40 }
      ),
      fc.integer({ min: 0, max: 100 }),
      (units, reserve, arrivals, hogs) => {
        const hog = { owner: "h", priority: "interactive" as const, millis: maxMillis, at: 0 }
        const waits = simulate(new Shares({ units, reserve }), [
          ...Array.from({ length: hogs }, () => hog),
          ...arrivals
        ])
        // Each of the four owners may go before it once.
        for (const wait of waits) assert.isAtMost(wait, 4 * maxMillis)
      }
    )))
})

interface Arrival extends Claim {
  readonly millis: number
  readonly at: number
}

/** How long owners that hold nothing wait from then on until they are served. Time goes by one millisecond a step. */
const simulate = (shares: Shares, arrivals: ReadonlyArray<Arrival>): ReadonlyArray<number> => {
  const queue = new FairQueue<Arrival>()
  const active = new Set<{ readonly task: Arrival; readonly until: number }>()
  const emptyHanded = new Map<string, number>()
  const waits: Array<number> = []
  for (let now = 0; now <= latest || queue.size > 0; now++) {
    for (const each of active) {
      if (each.until > now) continue
      active.delete(each)
      shares.release(each.task.owner)
      queue.charge(each.task, each.task.millis)
    }
    for (const arrival of arrivals) if (arrival.at === now) queue.add({ ...arrival })
    for (const { owner } of arrivals) {
      if (shares.of(owner) > 0 || queue.of(owner) === 0) emptyHanded.delete(owner)
      else if (!emptyHanded.has(owner)) emptyHanded.set(owner, now)
    }
    const allows = ({ owner }: Arrival) => shares.allows(owner)
    for (let next = queue.take(allows); next !== undefined; next = queue.take(allows)) {
      const since = emptyHanded.get(next.owner)
      if (since !== undefined) waits.push(now - since)
      emptyHanded.delete(next.owner)
      shares.take(next.owner)
      active.add({ task: next, until: now + next.millis })
    }
  }
  return waits
}
