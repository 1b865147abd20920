import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Logger, Option } from "effect"
import { RequestContext } from "../../../../src/core/kernel/RequestContext.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import type { Stores } from "../../../../src/crawling/stores/configured-stores.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { DomainRateLimiter } from "../../../../src/web/politeness/DomainRateLimiter.ts"
import type { Engine } from "./engine.ts"

const delay = 80
/** Milliseconds that a busy machine may take for a turn that is due. A wait for a lost turn takes longer. */
const timeout = 10_000
const settings = { domainDelay: Duration.millis(delay), backOffCap: Duration.seconds(30) }
const turn = (host: string) => ({ url: new URL(`https://${host}/`), crawlDelay: Duration.zero })
const crawls = <A, E>(effect: Effect.Effect<A, E, RequestContext | DomainRateLimiter>) =>
  Effect.scoped(effect.pipe(RequestContext.by("job", "crawl", Duration.minutes(1))))

/**
 * The contract of every DomainLease, below the rate limiter. Turns are in real time, because a database has a clock of
 * its own.
 */
export const domainLeasesContract = (engine: Engine): void => {
  const limiterOver = (stores: Layer.Layer<Stores, unknown>) =>
    DomainRateLimiter.layerNoDeps.pipe(
      Layer.provideMerge(stores),
      Layer.provide(Settings.layerWith(settings)),
      // Slowdowns are logged.
      Layer.provideMerge(Logger.layer([]))
    )
  /** One process over a store of its own. */
  const limiter = Layer.suspend(() => limiterOver(engine.layer(settings)))

  const withTurn = <A>(host: string, effect: Effect.Effect<A>) =>
    Effect.flatMap(DomainRateLimiter, (limiter) => limiter.withTurn(turn(host), effect))

  /** The queue time of a turn, in milliseconds. */
  const waitFor = (host: string) =>
    Effect.suspend(() => {
      const from = performance.now()
      return withTurn(host, Effect.sync(() => performance.now() - from))
    })

  describe(`leases of domains (${engine.name})`, () => {
    it.live("one turn at a time on a domain, each after the delay, and no domain waits for another", () =>
      crawls(Effect.gen(function*() {
        const visits = 8
        const turns: Array<{ readonly begun: number; readonly ended: number }> = []
        const visit = withTurn(
          "www.busy.test",
          Effect.gen(function*() {
            const begun = performance.now()
            yield* Effect.sleep(10)
            turns.push({ begun, ended: performance.now() })
          })
        )
        const busy = yield* Effect.forkChild(Effect.replicateEffect(visit, visits, { concurrency: "unbounded" }))
        yield* Effect.forEach([1, 2, 3, 4], (n) => waitFor(`quiet-${n}.test`), {
          concurrency: "unbounded"
        })
        // The waits of the busy domain exceed the time of a domain without waits.
        assert.isBelow(turns.length, visits)
        yield* Fiber.join(busy)
        const gaps = turns.slice(1).map(({ begun }, at) => begun - (turns[at]?.ended ?? 0))
        assert.strictEqual(gaps.length, visits - 1)
        // A timer may be a millisecond early.
        assert.deepStrictEqual(gaps.filter((gap) => gap < delay - 2), [])
      })).pipe(Effect.provide(limiter)))

    it.live("who is interrupted gives its turn back, while it waits and while it has it", () =>
      crawls(Effect.gen(function*() {
        const begun = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(
          withTurn("a.test", Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
        )
        yield* Deferred.await(begun)
        const waiting = yield* Effect.forkChild(withTurn("a.test", Effect.void))
        yield* Effect.sleep(20)
        yield* Fiber.interrupt(waiting)
        const from = performance.now()
        yield* Fiber.interrupt(holder)
        yield* waitFor("a.test")
        const waited = performance.now() - from
        assert.isAtLeast(waited, delay - 2)
        assert.isBelow(waited, timeout)
      })).pipe(Effect.provide(limiter)))

    it.live("a site that asks for rest gets it, and slower turns after it until it has recovered", () =>
      crawls(Effect.gen(function*() {
        const { recovered, slowDown } = yield* DomainRateLimiter
        const { url } = turn("a.test")
        yield* withTurn("a.test", slowDown(url, Duration.millis(300)))
        assert.isAtLeast(yield* waitFor("a.test"), 280)
        const slow = yield* waitFor("a.test")
        assert.isAtLeast(slow, 1.5 * delay)
        for (let answers = 0; answers < 20; answers++) yield* recovered(url)
        yield* waitFor("a.test")
        assert.isBelow(yield* waitFor("a.test"), slow)
      })).pipe(Effect.provide(limiter)))

    const { place } = engine
    if (place === undefined) return
    it.live("what a site asked for holds in the next process, and is forgotten when it has recovered", () =>
      Effect.gen(function*() {
        const stores = yield* place
        const inProcess = <A, E>(effect: Effect.Effect<A, E, Stores>) =>
          Effect.provide(effect, Layer.fresh(stores(settings)))
        const known = Effect.flatMap(DomainLease, (gate) => gate.known("a.test"))
        yield* inProcess(Effect.gen(function*() {
          const gate = yield* DomainLease
          yield* yield* gate.acquire("a.test", Duration.millis(delay), false)
          yield* gate.slowDown("a.test", Duration.seconds(20), Duration.seconds(5))
        }))
        const { backOff, rest } = Option.getOrThrow(yield* inProcess(known))
        assert.strictEqual(Duration.toMillis(backOff), 5000)
        assert.isAbove(Duration.toMillis(rest), 10_000)
        assert.isAtMost(Duration.toMillis(rest), 20_000)
        yield* inProcess(Effect.flatMap(DomainLease, (gate) => gate.recovered("a.test", Duration.zero)))
        const after = Option.getOrThrow(yield* inProcess(known))
        assert.strictEqual(Duration.toMillis(after.backOff), 0)
      }).pipe(Effect.scoped))

    it.live("a holder that dies leaves the domain to rest for its delay, and no longer than it needs to be found out", () =>
      Effect.gen(function*() {
        const died = yield* engine.deadHolder ?? Effect.die(new Error("no way to die"))
        // The rest begins when the next process opens the store.
        const opened = performance.now()
        yield* crawls(waitFor("a.test")).pipe(Effect.provide(Layer.fresh(limiterOver(died.next(settings)))))
        const waited = performance.now() - opened
        assert.isAtLeast(waited, delay - 10)
        assert.isBelow(waited, died.foundOut + timeout)
      }).pipe(Effect.scoped))
  })
}
