// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Layer, Option } from "effect"
import { StoreUnavailable } from "../../../src/core/domain/errors/StoreUnavailable.ts"
import { Settings } from "../../../src/core/settings/Settings.ts"
import { DomainLease } from "../../../src/web/politeness/DomainLease.ts"
import { DomainRateLimiter } from "../../../src/web/politeness/DomainRateLimiter.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"
import { inOrder, visits } from "./turns.ts"

/** A gate of another node's making: it notes who asks, and opens `after` so long. */
const gateOf = (
  after: Duration.Input,
  known: Option.Option<{ rest: Duration.Duration; backOff: Duration.Duration }>
) => {
  const log: Array<string> = []
  const gate = DomainLease.of({
    isOpen: false,
    acquire: (domain, delay, isContinuation) =>
      Effect.gen(function*() {
        yield* Effect.interruptible(Effect.sleep(after))
        log.push(`${domain} ${Duration.toMillis(delay)}${isContinuation ? " sequel" : ""}`)
        return Effect.sync(() => void log.push("left"))
      }),
    lost: undefined,
    slowDown: (_, rest, backOff) =>
      Effect.sync(() => void log.push(`slowed ${Duration.toMillis(rest)} ${Duration.toMillis(backOff)}`)),
    recovered: (_, backOff) => Effect.sync(() => void log.push(`recovered ${Duration.toMillis(backOff)}`)),
    known: () => Effect.succeed(known)
  })
  const layer = DomainRateLimiter.layerNoDeps.pipe(
    Layer.provide(Layer.succeed(DomainLease, gate)),
    Layer.provide(Settings.layerWith({ domainDelay: Duration.seconds(1) }))
  )
  return { log, layer }
}

describe("a gate that others ask too", () => {
  it.effect("is asked when the turn has come here, with the delay in force, and left with the turn", () => {
    const { layer, log } = gateOf("5 seconds", Option.none())
    const { times, visit } = visits()
    return Effect.gen(function*() {
      const slowed = Effect.flatMap(
        DomainRateLimiter,
        (limiter) => limiter.slowDown(new URL("https://site.test/"), Duration.seconds(4))
      )
      const recovered = Effect.flatMap(DomainRateLimiter, (limiter) => limiter.recovered(new URL("https://site.test/")))
      const answers = Effect.provideContext(slowed, yield* Effect.context<DomainRateLimiter>())
      const better = Effect.provideContext(recovered, yield* Effect.context<DomainRateLimiter>())
      yield* inOrder([
        visit("first", { crawlDelay: "2 seconds" }, 0, answers),
        visit("second", {}, 0, better)
      ], "1 minute")
      assert.deepStrictEqual(times(), [5000, 14_000])
      assert.deepStrictEqual(log, [
        "site.test 2000",
        "slowed 4000 2000",
        "left",
        "site.test 2000",
        "recovered 0",
        "left"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("who gives up while it is closed holds nobody up", () => {
    const { layer, log } = gateOf("5 seconds", Option.none())
    const { names, visit } = visits()
    return Effect.gen(function*() {
      const [first, second] = yield* inOrder([visit("first", { deadline: 3000 }), visit("second")], "1 minute")
      assert.isTrue(first !== undefined && Exit.isFailure(first))
      assert.isTrue(second !== undefined && Exit.isSuccess(second))
      assert.deepStrictEqual([names(), log], [["second"], ["site.test 1000", "left"]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("tells what an earlier process knew of a domain", () => {
    const known = Option.some({ rest: Duration.seconds(20), backOff: Duration.seconds(8) })
    const { layer, log } = gateOf(0, known)
    const { times, visit } = visits()
    return Effect.gen(function*() {
      yield* inOrder([visit("first"), visit("second")], "1 minute")
      assert.deepStrictEqual(times(), [20_000, 28_000])
      assert.strictEqual(log[0], "site.test 8000")
    }).pipe(Effect.provide(layer))
  })

  it.effect("a visit fails with store_unavailable while it cannot be asked, and keeps no turn", () => {
    let isAway = true
    const gate = DomainLease.of({
      isOpen: false,
      acquire: () =>
        Effect.suspend(() => isAway ? Effect.fail(new StoreUnavailable({ reason: "" })) : Effect.succeed(Effect.void)),
      lost: undefined,
      slowDown: () => Effect.void,
      recovered: () => Effect.void,
      known: () => Effect.succeed(Option.none())
    })
    const { visit } = visits()
    return Effect.gen(function*() {
      const error = yield* Effect.flip(visit("first"))
      assert.deepInclude(error, { code: "store_unavailable", retryAfter: 5 })
      isAway = false
      yield* inOrder([visit("second")], "10 seconds")
    }).pipe(Effect.provide(
      DomainRateLimiter.layerNoDeps.pipe(
        Layer.provide(Layer.succeed(DomainLease, gate)),
        Layer.provide(Settings.layerWith({}))
      )
    ))
  })

  it.effect("costs a turn no fiber of its own where no other node can take it over", () => {
    const { layer } = gateOf(0, Option.none())
    const { visit } = visits()
    return Effect.gen(function*() {
      const fibers: Array<number> = []
      const noteFiber = Effect.withFiber((fiber) => Effect.sync(() => void fibers.push(fiber.id)))
      yield* noteFiber
      yield* visit("first", {}, 0, noteFiber)
      assert.strictEqual(fibers[0], fibers[1])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a request in flight is broken off before another node may take its turn over", () => {
    const web = fakeWeb({ "https://site.test/slow": { takes: "30 seconds" } })
    const left: Array<number> = []
    const gate = DomainLease.of({
      isOpen: false,
      acquire: () => Effect.succeed(Effect.map(Clock.currentTimeMillis, (now) => void left.push(now))),
      lost: Effect.andThen(Effect.sleep("13 seconds"), Effect.fail(new StoreUnavailable({ reason: "" }))),
      slowDown: () => Effect.void,
      recovered: () => Effect.void,
      known: () => Effect.succeedNone
    })
    return Effect.gen(function*() {
      const error = yield* whileTimePasses(Effect.flip(fetchPage("https://site.test/slow")), "60 seconds")
      assert.deepInclude(error, { code: "store_unavailable", retryAfter: 5 })
      assert.deepStrictEqual(web.pages().map(({ endedAt, startedAt }) => [startedAt, endedAt]), [[0, undefined]])
      // robots.txt first.
      assert.deepStrictEqual(left, [0, 13_000])
    }).pipe(Effect.provide(fetchOver(web, {}, Layer.succeed(DomainLease, gate))))
  })
})
