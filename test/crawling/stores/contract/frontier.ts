import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { JobId } from "../../../../src/core/domain/job/Job.ts"
import { Frontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { manyRows, testOf } from "./clock.ts"
import { crawling, endNext, ledgerOf, noise, options, read, seed, settleAll, unread, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** The order of every frontier, and the outcomes of its pages. */
export const frontierContract = (engine: Engine): void => {
  const test = testOf(engine)
  const pathOf = ({ url }: { readonly url: string }) => url.replace("https://example.com", "")

  describe(`the frontier (${engine.name})`, () => {
    test("each URL comes once, by depth, then in the order of discovery", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const links: Readonly<Record<string, ReadonlyArray<string>>> = {
          "/": ["/a", "/b", "/a", "/"],
          "/a": ["/a1", "/b", "/a2"],
          "/b": ["/a2", "/b1"],
          "/a1": ["/deep"]
        }
        const order: Array<string> = []
        while ((yield* crawl.job).stats.pending > 0) {
          const [lease] = yield* crawl.frontier.lease(1)
          if (lease === undefined) break
          order.push(pathOf(lease))
          const found = (links[pathOf(lease)] ?? []).map((path) => `https://example.com${path}`)
          yield* crawl.frontier.end(lease, visitOf(lease, read(lease.url, found)))
          yield* settleAll(crawl.frontier)
        }
        const expected = ["/", "/a", "/b", "/a1", "/a2", "/b1", "/deep"]
        assert.deepStrictEqual(order, expected)
        const rows = yield* ledgerOf(crawl)
        assert.deepStrictEqual(rows.map(pathOf), expected)
        assert.deepStrictEqual(rows.map(({ depth }) => depth), [0, 1, 1, 2, 2, 2, 3])
        assert.deepStrictEqual(rows.map(({ found_on }) => found_on.replace("https://example.com", "")), [
          "",
          "/",
          "/",
          "/a",
          "/a",
          "/b",
          "/a1"
        ])
        assert.strictEqual(yield* crawl.frontier.next, "done")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a page with very many links leaves room for others while it is settled, and all of them join", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { max_pages: 10_000 } })
        const links = Array.from({ length: 25_000 }, (_, index) => `https://example.com/${index}`)
        yield* endNext(crawl.frontier, read("", [...links, ...links.slice(0, 5)]))
        let turns = 0
        const others = yield* Effect.forkChild(
          Effect.forever(Effect.andThen(Effect.sync(() => turns++), Effect.yieldNow)),
          { startImmediately: true }
        )
        const before = turns
        assert.strictEqual(yield* crawl.frontier.settle, 1)
        assert.isAtLeast(turns - before, 10)
        yield* Fiber.interrupt(others)
        assert.strictEqual((yield* crawl.job).stats.pending, links.length)
        for (const link of links.slice(-2)) assert.isTrue(yield* crawl.frontier.knows(link))
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a batch begins with all of its URLs, each once, and does not fail by the first", () =>
      Effect.gen(function*() {
        const urls = ["https://gone.net/", "https://example.com/a", "https://gone.net/", "https://example.com/b"]
        const crawl = yield* crawling({ changes: { urls, max_depth: 0, scope: "any", max_pages: 4 } })
        const leases = yield* crawl.frontier.lease(64)
        assert.deepStrictEqual(leases.map(({ depth, foundOn, url }) => ({ depth, foundOn, url })), [
          { depth: 0, foundOn: "", url: urls[0] },
          { depth: 0, foundOn: "", url: urls[1] },
          { depth: 0, foundOn: "", url: urls[3] }
        ])
        for (const lease of leases) {
          const outcome = lease.url === urls[0] ? unread("fetch_failed") : read(lease.url, ["https://example.com/c"])
          yield* crawl.frontier.end(lease, visitOf(lease, outcome))
        }
        yield* settleAll(crawl.frontier)
        assert.strictEqual(yield* crawl.frontier.next, "done")
        assert.deepStrictEqual((yield* ledgerOf(crawl)).map(({ outcome }) => outcome), ["failed", "stored", "stored"])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("with several seeds a link is in the scope of the seed of its page, also after the frontier is opened again", () =>
      Effect.gen(function*() {
        const seeds = ["https://a.net/docs/", "https://moved.net/", "https://b.net/blog/"]
        const changes = { seeds, scope: "prefix", max_pages: 50 } as const
        const links = [
          "https://a.net/docs/1",
          "https://a.net/other",
          "https://www.moved.net/2",
          "https://moved.net/3",
          "https://b.net/blog/4",
          "https://b.net/5"
        ]
        const layer = engine.layer()
        yield* Effect.gen(function*() {
          const { id, store } = yield* Effect.scoped(Effect.gen(function*() {
            const crawl = yield* crawling({ changes, url: seeds[0] ?? "" })
            const leases = yield* crawl.frontier.lease(64)
            assert.deepStrictEqual(leases.map(({ url }) => url), seeds)
            for (const lease of leases.slice(0, 2)) {
              const finalUrl = lease.seq === 1 ? "https://www.moved.net/" : lease.url
              yield* crawl.frontier.end(lease, visitOf(lease, read(lease.url, links, { finalUrl })))
            }
            yield* settleAll(crawl.frontier)
            return crawl
          }))
          const frontiers = yield* Frontier
          const frontier = yield* frontiers.open({
            id,
            seed: new URL(seeds[0] ?? ""),
            options: { ...options, ...changes }
          })
          // Waits until the frontier is restored.
          assert.isTrue(yield* frontier.knows("https://www.moved.net/2"))
          const leases = yield* frontier.lease(64)
          const [third, ...found] = leases.toSorted((a, b) => a.seq - b.seq)
          assert.deepStrictEqual([third?.url, ...found.map(({ url }) => url)], [
            seeds[2],
            "https://a.net/docs/1",
            "https://www.moved.net/2"
          ])
          const rules = yield* frontier.rules
          assert.isTrue(rules.mayFollow({ seq: 4, url: "https://www.moved.net/2" }, new URL("https://www.moved.net/x")))
          assert.isFalse(rules.mayFollow({ seq: 4, url: "https://www.moved.net/2" }, new URL("https://a.net/docs/1")))
          if (third === undefined) return assert.fail("the third seed was lost")
          yield* frontier.end(third, visitOf(third, unread("fetch_failed")))
          for (const lease of found) yield* frontier.end(lease, visitOf(lease, read(lease.url, links)))
          yield* settleAll(frontier)
          assert.deepStrictEqual(yield* frontier.lease(64), [])
          assert.strictEqual(yield* frontier.next, "done")
          assert.strictEqual((yield* ledgerOf({ id, store })).length, 5)
        }).pipe(Effect.scoped, Effect.provide(layer))
      }))

    test("rows keep what a later crawl needs, and are found by their change", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { since: "0".repeat(32) } })
        const seen = { etag: "W/\"a 'quoted' one\"", text: "seed", kept: { job: JobId.make("1".repeat(32)), n: 7 } }
        const page = { outcome: "stored", code: "", status: 200 } as const
        yield* crawl.page(read("seed", [`${seed}1`, `${seed}2`], { seen, isUnchanged: true }), {
          earlier: { ...page, text: "seed" }
        })
        yield* crawl.page(read("new text", [], { seen: { text: "new text" } }), { earlier: { ...page, text: "old" } })
        yield* crawl.page(read("", [], { status: 410 }), { earlier: { ...page, text: "gone" } })
        const rows = yield* ledgerOf(crawl)
        assert.deepStrictEqual(rows.map(({ change, code, seen }) => ({ change, code, seen })), [
          { change: "same", code: "unchanged", seen },
          { change: "changed", code: "", seen: { text: "new text" } },
          { change: "removed", code: "http_status", seen: undefined }
        ])
        const found = (range: object) =>
          Effect.map(
            crawl.store.ledger(crawl.id, { after: 0, limit: 10, ...range }),
            ({ items, total }) => [items.map(({ change }) => change), total]
          )
        assert.deepStrictEqual(yield* found({ change: "removed" }), [["removed"], 1])
        assert.deepStrictEqual(yield* found({ change: "changed", outcome: "stored" }), [["changed"], 1])
        assert.deepStrictEqual(yield* found({ change: "changed", outcome: "failed" }), [[], 0])
        assert.deepInclude((yield* crawl.job).stats, { crawled: 3, stored: 1, skipped: 1, failed: 1 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("pages end in any order and are settled in theirs; nothing changes before", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed"))
        const leases = yield* crawl.frontier.lease(4)
        assert.strictEqual(leases.length, 4)
        for (const lease of leases.slice(1).toReversed()) {
          assert.strictEqual(yield* crawl.frontier.end(lease, visitOf(lease, read(lease.url))), "ended")
        }
        assert.strictEqual(yield* settleAll(crawl.frontier), 0)
        assert.strictEqual((yield* crawl.job).stats.crawled, 1)
        for (const lease of leases.slice(0, 1)) yield* crawl.frontier.end(lease, visitOf(lease, read(lease.url)))
        assert.strictEqual(yield* settleAll(crawl.frontier), 4)
        assert.deepStrictEqual((yield* ledgerOf(crawl)).map(pathOf), ["/", "/1", "/2", "/3", "/4"])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("with scope any a slow page holds back so many and no more", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { scope: "any" } })
        const others = Array.from({ length: 1200 }, (_, index) => `https://site-${index}.net/`)
        yield* crawl.page(read("seed", ["https://slow.org/", ...others]))
        const [slow] = yield* crawl.frontier.lease(1)
        assert.strictEqual(slow?.url, "https://slow.org/")
        let settled = 0
        for (let ended = 0; ended < 1200 && settled === 0; ended++) {
          yield* endNext(crawl.frontier)
          settled = yield* settleAll(crawl.frontier)
        }
        assert.isAbove(settled, 0)
        assert.strictEqual((yield* ledgerOf(crawl))[1]?.url, "https://site-0.net/")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test(
      "with scope any no page starts while more have ended than may wait to be settled",
      () =>
        Effect.gen(function*() {
          const crawl = yield* crawling({ changes: { scope: "any", max_pages: 2000 } })
          yield* crawl.page(read("seed", Array.from({ length: 1500 }, (_, index) => `https://site-${index}.net/`)))
          let waiting = 0
          let most = 0
          for (let settled = -1; settled !== 0;) {
            const leases = yield* crawl.frontier.lease(128)
            for (const lease of leases) yield* crawl.frontier.end(lease, visitOf(lease, read(noise(1000, lease.seq))))
            most = Math.max(most, waiting + leases.length)
            // One settling, as between two leases of a crawl.
            settled = yield* crawl.frontier.settle
            waiting += leases.length - settled
          }
          assert.isBelow(most, 300)
          assert.strictEqual((yield* crawl.job).stats.crawled, 1501)
        }).pipe(Effect.scoped, Effect.provide(engine.layer({ crawlHold: 50_000 }))),
      manyRows(engine)
    )

    test("links count against what may wait, however well they compress", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed", Array.from({ length: 100 }, (_, index) => `${seed}${index}`)))
        const links = (page: number) =>
          Array.from({ length: 50 }, (_, index) => `${seed}${"long".repeat(250)}/${page}/${index}`)
        assert.lengthOf(yield* crawl.frontier.lease(1), 1)
        let started = 1
        for (let leases = yield* crawl.frontier.lease(3); leases.length > 0; leases = yield* crawl.frontier.lease(3)) {
          started += leases.length
          for (const lease of leases) yield* crawl.frontier.end(lease, visitOf(lease, read("", links(lease.seq))))
        }
        assert.isAbove(started, 8)
        assert.isBelow(started, 16)
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ crawlHold: 500_000 }))))

    test("a crawl whose seed gave no answer has failed", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(unread())
        assert.strictEqual(yield* crawl.frontier.next, "failed")
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("the seed's final URL decides the scope", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const links = ["https://example.com/a", "https://www.example.org/b", "https://other.net/c"]
        const finalUrl = "https://www.example.org/start"
        yield* crawl.page(read("seed", links, { finalUrl }), { chain: [finalUrl] })
        assert.deepStrictEqual((yield* crawl.frontier.lease(5)).map(({ url }) => url), ["https://www.example.org/b"])
        assert.isTrue(yield* crawl.frontier.knows(finalUrl))
        assert.isFalse(yield* crawl.frontier.knows("https://www.example.org/c"))
        const rules = yield* crawl.frontier.rules
        assert.isFalse(rules.mayFollow({ seq: 1, url: finalUrl }, new URL("https://example.com/a")))
        assert.strictEqual((yield* ledgerOf(crawl))[0]?.redirected_to, finalUrl)
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("two pages that led to one URL, and two of one text, are one page", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling({ changes: { dedup: true } })
        yield* crawl.page(read("seed"))
        const target = `${seed}target`
        yield* crawl.page(read("first", [], { finalUrl: target }), { chain: [target] })
        yield* crawl.page(read("second", [], { finalUrl: target }), { chain: [target] })
        yield* crawl.page(read("seed", [], { textHash: "seed" }))
        const rows = yield* ledgerOf(crawl)
        assert.deepStrictEqual(rows.map(({ code, duplicate_of, outcome }) => [outcome, code, duplicate_of]), [
          ["stored", "", undefined],
          ["stored", "", undefined],
          ["duplicate", "already_crawled", target],
          ["duplicate", "", seed]
        ])
        assert.deepInclude((yield* crawl.job).stats, { crawled: 4, stored: 2, duplicates: 2 })
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a failed URL tells the pages that link to it, whether they came before it or after", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        const broken = `${seed}broken`
        yield* crawl.page(read("seed", [`${seed}a`, broken, `${seed}b`]))
        yield* crawl.page(read("a", [broken]))
        yield* crawl.page(unread())
        yield* crawl.page(read("b", [broken]))
        const row = (yield* ledgerOf(crawl)).find(({ url }) => url === broken)
        assert.deepStrictEqual(row?.referrers, [seed, `${seed}a`, `${seed}b`])
      }).pipe(Effect.scoped, Effect.provide(engine.layer())))

    test("a full frontier is told once, and the crawl goes on with what it knows", () =>
      Effect.gen(function*() {
        const crawl = yield* crawling()
        yield* crawl.page(read("seed"))
        yield* crawl.page(read("one", [`${seed}x`, `${seed}y`]))
        const { errors, stats } = yield* crawl.job
        assert.deepStrictEqual(errors.map(({ code, url }) => [code, url]), [["frontier_full", `${seed}5`]])
        assert.strictEqual(stats.pending, 3)
      }).pipe(Effect.scoped, Effect.provide(engine.layer({ frontierUrls: 5 }))))
  })
}
