import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { crawlUnderCuts } from "./crawl-under-cuts.ts"
import { type CutBench, cutBench, type Cuts } from "./cut-operations.ts"
import { type Operation, operations } from "./operations.ts"

describe.skipIf(noPostgres !== undefined)(noPostgres ?? "a connection to Postgres that is cut", () => {
  const scope = Scope.makeUnsafe()
  let server: PostgresServer
  let bench: CutBench
  beforeAll(async () => {
    server = await sharedPostgres()
    bench = await Effect.runPromise(Scope.provide(cutBench(server), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const cutWhere = (operation: Operation, cuts: ReadonlyArray<Cuts>) =>
    Effect.gen(function*() {
      for (const cut of cuts) {
        const { disturbed, undisturbed } = yield* bench.cutEach(operation, cut)
        assert.isAbove(disturbed.length, 0)
        assert.deepStrictEqual(undisturbed.held, [])
        for (const [at, result] of disturbed.entries()) assert.deepStrictEqual(result, undisturbed, `${cut.cut}, ${at}`)
      }
    })

  it.live.each(operations)(
    "changes nothing about an operation whose answer is lost: $name",
    (operation) => cutWhere(operation, [{ cut: "answer lost", max: 1 }])
  )

  it.live.each(operations)(
    "changes nothing about an operation, wherever it is cut: $name",
    (operation) => cutWhere(operation, [{ cut: "request sent", max: 6 }, { cut: "answer lost", max: 6 }]),
    { tags: "long" }
  )

  it.live(
    "leaves a crawl as it would have been: no domain is frozen, no page is lost or visited twice",
    () =>
      Effect.gen(function*() {
        const whole = yield* crawlUnderCuts(server, 1, undefined)
        const cut = yield* crawlUnderCuts(server, 1, 7)
        assert.isAbove(cut.cuts, 20)
        assert.deepStrictEqual(cut.held, [])
        assert.deepStrictEqual(cut.ledger, whole.ledger)
        assert.deepStrictEqual(cut.stats, whole.stats)
        assert.strictEqual(cut.visits, cut.ledger.length)
      }),
    { tags: "long" }
  )
})
