import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, Scope } from "effect"
import { Frontier, type Lease } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { manyRows, testOf } from "./clock.ts"
import { crawling, endNext, ledgerOf, options, read, seed, settleAll, unread, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** Leases of every frontier: the budget, ends, returned leases, and a frontier that is opened again. */
export const leasesContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`leases (${engine.name})`, () => {
    test("one domain has a few leases at most, and the others are not held up by it", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { scope: "any" } })
        const links = [..."12345678"].map((path) => seed + path).concat("https://other.org/", "https://third.net/")
        yield* crawl.page(read("seed", links))
        const leases = yield* crawl.frontier.lease(64)
        const perDomain = Map.groupBy(leases, ({ domain }) => domain)
        assert.isAtMost(perDomain.get("example.com")?.length ?? 99, 4)
        assert.isAtLeast(perDomain.get("example.com")?.length ?? 0, 1)
        assert.deepStrictEqual([...perDomain.keys()].toSorted(), ["example.com", "other.org", "third.net"])
        assert.deepStrictEqual((yield* crawl.frontier.lease(64)).length, 0)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("domains whose URLs wait are counted, and those that are due", () =>
      Effect.gen(function*() {
        const { domains } = yield* Frontier
        assert.deepStrictEqual(yield* domains, { waiting: 0, due: 0 })
        const crawl = yield* crawling({ changes: { scope: "any" } })
        const links = [1, 2, 3].flatMap((n) => Array.from({ length: 9 }, (_, at) => `https://site-${n}.net/${at}`))
        yield* crawl.page(read("seed", links))
        assert.deepStrictEqual(yield* domains, { waiting: 3, due: 3 })
        yield* crawl.store.cancel("a", crawl.id)
        assert.deepStrictEqual(yield* domains, { waiting: 0, due: 0 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("the budget is never overrun, however many lease at once", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { scope: "any", max_pages: 8 } })
        yield* crawl.page(read("seed", Array.from({ length: 20 }, (_, index) => `https://site-${index}.net/`)))
        const all = yield* Effect.replicateEffect(crawl.frontier.lease(3), 6, { concurrency: "unbounded" })
        const leases = all.flat()
        assert.strictEqual(leases.length, 7)
        assert.strictEqual(new Set(leases.map(({ url }) => url)).size, 7)
        assert.deepStrictEqual(yield* crawl.frontier.lease(3), [])
        for (const lease of leases) yield* crawl.frontier.end(lease, visitOf(lease, read(lease.url)))
        yield* settleAll(crawl.frontier)
        assert.deepStrictEqual(yield* crawl.frontier.lease(3), [])
        assert.strictEqual((yield* crawl.job).stats.crawled, 8)
        assert.strictEqual(yield* crawl.frontier.next, "done")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a page that was never asked for spends nothing of the budget", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { max_pages: 2 } })
        yield* crawl.page(read("seed"))
        yield* crawl.page(unread("robots_disallowed"))
        yield* crawl.page(unread("robots_disallowed"))
        yield* crawl.page(read("last"))
        assert.deepStrictEqual(yield* crawl.frontier.lease(3), [])
        assert.strictEqual(yield* crawl.frontier.next, "done")
        assert.deepInclude((yield* crawl.job).stats, { crawled: 2, stored: 2, skipped: 2 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a URL given back comes again in its place, and its budget with it", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { max_pages: 3 } })
        yield* crawl.page(read("seed"))
        const [first, second] = yield* crawl.frontier.lease(5)
        if (first === undefined || second === undefined) return assert.fail("no URLs wait")
        yield* crawl.frontier.giveBack(first)
        const [again] = yield* crawl.frontier.lease(5)
        assert.strictEqual(again?.url, first.url)
        assert.notStrictEqual(again?.token, first.token)
        assert.deepStrictEqual(yield* crawl.frontier.lease(5), [])
        // The first lease is lost.
        assert.strictEqual(yield* crawl.frontier.end(first, visitOf(first, read("late"))), "lost")
        yield* crawl.frontier.giveBack(first)
        assert.deepStrictEqual(yield* crawl.frontier.lease(5), [])
        assert.strictEqual(yield* crawl.frontier.end(again ?? first, visitOf(first, read("again"))), "ended")
        yield* crawl.frontier.end(second, visitOf(second, read("second")))
        assert.strictEqual(yield* settleAll(crawl.frontier), 2)
        assert.strictEqual((yield* crawl.job).stats.stored, 3)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a page can end once", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const lease = yield* endNext(crawl.frontier)
        assert.strictEqual(yield* crawl.frontier.end(lease, visitOf(lease, read("twice"))), "lost")
        assert.strictEqual(yield* settleAll(crawl.frontier), 1)
        assert.strictEqual((yield* crawl.job).stats.crawled, 1)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a cancelled job has what has ended, leases nothing, and a late end is lost", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const { frontier, id, store } = crawl
        yield* crawl.page(read("seed"))
        const [slow, quick, late] = yield* frontier.lease(3)
        if (slow === undefined || quick === undefined || late === undefined) return assert.fail("no URLs wait")
        yield* frontier.end(quick, visitOf(quick, read("quick", [`${seed}new`])))
        yield* settleAll(frontier)
        const cancelled = Option.getOrThrow(yield* store.cancel("a", id))
        assert.deepStrictEqual([cancelled.status, cancelled.stats.stored, cancelled.stats.pending], ["cancelled", 2, 0])
        assert.isNotNull(cancelled.finished_at)
        assert.deepStrictEqual(yield* frontier.lease(10), [])
        assert.strictEqual(yield* frontier.end(late, visitOf(late, read("late"))), "lost")
        assert.strictEqual(yield* settleAll(frontier), 0)
        yield* frontier.giveBack(slow)
        assert.deepStrictEqual(yield* crawl.job, cancelled)
        assert.deepStrictEqual((yield* ledgerOf(crawl)).map(({ url }) => url), [seed, quick.url])
        assert.deepStrictEqual(yield* store.promote(10), [])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("whoever waits is woken by an end and by what is given back", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ pages: 2 })
        yield* crawl.page(read("seed"))
        const leases = yield* crawl.frontier.lease(5)
        const wakes: ReadonlyArray<(lease: Lease) => Effect.Effect<unknown, unknown>> = [
          (lease) => crawl.frontier.end(lease, visitOf(lease, read(lease.url))),
          (lease) => crawl.frontier.giveBack(lease)
        ]
        for (const [index, wake] of wakes.entries()) {
          // Earlier events may wake it once.
          yield* settleAll(crawl.frontier)
          const lease = leases[index]
          if (lease === undefined) return assert.fail("no URL waits")
          const waiting = yield* Effect.forkChild(crawl.frontier.next, { startImmediately: true })
          yield* wake(lease)
          assert.strictEqual(yield* Fiber.join(waiting), "ready")
        }
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("eight racing workers settle every URL once", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { scope: "any", max_pages: 10_000, max_depth: 20 } })
        const { frontier } = crawl
        const urlOf = (number: number) => `https://h${number % 20}.net/${number % 300}`
        const inFlight = new Set<string>()
        let twice = 0
        const worker = Effect.gen(function*() {
          for (;;) {
            const leases = yield* frontier.lease(3)
            yield* Effect.forEach(leases, (lease) =>
              Effect.gen(function*() {
                if (inFlight.has(lease.url)) twice++
                inFlight.add(lease.url)
                yield* Effect.yieldNow
                const number = lease.seq
                const links = number > 60 ? [] : Array.from({ length: 6 }, (_, at) => urlOf(number * 5 + at * 7))
                inFlight.delete(lease.url)
                yield* frontier.end(lease, visitOf(lease, read(lease.url, links)))
              }), { concurrency: 3, discard: true })
            if ((yield* frontier.settle) > 0 || leases.length > 0) continue
            const state = yield* Effect.timeoutOption(frontier.next, engine.clock === "test" ? "0 millis" : "20 millis")
            if (Option.isSome(state) && state.value !== "ready") return
            yield* Effect.yieldNow
          }
        })
        yield* Effect.replicateEffect(worker, 8, { concurrency: 8 })
        const rows = yield* ledgerOf(crawl)
        const { stats } = yield* crawl.job
        assert.strictEqual(twice, 0)
        assert.isAbove(rows.length, 100)
        assert.strictEqual(new Set(rows.map(({ url }) => url)).size, rows.length)
        assert.deepStrictEqual([stats.crawled, stats.pending], [rows.length, 0])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())), manyRows(engine))

    test("a frontier that is opened again goes on: settled pages stay, leases that were out come again", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const frontiers = yield* Frontier
        const changes = { ...options, dedup: true, max_pages: 6 }
        const { id } = yield* store.create("a", seed, changes)
        yield* store.promote(1)
        const task = { id, seed: new URL(seed), options: changes }
        const first = yield* Scope.make()
        const before = yield* Scope.provide(frontiers.open(task), first)
        const links = [..."123456"].map((path) => seed + path)
        for (const outcome of [read("seed", links), unread(), read("two", [`${seed}7`])]) {
          yield* endNext(before, outcome)
          yield* settleAll(before)
        }
        const out = yield* before.lease(2)
        yield* Scope.close(first, Exit.interrupt())
        const late = out[0]
        if (late === undefined) return assert.fail("no URL waits")
        assert.strictEqual(yield* before.end(late, visitOf(late, read("late"))), "lost")

        const after = yield* frontiers.open(task)
        // Waits until the frontier is restored.
        assert.isTrue(yield* after.knows(`${seed}7`))
        const again = yield* after.lease(9)
        assert.deepStrictEqual(again.map(({ depth, foundOn, seq, url }) => [url, seq, depth, foundOn]), [
          [`${seed}3`, 3, 1, seed],
          [`${seed}4`, 4, 1, seed],
          [`${seed}5`, 5, 1, seed]
        ])
        for (const lease of again) yield* after.end(lease, visitOf(lease, read(lease.seq === 4 ? "two" : lease.url)))
        assert.strictEqual(yield* settleAll(after), 3)
        const job = Option.getOrThrow(yield* store.get("a", id)).job
        assert.deepStrictEqual(job.stats, { crawled: 5, stored: 4, failed: 1, skipped: 0, duplicates: 1, pending: 2 })
        assert.strictEqual(yield* after.next, "done")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    if (engine.isDurable) {
      test("a page that fails after the frontier was opened again still tells all pages that link to it", () =>
        Effect.gen(function*() {
          const frontiers = yield* Frontier
          const crawl = yield* crawling({ pages: 3 })
          yield* crawl.page(read("seed"))
          const first = yield* Scope.make()
          const task = { id: crawl.id, seed: new URL(seed), options }
          const before = yield* Scope.provide(frontiers.open(task), first)
          yield* before.knows(seed)
          yield* endNext(before, read("one", [`${seed}3`]))
          yield* settleAll(before)
          yield* Scope.close(first, Exit.interrupt())
          const after = yield* frontiers.open(task)
          yield* after.knows(seed)
          yield* endNext(after, read("two", [`${seed}3`]))
          yield* endNext(after, unread())
          yield* settleAll(after)
          const failed = (yield* ledgerOf(crawl)).find(({ outcome }) => outcome === "failed")
          assert.deepStrictEqual([failed?.url, failed?.referrers], [`${seed}3`, [seed, `${seed}1`, `${seed}2`]])
        }).pipe(Effect.scoped, Effect.provide(engine.layer())))

      test("a large frontier that is opened again leases its first URLs at once, and settles when it is whole", () =>
        Effect.gen(function*() {
          const frontiers = yield* Frontier
          const crawl = yield* crawling({ changes: { scope: "any", max_pages: 100_000 } })
          const first = yield* Scope.make()
          const task = {
            id: crawl.id,
            seed: new URL(seed),
            options: { ...options, scope: "any" as const, max_pages: 100_000 }
          }
          const before = yield* Scope.provide(frontiers.open(task), first)
          const linksOf = (page: number) =>
            Array.from({ length: 80 }, (_, n) => `https://site-${n % 40}.net/${page}/${n}/${"x".repeat(60)}`)
          for (let page = 0; page < 50; page++) {
            yield* endNext(before, read(String(page), linksOf(page)))
            yield* before.settle
          }
          yield* settleAll(before)
          yield* Scope.close(first, Exit.interrupt())
          const { stats } = yield* crawl.job
          const after = yield* frontiers.open(task)
          let [lease] = yield* after.lease(1)
          while (lease === undefined) {
            assert.strictEqual(yield* after.next, "ready")
            ;[lease] = yield* after.lease(1)
          }
          assert.strictEqual(lease.seq, 50)
          yield* after.end(lease, visitOf(lease, read("last")))
          const cancelled = Option.getOrThrow(yield* crawl.store.cancel("a", crawl.id))
          assert.deepStrictEqual([stats.crawled, stats.pending, cancelled.stats.crawled], [50, 50 * 80 - 49, 51])
          assert.strictEqual(new Set((yield* ledgerOf(crawl)).map(({ url }) => url)).size, 51)
        }).pipe(Effect.scoped, Effect.provide(engine.layer())))

      test("a batch that is opened again goes on with the URLs that are left", () =>
        Effect.gen(function*() {
          const store = yield* JobStore
          const frontiers = yield* Frontier
          const urls = [..."aabcd"].map((path) => seed + path)
          const changes = { ...options, urls, max_depth: 0, scope: "any" as const }
          const { id } = yield* store.create("a", urls[0] ?? seed, changes)
          yield* store.promote(1)
          const task = { id, seed: new URL(urls[0] ?? seed), options: changes }
          const first = yield* Scope.make()
          const before = yield* Scope.provide(frontiers.open(task), first)
          for (const outcome of [unread(), read("b")]) {
            yield* endNext(before, outcome)
            yield* settleAll(before)
          }
          yield* Scope.close(first, Exit.interrupt())
          const after = yield* frontiers.open(task)
          assert.isTrue(yield* after.knows(`${seed}d`))
          const again = yield* after.lease(9)
          assert.deepStrictEqual(again.map(({ seq, url }) => [url, seq]), [[`${seed}c`, 2], [`${seed}d`, 3]])
          for (const lease of again) yield* after.end(lease, visitOf(lease, read(lease.url)))
          assert.strictEqual(yield* settleAll(after), 2)
          assert.strictEqual(yield* after.next, "done")
          const { items } = yield* store.ledger(id, { after: 0, limit: 10 })
          assert.deepStrictEqual(items.map(({ outcome }) => outcome), ["failed", "stored", "stored", "stored"])
        }).pipe(Effect.scoped, Effect.provide(engine.layer())))
    }
  })
}
