import { it } from "@effect/vitest"
import { type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "./engine.ts"

/** The retention in tests that wait for its end. */
export const retentionOf = ({ clock }: Engine): Duration.Input => clock === "test" ? "15 minutes" : "2 seconds"

/** Waits for the end of the retention. */
export const retentionPasses = ({ clock }: Engine): Effect.Effect<void> =>
  clock === "test" ? TestClock.adjust("16 minutes") : Effect.sleep("2200 millis")

/** Tests on the clock of the engine. */
export const testOf = ({ clock }: Engine) => clock === "test" ? it.effect : it.live

/** Options of a test of many rows: only the fastest engine runs it in the short form of the tests. */
export const manyRows = ({ isDurable }: Engine): { readonly tags: "long" | [] } => ({ tags: isDurable ? "long" : [] })
