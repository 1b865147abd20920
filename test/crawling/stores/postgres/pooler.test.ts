import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Logger, Option, Redacted, Stream } from "effect"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import { Nodes } from "../../../../src/crawling/jobs/Nodes.ts"
import { checkRole } from "../../../../src/crawling/stores/postgres/check-role.ts"
import { Database } from "../../../../src/crawling/stores/postgres/Database.ts"
import { noPgBouncer, type PgBouncer, startPgBouncer } from "../../../support/stores/pgbouncer.ts"
import { noPostgres, type PostgresServer, sharedPostgres } from "../../../support/stores/postgres.ts"
import { listening, nodeOver, on, runningJob } from "./nodes-over.ts"

const missing = noPostgres ?? noPgBouncer

describe.skipIf(missing !== undefined)(missing ?? "a pooler in transaction mode", () => {
  let server: PostgresServer
  let pooler: PgBouncer
  beforeAll(async () => {
    server = await sharedPostgres()
    pooler = await startPgBouncer(server.database())
  })
  afterAll(() => pooler.remove())

  it.live("lets nodes signal at once if LISTEN has a direct connection", () =>
    Effect.gen(function*() {
      const url = yield* server.lent
      const settings = { storePooler: Redacted.make(url), jobPoll: Duration.hours(1) }
      const [one, two] = [
        yield* nodeOver(pooler.through(url), settings),
        yield* nodeOver(pooler.through(url), settings)
      ]
      const id = yield* on(one, runningJob())
      const told = yield* Effect.forkChild(on(
        two,
        Effect.flatMap(Nodes, ({ signals }) => Stream.runHead(Stream.filter(signals, ({ _tag }) => _tag !== "Created")))
      ))
      yield* listening(server, url, 2)
      yield* on(one, Effect.flatMap(JobStore, (store) => store.cancel("a", id)))
      assert.deepStrictEqual(Option.getOrThrow(yield* Fiber.join(told)), { _tag: "Cancelled", id })
    }).pipe(Effect.scoped))

  it.live("that the settings do not name stops the start with a line that does", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Effect.scoped(nodeOver(pooler.through(server.database()))))
      assert.match(
        String((error as Error).message),
        /^GLEANER_STORE: .*unsupported startup parameter.*GLEANER_STORE_POOLER=on/
      )
    }))

  it.live("has its parameters from the role, and the log says which are missing", () =>
    Effect.gen(function*() {
      const url = server.database()
      const lines: Array<string> = []
      const log = Logger.make(({ message }) => void lines.push(String(message)))
      const check = Effect.scoped(Effect.gen(function*() {
        const layer = Database.layer(Redacted.make(url), { connections: 1, timeout: Duration.seconds(9), pooler: "on" })
        const database = yield* Layer.build(Layer.fresh(layer))
        yield* Effect.provideContext(Effect.flatMap(Database, (db) => checkRole(db, Duration.seconds(7))), database)
      })).pipe(Effect.provide(Logger.layer([log])))
      yield* check
      assert.strictEqual(lines.length, 1)
      const commands = (lines[0] ?? "").split("run ")[1]?.split("; ") ?? []
      assert.strictEqual(commands.length, 5)
      assert.match(commands[4] ?? "", /SET idle_in_transaction_session_timeout = '7s'$/)
      // The role of the tests is shared: the same for this database alone.
      const name = new URL(url).pathname.slice(1)
      server.sql(url, ...commands.map((command) => command.replace(" SET", ` IN DATABASE ${name} SET`)))
      yield* check
      assert.strictEqual(lines.length, 1)
      // A shorter time of the operator is as good. A longer one is not, and 0 is none.
      const idle = (time: string) =>
        server.sql(
          url,
          `ALTER ROLE CURRENT_USER IN DATABASE ${name} SET idle_in_transaction_session_timeout = '${time}'`
        )
      for (const [time, count] of [["900ms", 1], ["1min", 2], ["0", 3]] as const) {
        idle(time)
        yield* check
        assert.lengthOf(lines, count, time)
      }
    }))
})
