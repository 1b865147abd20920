import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Redacted } from "effect"
import { Nodes } from "../../../src/jobs/Nodes.ts"
import { HostGate } from "../../../src/politeness/HostGate.ts"
import { Settings } from "../../../src/Settings.ts"
import { Database } from "../../../src/stores/postgres/Database.ts"
import { Debts } from "../../../src/stores/postgres/Debts.ts"
import { migrate } from "../../../src/stores/postgres/migrate.ts"
import { PostgresHostGate } from "../../../src/stores/postgres/PostgresHostGate.ts"
import { PostgresNodes } from "../../../src/stores/postgres/PostgresNodes.ts"
import { noPostgres, type PostgresServer, startPostgres } from "../../support/postgres.ts"

/** One node of its own over a database that others share. */
const node = (url: string, settings: Parameters<typeof Settings.layerWith>[0] = {}) =>
  PostgresHostGate.pipe(
    Layer.provide(Debts.layer),
    Layer.provideMerge(PostgresNodes),
    Layer.provideMerge(
      Layer.effectDiscard(Effect.flatMap(Database, migrate)).pipe(
        Layer.provideMerge(Database.layer(Redacted.make(url), { connections: 4, patience: Duration.seconds(5) }))
      )
    ),
    Layer.provide(Settings.layerWith({ nodeSilence: Duration.millis(600), nodeBeat: Duration.millis(100), ...settings })),
    Layer.fresh
  )

const gateOf = (url: string) => Effect.map(Layer.build(node(url)), (context) => context)

describe.skipIf(noPostgres !== undefined)(`gates over nodes${noPostgres === undefined ? "" : `: ${noPostgres}`}`, () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  const delay = Duration.millis(60)

  it.live("lets one node at a time onto a domain, and none before its delay is over", () =>
    Effect.gen(function*() {
      const url = server.database()
      const nodes = yield* Effect.forEach([1, 2, 3], () => gateOf(url))
      const turns: Array<{ readonly begun: number; readonly ended: number }> = []
      const visit = (gate: HostGate["Service"]) =>
        Effect.gen(function*() {
          const leave = yield* gate.acquire("a.test", delay)
          const begun = performance.now()
          yield* Effect.sleep(5)
          turns.push({ begun, ended: performance.now() })
          yield* leave
        })
      yield* Effect.forEach(nodes, (context) =>
        Effect.provideContext(Effect.flatMap(HostGate, (gate) => Effect.repeat(visit(gate), { times: 4 })), context), {
        concurrency: "unbounded"
      })
      const gaps = turns.toSorted((a, b) => a.begun - b.begun).map(({ begun }, at, all) => begun - (all[at - 1]?.ended ?? -Infinity))
      assert.strictEqual(turns.length, 15)
      assert.deepStrictEqual(gaps.filter((gap) => gap < 60), [])
    }).pipe(Effect.scoped))
})
