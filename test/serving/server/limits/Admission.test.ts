import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { inSlices } from "../../../../src/core/kernel/slices/in-slices.ts"
import { MainThread, WorkOwner } from "../../../../src/core/kernel/slices/MainThread.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Admission } from "../../../../src/serving/server/limits/Admission.ts"
import { type Load, LoadMeter } from "../../../../src/serving/server/limits/LoadMeter.ts"
import { serviceOver } from "../../../support/entries/service-process.ts"

const idle: Load = { loopDelay: Duration.millis(1), memory: 0.2 }

/** A main thread that no key has used. */
const unused = new MainThread({ now: () => 0, next: () => {}, later: () => {} })

/** Admission under a load of the test's own; the standard thresholds, two pages in flight. */
const under = (load: () => Load) =>
  Admission.layerNoDeps.pipe(
    Layer.provide(Layer.succeed(LoadMeter, { load: Effect.sync(load) })),
    Layer.provide(Settings.layerWith({ maxScrapes: 2 }))
  )

describe("new work", () => {
  it.effect("is refused while the loop is late or memory is short, and taken again afterwards", () => {
    let load = idle
    return Effect.gen(function*() {
      const { check, place } = yield* Admission
      yield* check
      for (const much of [{ ...idle, loopDelay: Duration.millis(501) }, { ...idle, memory: 0.91 }]) {
        load = much
        const refused = yield* Effect.flip(check)
        assert.strictEqual(refused.code, "overloaded")
        assert.isAbove(refused.retry_after ?? 0, 0)
        assert.strictEqual((yield* Effect.flip(Effect.scoped(place("one")))).code, "overloaded")
      }
      load = idle
      yield* Effect.scoped(place("one"))
    }).pipe(Effect.provide(under(() => load)), Effect.provideService(MainThread.current, unused))
  })

  it.effect("is refused to the key that makes the loop late, and taken from another", () =>
    Effect.gen(function*() {
      const { check } = yield* Admission
      let now = 0
      const next: Array<() => void> = []
      const thread = new MainThread({ now: () => now, next: (run) => next.push(run), later: (run) => next.push(run) })
      const by = (owner: string) => <A, E>(work: Effect.Effect<A, E>) =>
        work.pipe(Effect.provideService(WorkOwner, owner), Effect.provideService(MainThread.current, thread))
      const useFor = (millis: number) =>
        inSlices(function*() {
          now += millis
          return
        })
      const used = yield* Effect.forkChild(by("one")(useFor(1500)), { startImmediately: true })
      for (const run of next.splice(0)) run()
      yield* Fiber.join(used)
      assert.match((yield* Effect.flip(by("one")(check))).detail ?? "", /answers to this key/)
      yield* by("two")(check)
      now += 5000
      // No key is the reason now.
      assert.match((yield* Effect.flip(by("two")(check))).detail ?? "", /too busy/)
    }).pipe(Effect.provide(under(() => ({ ...idle, loopDelay: Duration.millis(501) })))))

  it.effect("has a bounded number of pages in flight, whose places come back when their answers have ended or are given up", () =>
    Effect.gen(function*() {
      const { inFlight, place } = yield* Admission
      const answers = [yield* Scope.make(), yield* Scope.make()] as const
      yield* Effect.forEach(answers, (answer) => Scope.provide(place("one"), answer))
      assert.match((yield* Effect.flip(Effect.scoped(place("one")))).detail ?? "", /2 pages in flight/)
      yield* Scope.close(answers[0], Exit.void)
      yield* Effect.scoped(place("one"))
      assert.strictEqual(yield* inFlight, 1)
      yield* Scope.close(answers[1], Exit.interrupt())
      assert.strictEqual(yield* inFlight, 0)
    }).pipe(Effect.provide(under(() => idle))))

  it.effect("of one key never takes the places of another", () =>
    Effect.gen(function*() {
      const { place } = yield* Admission
      yield* place("hog")
      yield* place("hog")
      assert.strictEqual((yield* Effect.flip(place("hog"))).code, "overloaded")
      yield* place("other")
      assert.strictEqual((yield* Effect.flip(place("other"))).code, "overloaded")
      yield* place("third")
    }).pipe(Effect.scoped, Effect.provide(under(() => idle))))
})

describe("an overloaded service", () => {
  it("answers scrape, discover and crawl with 503 and Retry-After, and goes on answering what is polled", async () => {
    // Any process uses more than a hundredth of its heap.
    const service = await serviceOver({ maxMemoryPercent: 1, workers: 0 })
    for (const path of ["/v1/scrape", "/v1/discover", "/v1/crawl"]) {
      const response = await service.call(path, { json: { url: "http://127.0.0.1:1/" } })
      const problem = (await response.json()) as { code: string; retry_after: number }
      assert.deepStrictEqual([response.status, problem.code], [503, "overloaded"], path)
      assert.strictEqual(response.headers.get("retry-after"), String(problem.retry_after))
    }
    for (const path of ["/healthz", "/readyz", "/v1/health", "/v1/jobs"]) {
      assert.strictEqual((await service.call(path)).status, 200, path)
    }
    await service.stop()
  })
})
