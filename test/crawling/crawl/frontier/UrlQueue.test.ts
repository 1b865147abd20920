import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type UrlEntry, UrlQueue } from "../../../../src/crawling/crawl/frontier/UrlQueue.ts"

const perDomain = 2
const urlOf = (number: number) => `http://${["a.com", "www.a.com", "b.org", "c.net"][number % 4]}/${number}`
const domainOf = (number: number) => ["a.com", "a.com", "b.org", "c.net"][number % 4]

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ _tag: fc.constant("add" as const), number: fc.nat(40), newOrigin: fc.boolean() })
    },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("mark" as const), number: fc.nat(40) }) },
    { weight: 3, arbitrary: fc.record({ _tag: fc.constant("take" as const), reach: fc.integer({ min: 0, max: 12 }) }) },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constant("release" as const), which: fc.nat(10) }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("putBack" as const), which: fc.nat(10) }) },
    { weight: 2, arbitrary: fc.record({ _tag: fc.constant("shift" as const) }) }
  ),
  { maxLength: 120 }
)

/** The same in the plainest way: one list, searched from its start. */
class NaiveQueue {
  readonly seen = new Set<string>()
  readonly entries: Array<
    { url: string; domain: string | undefined; depth: number; foundOn: string; state: "waits" | "runs" | "ended" }
  > = []
  head = 0
  readonly capacity: number
  constructor(capacity: number) {
    this.capacity = capacity
  }
  add(number: number, depth: number, foundOn: string) {
    const url = urlOf(number)
    if (this.seen.has(url)) return "known"
    if (this.seen.size >= this.capacity) return "full"
    this.seen.add(url)
    if (this.first(domainOf(number)) < 0) this.stamp(domainOf(number))
    this.entries.push({ url, domain: domainOf(number), depth, foundOn, state: "waits" })
    return "added"
  }
  /** When each domain went to the end of its kind. */
  readonly stamps = new Map<string | undefined, number>()
  stamp(domain: string | undefined) {
    this.stamps.set(domain, this.stamps.size === 0 ? 0 : Math.max(...this.stamps.values()) + 1)
  }
  running(domain: string | undefined) {
    return this.entries.filter((entry) => entry.domain === domain && entry.state === "runs").length
  }
  first(domain: string | undefined) {
    return this.entries.findIndex((entry) => entry.domain === domain && entry.state === "waits")
  }
  take(reach: number) {
    const [domain] = [...new Set(this.entries.map((entry) => entry.domain))]
      .filter((domain) => this.first(domain) >= 0 && this.first(domain) < this.head + reach)
      .filter((domain) => this.running(domain) < perDomain)
      .map((domain) => [domain, this.running(domain) === 0 ? 0 : 1, this.stamps.get(domain) ?? 0] as const)
      .toSorted((a, b) => a[1] - b[1] || a[2] - b[2])
      .map(([domain]) => domain)
    const seq = domain === undefined ? -1 : this.first(domain)
    const entry = this.entries[seq]
    if (entry === undefined) return undefined
    entry.state = "runs"
    this.stamp(domain)
    return { seq, url: entry.url, depth: entry.depth, foundOn: entry.foundOn }
  }
  leave(seq: number, state: "waits" | "ended") {
    const entry = this.entries[seq]
    if (entry === undefined) return
    entry.state = state
    const running = this.running(entry.domain)
    if (state === "waits" || running === 0 || running === perDomain - 1) this.stamp(entry.domain)
  }
}

describe("UrlQueue", () => {
  it("does what a plain list does, whatever the order of calls", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 30 }), (calls, capacity) => {
        const frontier = new UrlQueue(capacity, perDomain)
        const naive = new NaiveQueue(capacity)
        const running: Array<UrlEntry> = []
        let depth = 0
        for (const call of calls) {
          if (call._tag === "add") {
            if (call.newOrigin) depth++
            const url = urlOf(call.number)
            const origin = { depth, foundOn: `from ${depth}` }
            assert.strictEqual(frontier.add(url, new URL(url), origin), naive.add(call.number, depth, origin.foundOn))
          } else if (call._tag === "mark") {
            const isNew = !naive.seen.has(urlOf(call.number))
            naive.seen.add(urlOf(call.number))
            assert.strictEqual(frontier.addAlias(urlOf(call.number)), isNew)
          } else if (call._tag === "take") {
            const taken = frontier.take(call.reach)
            const expected = naive.take(call.reach)
            assert.deepStrictEqual(
              taken === undefined
                ? undefined
                : { seq: taken.seq, url: taken.url, depth: taken.depth, foundOn: taken.foundOn },
              expected
            )
            if (taken !== undefined) running.push(taken)
          } else if (call._tag === "release") {
            const [ended] = running.splice(call.which % Math.max(1, running.length), 1)
            if (ended === undefined) continue
            frontier.release(ended)
            naive.leave(ended.seq, "ended")
          } else if (call._tag === "putBack") {
            const [given] = running.splice(call.which % Math.max(1, running.length), 1)
            if (given === undefined) continue
            frontier.putBack(given)
            naive.leave(given.seq, "waits")
          } else if (naive.entries[naive.head]?.state === "ended") {
            frontier.done(naive.head++)
          }
          assert.strictEqual(frontier.size, naive.entries.length - naive.head)
          assert.strictEqual(frontier.first, naive.head)
          for (let number = 0; number <= 40; number += 7) {
            assert.strictEqual(frontier.knows(urlOf(number)), naive.seen.has(urlOf(number)))
          }
        }
      }),
      { numRuns: 500 }
    )
  })

  it("gives twenty thousand URLs of many domains back in their order, each with where it was found", () => {
    const frontier = new UrlQueue(1_000_000, 4)
    const count = 20_000
    for (let number = 0; number < count; number++) {
      const url = `http://h${number % 97}.example/${number}`
      frontier.add(url, new URL(url), {
        depth: Math.floor(number / 10_000),
        foundOn: `page ${Math.floor(number / 100)}`
      })
    }
    for (let number = 0; number < count; number++) {
      const entry = frontier.take(1)
      if (entry === undefined) return assert.fail(`nothing in place ${number}`)
      assert.strictEqual(entry.url, `http://h${number % 97}.example/${number}`)
      assert.strictEqual(entry.depth, Math.floor(number / 10_000))
      assert.strictEqual(entry.foundOn, `page ${Math.floor(number / 100)}`)
      frontier.release(entry)
      frontier.done(entry.seq)
    }
    assert.strictEqual(frontier.size, 0)
  })

  it("a domain that never answers holds up no other", () => {
    const frontier = new UrlQueue(1000, 2)
    for (let number = 0; number < 400; number++) {
      const url = `http://slow.example/${number}`
      frontier.add(url, new URL(url), { depth: 0, foundOn: "" })
    }
    frontier.add("http://quick.example/", new URL("http://quick.example/"), { depth: 0, foundOn: "" })
    const hosts = [1, 2, 3].map(() => new URL(frontier.take(500)?.url ?? "").host)
    assert.deepStrictEqual(hosts, ["slow.example", "quick.example", "slow.example"])
    assert.isUndefined(frontier.take(500))
  })

  it("gives the domains their turns one after the other", () => {
    const frontier = new UrlQueue(1000, 2)
    for (const host of ["a.com", "b.com", "c.com"]) {
      for (let number = 0; number < 3; number++) {
        const url = new URL(`http://${host}/${number}`)
        frontier.add(url.href, url, { depth: 0, foundOn: "" })
      }
    }
    const paths: Array<string> = []
    for (let number = 0; number < 9; number++) {
      const entry = frontier.take(100)
      if (entry === undefined) return assert.fail("nothing is left")
      paths.push(entry.url.slice("http://".length))
      frontier.release(entry)
    }
    assert.deepStrictEqual(paths, [0, 1, 2].flatMap((number) => ["a", "b", "c"].map((host) => `${host}.com/${number}`)))
  })

  it("is full at its number of URLs, and at so many characters as that many long ones have", () => {
    const add = (frontier: UrlQueue, url: string) => frontier.add(url, new URL(url), { depth: 0, foundOn: "" })
    const few = new UrlQueue(2, 2)
    assert.deepStrictEqual(["/1", "/2", "/1", "/3"].map((path) => add(few, `http://a.com${path}`)), [
      "added",
      "added",
      "known",
      "full"
    ])
    const long = new UrlQueue(100, 2)
    const results = Array.from({ length: 100 }, (_, number) => add(long, `http://a.com/${number}${"x".repeat(10_000)}`))
    assert.strictEqual(results.filter((result) => result === "added").length, 2)
  })
})
