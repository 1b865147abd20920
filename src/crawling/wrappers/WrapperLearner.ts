import { Context, Duration, Effect, FiberMap, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { WrapperId } from "../../core/domain/wrapper/Wrapper.ts"
import { log } from "../../core/observability/log-lines.ts"
import { repeatedly } from "../../core/observability/repeatedly.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { Extractor } from "../../extract/Extractor.ts"
import { PageReader } from "../../page/PageReader.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Nodes } from "../jobs/Nodes.ts"
import { JobTemplates } from "../jobs/templates/JobTemplates.ts"
import { learnWrapper, unlearnt } from "./learn-wrapper.ts"
import { Model } from "./model/Model.ts"
import { relearnWrapper } from "./relearn-wrapper.ts"
import { type StoredWrapper, type WrapperState, WrapperStore } from "./WrapperStore.ts"

/**
 * Learns the wrappers that are due. Every node does: a lease gives each wrapper to one of them at a time, and to another
 * one after the crash of a node.
 */
export class WrapperLearner extends Context.Service<WrapperLearner, {
  /** Starts to learn wrappers that are due now, as many as this node may learn at a time. */
  readonly learnDue: Effect.Effect<void, StoreUnavailable>
  /** Stops learning a wrapper on this node. Its requests have ended when it returns. */
  stop(id: WrapperId): Effect.Effect<void>
}>()("gleaner/crawling/wrappers/WrapperLearner") {
  static readonly layerNoDeps = Layer.effect(
    WrapperLearner,
    Effect.gen(function*() {
      const store = yield* WrapperStore
      const nodes = yield* Nodes
      const settings = yield* Settings
      const learning = {
        extractor: yield* Extractor,
        jobs: yield* JobStore,
        model: yield* Model,
        reader: yield* PageReader,
        settings,
        templates: yield* JobTemplates
      }
      const fibers = yield* FiberMap.make<WrapperId, void, StoreUnavailable>()
      const renewal = Duration.divideUnsafe(settings.rowLease, 4)

      /** Ends when the wrapper is deleted, edited, or with another node. */
      const untilLost = (taken: StoredWrapper) =>
        Effect.repeat(
          Effect.andThen(Effect.sleep(renewal), Effect.orElseSucceed(store.renew(taken), () => true)),
          { while: (isOurs) => isOurs }
        )

      /** Discards what was learnt if another write was first. */
      const save = Effect.fnUntraced(function*(taken: StoredWrapper, state: WrapperState) {
        const expiry = (yield* nodes.now) + Duration.toMillis(settings.jobRetention)
        yield* store.save({ ...taken, state, dueAt: state.status === "failed" ? expiry : null })
      })

      /** Stores a state between two steps. None if the wrapper is no longer with this node, as for any other write. */
      const saveStep = Effect.fnUntraced(function*(taken: StoredWrapper, state: WrapperState) {
        // Not due before it is leased again.
        const dueAt = (yield* nodes.now) + Duration.toMillis(settings.rowLease)
        if (!(yield* store.save({ ...taken, state, dueAt }))) return Option.none<StoredWrapper>()
        const next = { ...taken, state, dueAt, version: taken.version + 1 }
        return (yield* store.renew(next)) ? Option.some(next) : Option.none<StoredWrapper>()
      })

      const stepOf = (wrapper: StoredWrapper) => {
        const { relearning, rules } = wrapper.state
        return relearning === undefined || rules === null
          ? learnWrapper(learning, wrapper)
          : relearnWrapper(learning, { wrapper, before: rules, relearning })
      }

      const learn = Effect.fn("WrapperLearner.learn")(function*(taken: StoredWrapper) {
        for (let current = Option.some(taken); Option.isSome(current);) {
          const step = Effect.asSome(stepOf(current.value))
          const learnt = yield* Effect.raceFirst(step, Effect.as(untilLost(current.value), Option.none<WrapperState>()))
          if (Option.isNone(learnt)) return
          const isNew = learnt.value.rules !== current.value.state.rules
          const state = isNew ? { ...learnt.value, rulesAt: yield* nodes.now } : learnt.value
          if (state.status !== "learning") return yield* save(current.value, state)
          current = yield* saveStep(current.value, state)
        }
      })

      const serve = Effect.fnUntraced(function*(taken: StoredWrapper) {
        if (taken.state.status === "learning") return yield* learn(taken)
        const isExpired = taken.dueAt !== null && taken.dueAt <= (yield* nodes.now)
        yield* isExpired ? store.forget(taken.id) : store.save(taken)
      })

      /** A wrapper whose learning meets a defect would be learnt again for ever. */
      const served = (taken: StoredWrapper) =>
        Effect.catchDefect(Effect.asVoid(serve(taken)), (defect) =>
          Effect.gen(function*() {
            yield* log("a wrapper cannot be learnt", { "wrapper.id": taken.id, "error.type": String(defect) }, "Error")
            yield* save(taken, unlearnt(taken.state, "The service failed; its log has the reason."))
          }))

      return WrapperLearner.of({
        learnDue: Effect.gen(function*() {
          const free = maxLearning - (yield* FiberMap.size(fibers))
          if (free <= 0) return
          const due = yield* store.take(free, yield* nodes.now)
          for (const taken of due) yield* FiberMap.run(fibers, taken.id, served(taken))
        }),
        stop: (id) => FiberMap.remove(fibers, id)
      })
    })
  ).pipe(Layer.provide(JobTemplates.layerNoDeps))

  /** Learns in the background. */
  static readonly layerLoop = Layer.effectDiscard(
    Effect.flatMap(WrapperLearner, ({ learnDue }) => repeatedly("learning wrappers", learnDue, pollInterval))
  )
}

/** Wrappers that a node learns at the same time. Most of the time their pages wait for their turns. */
const maxLearning = 4
const pollInterval = "1 second"
