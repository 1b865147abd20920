import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fs from "node:fs"
import { MainThread } from "../core/kernel/slices/MainThread.ts"
import { stageFunctions } from "../extract/stages/loaded-functions.ts"

const step = 100

/**
 * Runs the effect while the test clock advances, a tenth of a second at a time, until it ends or the limit is reached.
 * Between two steps, all effects that need no time are completed.
 */
export const whileTimePasses = <A, E, R>(effect: Effect.Effect<A, E, R>, limit: Duration.Input = "5 minutes") =>
  Effect.gen(function*() {
    const unhurried = Effect.provideService(effect, MainThread.current, unhurriedMainThread())
    const fiber = yield* Effect.forkChild(unhurried, { startImmediately: true })
    yield* timePasses(limit, () => fiber.pollUnsafe() !== undefined)
    if (fiber.pollUnsafe() === undefined) yield* Fiber.interrupt(fiber)
    return yield* Fiber.join(fiber)
  })

/** Its slices never end by the time that they take, which is another one on each machine. */
export const unhurriedMainThread = () => new MainThread({ now: () => 0, next: setImmediate, later: setImmediate })

/** Advances the test clock in small steps. */
export const timePasses = Effect.fnUntraced(function*(limit: Duration.Input, until: () => boolean = () => false) {
  // Loading takes real time, in which no virtual time may pass.
  yield* stageFunctions
  const end = Duration.toMillis(Duration.fromInputUnsafe(limit))
  yield* settled
  for (let passed = 0; passed < end && !until(); passed += step) {
    yield* TestClock.adjust(Math.min(step, end - passed))
    yield* passed % (step * stepsPerFile) === 0 ? pooled : settled
  }
})

/** Two rounds of the event loop, for promises and their continuations. */
const settled = Effect.promise(() => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))))

/** The same with one of the thread pool: a file that is being read has had its turn there, however slow the disk is. */
const pooled = Effect.promise(() =>
  new Promise<void>((resolve) => setImmediate(() => fs.stat(".", () => setImmediate(resolve))))
)

/** A round of the thread pool costs as much as ten of the event loop. */
const stepsPerFile = 32

/** Advances the test clock in one step, for idle times. */
export const jumpBy = (seconds: number) => TestClock.adjust(Duration.seconds(seconds))
