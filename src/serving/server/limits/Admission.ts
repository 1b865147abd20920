import { Context, Duration, Effect, Layer, Metric, type Scope } from "effect"
import { Overloaded } from "../../../contract/api/Problems.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { Shares } from "../../../core/kernel/fair/Shares.ts"
import { MainThread, WorkOwner } from "../../../core/kernel/slices/MainThread.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { LoadMeter } from "./LoadMeter.ts"

/** Decides whether new work is taken on. Questions about a job or the health are always answered. */
export class Admission extends Context.Service<Admission, {
  /**
   * Fails while this process has no memory for more, or no time: for the owners that use the main thread if any do, for
   * all owners otherwise.
   */
  readonly check: Effect.Effect<void, Overloaded>
  /** Pages that callers are waiting for now. */
  readonly inFlight: Effect.Effect<number>
  /**
   * A place for a page that a caller waits for. Owners share the places; the caller has its place until the answer
   * has been sent.
   */
  place(owner: string): Effect.Effect<void, Overloaded, Scope.Scope>
}>()("gleaner/serving/server/limits/Admission") {
  /** Uses any measure of the load. */
  static readonly layerNoDeps = Layer.effect(
    Admission,
    Effect.gen(function*() {
      const { maxLoopDelay, maxMemoryPercent, maxScrapes } = yield* Settings
      const meter = yield* LoadMeter

      const check = Effect.flatMap(meter.load, ({ loopDelay, memory }) => {
        if (memory * 100 > maxMemoryPercent) return refuse("is short of memory")
        if (Duration.isLessThanOrEqualTo(loopDelay, maxLoopDelay)) return Effect.void
        return Effect.gen(function*() {
          const thread = yield* MainThread.current
          if (!thread.isBusy) return yield* refuse("is too busy")
          if (thread.isBusyWith(yield* WorkOwner)) return yield* refuse("is busy with answers to this key")
        })
      })

      const places = new Shares({ units: maxScrapes, reserve: maxScrapes })
      const take = (owner: string) =>
        Effect.suspend(() => {
          if (!places.allows(owner)) return refuse(`has ${counted(maxScrapes, "page")} in flight, which is the limit`)
          places.take(owner)
          return Effect.void
        })
      const place = (owner: string) =>
        Effect.andThen(check, Effect.acquireRelease(take(owner), () => Effect.sync(() => places.release(owner))))

      return Admission.of({ check, inFlight: Effect.sync(() => places.total), place })
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(LoadMeter.layer))
}

/** About as long as a page takes. */
const retrySeconds = 2

/** Refuses a new job while the documents of earlier ones fill the store. */
export const refuseJob = Effect.suspend(() => refuse("cannot store documents until finished jobs expire"))

const refuse = (why: string): Effect.Effect<never, Overloaded> =>
  Effect.andThen(
    Metric.update(metrics.overloads, 1),
    Effect.fail(
      new Overloaded({ detail: `The service ${why}; try again in ${retrySeconds} s.`, retry_after: retrySeconds })
    )
  )
