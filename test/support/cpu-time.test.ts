import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { growsInProportion } from "./processes/cpu-time.ts"

const steps = (count: number) => {
  let sum = 0
  for (let step = 0; step < count; step++) sum += Math.sqrt(step)
  return sum
}

it.effect("a cost that grows with the square of the length is found", () =>
  Effect.gen(function*() {
    yield* growsInProportion(4_000_000, (length) => Effect.sync(() => steps(length)))
    const quadratic = growsInProportion(6_000, (length) => Effect.sync(() => steps(length * length)))
    assert.strictEqual((yield* Effect.exit(quadratic))._tag, "Failure")
  }))
