import { assert, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { overFleets } from "./fleets.ts"
import { on, silence } from "./nodes-over.ts"

const delay = Duration.millis(80)
const acquire = (domain: string, wanted = delay, isContinuation = false) =>
  Effect.flatMap(DomainLease, (gate) => Effect.uninterruptible(gate.acquire(domain, wanted, isContinuation)))

/** A turn without anything in it, and how long it took to get it. */
const turn = (domain: string, wanted = delay) =>
  Effect.gen(function*() {
    const from = performance.now()
    // Nothing comes between getting the turn and giving it back.
    yield* Effect.uninterruptible(Effect.flatten(acquire(domain, wanted)))
    return performance.now() - from
  })

overFleets("leases of domains that nodes share", ({ name, nodeOver, nodesOver, tags, twoNodesOver }, server) => {
  it.live("who waits for a long time asks seldom", () =>
    Effect.gen(function*() {
      const url = yield* server().lent
      // The log is that of all databases.
      const domain = `${name.replaceAll(" ", "-")}.test`
      server().sql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET log_statement = 'all'`)
      const node = yield* nodeOver(url)
      yield* on(node, Effect.flatten(acquire(domain, Duration.millis(900))))
      yield* on(node, turn(domain, Duration.millis(900)))
      // Two for each turn: one to learn when it is due, one to take it.
      const statements = server().log().split("\n").filter((line) => line.includes(domain))
      assert.isBelow(statements.length, 6)
    }).pipe(Effect.scoped), { tags: tags() })

  it.live("one node at a time is on a domain, and none before the delay is over", () =>
    Effect.gen(function*() {
      const nodes = yield* nodesOver(3, yield* server().lent)
      const turns: Array<{ readonly begun: number; readonly ended: number }> = []
      const visit = Effect.gen(function*() {
        const leave = yield* acquire("a.test")
        const begun = performance.now()
        yield* Effect.sleep(5)
        turns.push({ begun, ended: performance.now() })
        yield* leave
      })
      yield* Effect.forEach(nodes, (node) => on(node, Effect.repeat(visit, { times: 4 })), {
        concurrency: "unbounded"
      })
      const gaps = turns.toSorted((a, b) => a.begun - b.begun)
        .map(({ begun }, at, all) => begun - (all[at - 1]?.ended ?? -Infinity))
      assert.strictEqual(turns.length, 15)
      assert.deepStrictEqual(gaps.filter((gap) => gap < 80), [])
    }).pipe(Effect.scoped), { tags: tags(true) })

  it.live(
    "domains do not wait for each other, and two turns in opposite order do not block each other",
    () =>
      Effect.gen(function*() {
        const [one, two] = yield* twoNodesOver(yield* server().lent)
        const through = (first: string, second: string) => Effect.andThen(turn(first), turn(second))
        yield* Effect.all([
          on(one, Effect.repeat(through("a.test", "b.test"), { times: 3 })),
          on(two, Effect.repeat(through("b.test", "a.test"), { times: 3 }))
        ], { concurrency: "unbounded" })
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live(
    "the second turn of a visit follows at once on the same node, and nowhere else",
    () =>
      Effect.gen(function*() {
        const [one, two] = yield* twoNodesOver(yield* server().lent)
        const long = Duration.hours(1)
        yield* on(one, Effect.flatten(acquire("a.test", long)))
        yield* on(one, Effect.flatten(acquire("a.test", long, true)))
        const brief = Duration.seconds(2)
        yield* on(one, Effect.flatten(acquire("b.test", brief)))
        const from = performance.now()
        yield* on(two, Effect.flatten(acquire("b.test", brief, true)))
        assert.isAtLeast(performance.now() - from, 1900)
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live(
    "a site that asks for rest gets it from all nodes, and its back-off delays all of them",
    () =>
      Effect.gen(function*() {
        const [one, two] = yield* twoNodesOver(yield* server().lent)
        const gate = yield* on(one, DomainLease)
        const leave = yield* on(one, acquire("a.test"))
        const from = performance.now()
        yield* gate.slowDown("a.test", Duration.millis(300), Duration.seconds(2))
        yield* leave
        yield* on(two, turn("a.test"))
        assert.isAtLeast(performance.now() - from, 290)
        yield* on(two, turn("a.test"))
        assert.isAtLeast(performance.now() - from, 2290)
        const known = yield* on(two, Effect.flatMap(DomainLease, (other) => other.known("a.test")))
        assert.strictEqual(known._tag === "Some" ? Duration.toMillis(known.value.backOff) : 0, 2000)
        yield* gate.recovered("a.test", Duration.zero)
        yield* on(two, turn("a.test"))
        assert.isBelow(yield* on(one, turn("a.test")), 1500)
      }).pipe(Effect.scoped),
    { tags: tags() }
  )

  it.live("without a delay nobody waits, unless the site has asked for rest", () =>
    Effect.gen(function*() {
      const [one, two] = yield* twoNodesOver(yield* server().lent)
      yield* on(one, acquire("a.test", Duration.zero))
      yield* on(two, acquire("a.test", Duration.zero))
      const gate = yield* on(one, DomainLease)
      const slowed = gate.slowDown("a.test", Duration.millis(250), Duration.millis(50))
      const [waited] = yield* Effect.timed(Effect.andThen(slowed, on(two, turn("a.test", Duration.zero))))
      assert.isAtLeast(Duration.toMillis(waited), 240)
    }).pipe(Effect.scoped), { tags: tags() })

  it.live("who is interrupted while it waits leaves nothing held", () =>
    Effect.gen(function*() {
      const [one, two] = yield* twoNodesOver(yield* server().lent)
      const leave = yield* on(one, acquire("a.test"))
      const waiting = yield* Effect.forkChild(
        on(two, Effect.replicateEffect(turn("a.test"), 8, { concurrency: "unbounded" }))
      )
      yield* Effect.sleep(30)
      yield* leave
      yield* Effect.sleep(75)
      yield* Fiber.interrupt(waiting)
      assert.isBelow(yield* on(one, turn("a.test")), 2000)
    }).pipe(Effect.scoped), { tags: tags() })

  it.live("a dead node's domain is free after its silence and the delay", () =>
    Effect.gen(function*() {
      const url = yield* server().lent
      const dead = yield* Scope.make()
      const one = yield* Effect.provideService(nodeOver(url, { nodeBeat: Duration.minutes(1) }), Scope.Scope, dead)
      const two = yield* nodeOver(url)
      yield* on(one, acquire("a.test", Duration.millis(200)))
      const waited = yield* on(two, turn("a.test"))
      assert.isAtLeast(waited, Duration.toMillis(silence) * 0.8)
      assert.isBelow(waited, 4000)
      yield* Scope.close(dead, Exit.void)
    }).pipe(Effect.scoped), { tags: tags(true) })
})
