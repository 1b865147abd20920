import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Option, Redacted, Stream } from "effect"
import type { StoreUnavailable } from "../../../../src/core/domain/errors/StoreUnavailable.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Nodes } from "../../../../src/crawling/jobs/Nodes.ts"
import { DomainLease } from "../../../../src/web/politeness/DomainLease.ts"
import { read, settleAll, visitOf } from "../contract/crawling.ts"
import { overFleets } from "./fleets.ts"
import { listening, on, open, runningJob, seedEnds, silence, sites } from "./nodes-over.ts"

overFleets("nodes whose Postgres is away", ({ hasSignals, nodeOver, own, tags }) => {
  it.live("an outage is an error that names no secret, and is over by itself", () =>
    Effect.gen(function*() {
      const postgres = yield* own
      const url = postgres.database()
      const node = yield* nodeOver(url, { nodeSilence: Duration.seconds(20) })
      const { signals } = yield* on(node, Nodes)
      const store = yield* on(node, JobStore)
      const id = yield* on(node, runningJob())
      const frontier = yield* open(node, id)
      yield* seedEnds(frontier, sites(2))
      const [lease] = yield* frontier.lease(1)
      if (lease === undefined) return assert.fail()
      yield* Effect.promise(postgres.stop)
      const error: StoreUnavailable = yield* Effect.flip(store.ready)
      assert.strictEqual(error._tag, "StoreUnavailable")
      assert.notInclude(JSON.stringify(error), Redacted.value(Redacted.make(new URL(url).password)))
      // A page that ends meanwhile is kept until it can be told.
      const ending = yield* Effect.forkChild(frontier.end(lease, visitOf(lease, read("meanwhile"))))
      yield* Effect.promise(postgres.start)
      assert.strictEqual(yield* Fiber.join(ending), "ended")
      assert.strictEqual(yield* settleAll(frontier), 1)
      if (!hasSignals) return
      const told = yield* Effect.forkChild(Stream.runHead(signals), { startImmediately: true })
      yield* listening(postgres, url, 1)
      yield* store.cancel("a", id)
      assert.strictEqual(Option.getOrThrow(yield* Fiber.join(told))._tag, "Cancelled")
    }).pipe(Effect.scoped), { tags: "long" })

  it.live("a node that the others cannot hear stops before they take over", () =>
    Effect.gen(function*() {
      const postgres = yield* own
      const node = yield* nodeOver(postgres.database())
      const { whileAlive } = yield* on(node, Nodes)
      const { lost } = yield* on(node, DomainLease)
      yield* Effect.promise(postgres.stop)
      // A busy machine delays all timers.
      const tooLate = Effect.as(Effect.sleep(Duration.sum(silence, Duration.seconds(1))), {
        _tag: "too late" as const
      })
      const ends = [whileAlive(Effect.never), lost ?? Effect.never].map((stopped) =>
        Effect.raceFirst(Effect.flip(stopped), tooLate)
      )
      for (const { _tag } of yield* Effect.all(ends, { concurrency: 2 })) assert.strictEqual(_tag, "StoreUnavailable")
    }).pipe(Effect.scoped), { tags: tags() })
})
