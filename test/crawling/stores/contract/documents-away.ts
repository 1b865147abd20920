import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Layer, Scope } from "effect"
import { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { Frontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { DocumentStore } from "../../../../src/crawling/jobs/DocumentStore.ts"
import { testOf } from "./clock.ts"
import { crawling, ledgerOf, options, read, seed, settleAll, visitOf } from "./crawling.ts"
import type { Engine } from "./engine.ts"

/** A store of documents that can become unavailable. */
const place = () => {
  const kept = new Map<string, Uint8Array>()
  const state = { isAway: false }
  const reached = <A>(effect: Effect.Effect<A>) =>
    Effect.suspend((): Effect.Effect<A, StoreUnavailable> =>
      state.isAway ? Effect.fail(new StoreUnavailable({ reason: "the bucket is away" })) : effect
    )
  const layer = Layer.succeed(DocumentStore, {
    put: (job, bytes) =>
      reached(Effect.sync(() => {
        const ref = `${job}/${kept.size}`
        kept.set(ref, bytes)
        return ref
      })),
    get: (ref) => reached(Effect.sync(() => kept.get(ref) ?? new Uint8Array())),
    drop: () => reached(Effect.void)
  })
  return { layer, state }
}

/** A crawl while the store of its documents is unavailable. */
export const documentsAwayContract = (engine: Engine): void => {
  const test = testOf(engine)

  describe(`documents that cannot be kept (${engine.name})`, () => {
    test("cost a crawl in memory the document; another crawl goes on when their place is back, each page settled once", () => {
      const { layer, state } = place()
      return Effect.gen(function*() {
        const frontiers = yield* Frontier
        const crawl = yield* crawling({ pages: 4 })
        yield* crawl.page(read("seed"))
        const task = { id: crawl.id, seed: new URL(seed), options }
        /** Settles two pages with a new frontier, and ends it like the supervisor. */
        const round = Effect.gen(function*() {
          const scope = yield* Scope.make()
          const frontier = engine.isDurable ? yield* Scope.provide(frontiers.open(task), scope) : crawl.frontier
          if (engine.isDurable) yield* frontier.knows(seed)
          const leases = yield* frontier.lease(2)
          const ended = yield* Effect.exit(Effect.andThen(
            Effect.forEach(leases, (lease) => frontier.end(lease, visitOf(lease, read(lease.url)))),
            settleAll(frontier)
          ))
          yield* Scope.close(scope, Exit.void)
          return ended
        })
        state.isAway = true
        const away = yield* round
        assert.strictEqual(Exit.isFailure(away), engine.isDurable)
        state.isAway = false
        assert.isTrue(Exit.isSuccess(yield* round))
        if (engine.isDurable) assert.isTrue(Exit.isSuccess(yield* round))
        const outcomes = (yield* ledgerOf(crawl)).map(({ outcome, url }) => [url, outcome])
        const first = engine.isDurable ? "stored" : "skipped"
        assert.deepStrictEqual(outcomes, [
          [seed, "stored"],
          [`${seed}1`, first],
          [`${seed}2`, first],
          [`${seed}3`, "stored"],
          [`${seed}4`, "stored"]
        ])
      }).pipe(Effect.scoped, Effect.provide(engine.layer().pipe(Layer.provide(layer))))
    })
  })
}
