import { assert, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Option, Scope, Stream } from "effect"
import type { JobFrontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Nodes } from "../../../../src/crawling/jobs/Nodes.ts"
import { RequestCounter } from "../../../../src/crawling/stores/RequestCounter.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { polled } from "../../../support/polled.ts"
import { options, read, seed, settleAll, visitOf } from "../contract/crawling.ts"
import { overFleets } from "./fleets.ts"
import { hoursOff, type Node, on, open, runningJob, seedEnds, silence, sites } from "./nodes-over.ts"

overFleets("nodes over one Postgres", ({ hasSignals, nodeOver, nodesOver, tags, twoNodesOver }, server) => {
  it.live(
    "any number of them starts at once on an empty database, whatever its search path is",
    () =>
      Effect.gen(function*() {
        const url = yield* server().lent
        server().sql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = ''`)
        const nodes = yield* nodesOver(6, url)
        assert.strictEqual(new Set(nodes.map((node) => Effect.runSync(on(node, Nodes)).self)).size, 6)
        const [first] = nodes
        if (first === undefined) return assert.fail()
        const id = yield* on(first, runningJob())
        const frontier = yield* open(first, id)
        yield* seedEnds(frontier, sites(3))
        assert.strictEqual((yield* frontier.lease(5)).length, 3)
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live("tables of a newer version stop the start with one line", () =>
    Effect.gen(function*() {
      const url = server().database()
      yield* Effect.scoped(nodeOver(url))
      server().sql(url, "INSERT INTO gleaner.migrations (id) VALUES (99)")
      const error = yield* Effect.flip(Effect.scoped(nodeOver(url)))
      assert.match(String((error as Error).message), /^GLEANER_STORE: .*schema 99.*$/)
    }), { tags: tags() })

  it.live(
    "racing nodes settle every URL once, and pages that link to each other do not lock each other out",
    () =>
      Effect.gen(function*() {
        const nodes = yield* nodesOver(4, yield* server().lent)
        const [first] = nodes
        if (first === undefined) return assert.fail()
        const id = yield* on(first, runningJob())
        const links = (url: string) => {
          const n = Number(/site-(\d+)/.exec(url)?.[1] ?? 0)
          return Array.from({ length: 12 }, (_, at) => `https://site-${(n * 7 + at * 3) % 40}.test/${(n + at) % 5}`)
        }
        const visited: Array<string> = []
        const work = (frontier: JobFrontier) =>
          Effect.gen(function*() {
            for (;;) {
              const leases = yield* frontier.lease(6)
              yield* Effect.forEach(leases, (lease) =>
                Effect.gen(function*() {
                  visited.push(lease.url)
                  yield* Effect.sleep(2)
                  yield* frontier.end(lease, visitOf(lease, read(lease.url, links(lease.url))))
                }), { concurrency: "unbounded", discard: true })
              if ((yield* frontier.settle) > 0 || leases.length > 0) continue
              if ((yield* frontier.next) !== "ready") return
            }
          })
        const frontiers = yield* Effect.forEach([...nodes, ...nodes], (node) => open(node, id))
        yield* Effect.forEach(frontiers, work, { concurrency: "unbounded", discard: true })
        const rows = (yield* on(
          first,
          Effect.flatMap(JobStore, (store) => store.ledger(id, { after: 0, limit: 1000 }))
        )).items
        assert.isAbove(rows.length, 150)
        assert.strictEqual(new Set(rows.map(({ url }) => url)).size, rows.length)
        assert.strictEqual(visited.length, rows.length)
      }).pipe(Effect.scoped),
    { tags: "long" }
  )

  it.live(
    "a dead node's pages are another's after its silence, its late end is lost, and the budget is exact",
    () =>
      Effect.gen(function*() {
        const url = yield* server().lent
        // Long enough for what happens before it.
        const nodeSilence = Duration.seconds(4)
        const grave = yield* Scope.make()
        const dead = yield* Effect.provideService(
          nodeOver(url, { nodeSilence, nodeBeat: Duration.minutes(1) }),
          Scope.Scope,
          grave
        )
        const other = yield* nodeOver(url, { nodeSilence })
        const id = yield* on(other, runningJob({ max_pages: 5 }))
        const theirs = yield* Effect.provideService(open(dead, id), Scope.Scope, grave)
        const ours = yield* open(other, id)
        yield* seedEnds(theirs, sites(9))
        const lost = yield* theirs.lease(9)
        const { self } = yield* on(dead, Nodes)
        const isAlive = on(other, Effect.flatMap(Nodes, (nodes) => nodes.isAlive(self)))
        assert.isTrue(yield* isAlive)
        assert.strictEqual(lost.length, 4)
        assert.strictEqual((yield* ours.lease(9)).length, 0)
        let again = yield* ours.lease(9)
        for (let looks = 0; again.length === 0 && looks < 200; looks++) {
          yield* Effect.sleep(50)
          again = yield* ours.lease(9)
        }
        assert.isFalse(yield* isAlive)
        assert.deepStrictEqual(again.map(({ url }) => url), lost.map(({ url }) => url))
        for (const lease of lost) assert.strictEqual(yield* theirs.end(lease, visitOf(lease, read("late"))), "lost")
        for (const lease of again) {
          assert.strictEqual(yield* ours.end(lease, visitOf(lease, read(lease.url))), "ended")
        }
        yield* settleAll(ours)
        assert.strictEqual(yield* ours.next, "done")
        const job = yield* on(
          other,
          Effect.flatMap(JobStore, (store) => store.get("a", id))
        )
        assert.deepInclude(Option.getOrThrow(job).job.stats, { crawled: 5, stored: 5 })
        yield* Scope.close(grave, Exit.void)
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live("a page with very many links is settled, and all of them wait", () =>
    Effect.gen(function*() {
      const node = yield* nodeOver(yield* server().lent, { nodeSilence: Duration.seconds(60) })
      const id = yield* on(node, runningJob())
      const frontier = yield* open(node, id)
      const links = Array.from({ length: 30_000 }, (_, index) => `https://site-${index % 700}.test/${index}`)
      yield* seedEnds(frontier, links)
      const job = yield* on(node, Effect.flatMap(JobStore, (store) => store.get("a", id)))
      assert.strictEqual(Option.getOrThrow(job).job.stats.pending, 30_000)
      const leases = yield* frontier.lease(100)
      assert.deepStrictEqual(leases.slice(0, 2).map(({ url }) => url), links.slice(0, 2))
    }).pipe(Effect.scoped), { tags: tags() })

  it.live(
    "a job is everywhere at once, and who waits for its change is woken by another node",
    () =>
      Effect.gen(function*() {
        const [one, two] = yield* twoNodesOver(yield* server().lent)
        const id = yield* on(one, runningJob())
        const store = yield* on(two, JobStore)
        const { revision } = Option.getOrThrow(yield* store.get("a", id))
        const watching = yield* Effect.forkChild(store.changed(id, revision))
        const told = yield* Effect.forkChild(on(
          two,
          // That the job was created may still be on its way.
          Effect.flatMap(
            Nodes,
            ({ signals }) => Stream.runHead(Stream.filter(signals, ({ _tag }) => _tag !== "Created"))
          )
        ))
        const frontier = yield* open(one, id)
        yield* seedEnds(frontier, sites(2))
        yield* Fiber.join(watching)
        const before = Option.getOrThrow(yield* store.get("a", id))
        const ending = yield* Effect.forkChild(store.changed(id, before.revision))
        yield* on(one, Effect.flatMap(JobStore, (own) => own.cancel("a", id)))
        yield* Fiber.join(ending)
        assert.strictEqual(Option.getOrThrow(yield* store.get("a", id)).job.status, "cancelled")
        // Of the pages nobody is told: a notification locks the whole server.
        if (hasSignals) {
          assert.deepStrictEqual(Option.getOrThrow(yield* Fiber.join(told)), { _tag: "Cancelled", id })
        }
        assert.deepStrictEqual(
          yield* on(
            two,
            Effect.flatMap(Nodes, ({ alive }) => alive)
          ),
          2
        )
      }).pipe(Effect.scoped),
    { tags: tags(true) }
  )

  it.live(
    "a node that waits finds the URLs that another one has brought, though nobody tells it of pages",
    () =>
      Effect.gen(function*() {
        const [one, two] = yield* twoNodesOver(yield* server().lent)
        const id = yield* on(one, runningJob())
        const [theirs, ours] = [yield* open(one, id), yield* open(two, id)]
        const [seedLease] = yield* theirs.lease(1)
        if (seedLease === undefined) return assert.fail()
        assert.deepStrictEqual(yield* ours.lease(1), [])
        const found = yield* Effect.forkChild(Effect.gen(function*() {
          for (;;) {
            const leases = yield* ours.lease(9)
            if (leases.length > 0) return leases
            assert.strictEqual(yield* ours.next, "ready")
          }
        }))
        yield* theirs.end(seedLease, visitOf(seedLease, read("seed", sites(3))))
        yield* settleAll(theirs)
        assert.strictEqual((yield* Fiber.join(found)).length, 3)
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live(
    "clocks of nodes that are hours apart change nothing: turns, leases and who is alive are the database's time",
    () =>
      Effect.gen(function*() {
        const url = yield* server().lent
        const one = yield* nodeOver(url)
        const two = yield* Effect.provideService(nodeOver(url), Clock.Clock, hoursOff(yield* Clock.Clock, 5))
        const turnOn = (node: Node) =>
          on(
            node,
            Effect.flatMap(DomainLease, (gate) => Effect.flatten(gate.acquire("a.test", Duration.millis(200), false)))
          )
        const from = performance.now()
        const [began] = server().sql(url, "SELECT clock_timestamp()::text")
        yield* turnOn(two)
        yield* turnOn(one)
        yield* turnOn(two)
        assert.isAtLeast(performance.now() - from, 395)
        // Longer than the silence: each still hears the other.
        const id = yield* on(one, runningJob())
        const theirs = yield* open(two, id)
        yield* seedEnds(theirs, sites(4))
        const leases = yield* theirs.lease(4)
        const beaten = `SELECT count(*) FROM gleaner.nodes WHERE beat_at > '${began}'::timestamptz + '${
          Duration.toMillis(silence)
        } ms'`
        yield* Effect.promise(() => polled(() => server().sql(url, beaten)[0], (count) => count === "2"))
        for (const node of [one, two]) {
          assert.strictEqual(yield* on(node, Effect.flatMap(Nodes, ({ alive }) => alive)), 2)
        }
        for (const lease of leases) {
          assert.strictEqual(yield* theirs.end(lease, visitOf(lease, read(lease.url))), "ended")
        }
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live("requests of a key are counted over all nodes", () =>
    Effect.gen(function*() {
      const nodes = yield* nodesOver(3, yield* server().lent)
      const ask = Effect.flatMap(RequestCounter, (counter) => counter.count("a", 10, Duration.minutes(1)))
      const answers = yield* Effect.forEach(nodes, (node) => on(node, Effect.replicateEffect(ask, 5)), {
        concurrency: "unbounded"
      })
      const all = answers.flat()
      assert.strictEqual(all.filter(({ isExceeded }) => !isExceeded).length, 10)
      const remaining = all.map((answer) => answer.remaining).toSorted((a, b) => b - a)
      assert.deepStrictEqual(remaining, Array.from({ length: 15 }, (_, at) => Math.max(0, 9 - at)))
    }).pipe(Effect.scoped), { tags: tags() })

  it.live(
    "crawls, of all keys and of one, are limited over all nodes, and so are those that run",
    () =>
      Effect.gen(function*() {
        const nodes = yield* nodesOver(3, yield* server().lent, { maxCrawls: 7, maxCrawlsPerKey: 4 })
        const create = (owner: string) =>
          Effect.flatMap(JobStore, (store) => Effect.result(store.create(owner, seed, options)))
        const asked = (owner: string) => nodes.map((node) => on(node, Effect.replicateEffect(create(owner), 4)))
        const answers = yield* Effect.all([...asked("a"), ...asked("b")], { concurrency: "unbounded" })
        const made = (of: ReadonlyArray<number>) =>
          of.flatMap((at) => answers[at] ?? []).filter(({ _tag }) => _tag === "Success").length
        // One key may have 4; the other finds its share, half of 7, even where the first has taken more.
        assert.isAtLeast(made([0, 1, 2, 3, 4, 5]), 7)
        assert.isAtMost(made([0, 1, 2]), 4)
        assert.isAtMost(made([3, 4, 5]), 4)
        const running = yield* Effect.forEach(
          nodes,
          (node) => on(node, Effect.flatMap(JobStore, (store) => store.promote(3))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(running.flat().map(({ id }) => id)).size, 3)
      }).pipe(Effect.scoped),
    { tags: tags() }
  )
})
