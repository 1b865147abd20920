import { Effect, type Scope } from "effect"
import { afterAll, beforeAll, describe, type TestOptions } from "vitest"
import { noPgBouncer, startPgBouncer } from "../../../support/stores/pgbouncer.ts"
import { noPostgres, type PostgresServer, sharedPostgres, startPostgres } from "../../../support/stores/postgres.ts"
import type { Overrides } from "../contract/engine.ts"
import { type Node, nodeOver, nodesOver } from "./nodes-over.ts"

/** Several nodes around one Postgres, and the way in which they reach it. */
export interface Fleet {
  readonly name: string
  /** Reason why it is not here. */
  readonly missing: string | undefined
  /** Whether nodes hear of each other without polling. */
  readonly hasSignals: boolean
  /** Settings of a service. */
  readonly environment: Readonly<Record<string, string>>
  /** `npm test` runs every test of the first fleet, and of the others those that are `short`. */
  readonly tags: (isShort?: boolean) => Array<"long">
  readonly start: () => Promise<FleetServer>
  /** With a Postgres that the test may stop. */
  readonly own: Effect.Effect<FleetServer, never, Scope.Scope>
  readonly nodeOver: typeof nodeOver
  readonly nodesOver: typeof nodesOver
  readonly twoNodesOver: (url: string) => Effect.Effect<readonly [Node, Node], unknown, Scope.Scope>
}

export interface FleetServer extends Pick<PostgresServer, "database" | "lent" | "sql" | "log" | "start" | "stop"> {
  /** The same database without what is between. */
  readonly direct: (url: string) => string
  /** Ends what is between. The Postgres of a worker goes on. */
  readonly close: () => Promise<void>
}

interface Kind extends Pick<Fleet, "name" | "missing" | "hasSignals" | "environment"> {
  readonly settings: Overrides
  readonly isFirst?: boolean
  readonly isPooled?: boolean
}

const fleet = ({ isFirst = false, isPooled = false, settings, ...kind }: Kind): Fleet => {
  const over = async (server: PostgresServer): Promise<FleetServer> => {
    if (!isPooled) return { ...server, direct: (url) => url, close: async () => {} }
    const url = server.database()
    const pooler = await startPgBouncer(url)
    const direct = (pooled: string) => Object.assign(new URL(pooled), { port: new URL(url).port }).href
    return {
      ...server,
      direct,
      close: pooler.remove,
      database: (model) => pooler.through(server.database(model && direct(model))),
      lent: Effect.map(server.lent, pooler.through),
      sql: (pooled, ...commands) => server.sql(direct(pooled), ...commands)
    }
  }
  return {
    ...kind,
    tags: (isShort = false) => isFirst || isShort ? [] : ["long"],
    start: async () => over(await sharedPostgres()),
    own: Effect.gen(function*() {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startPostgres()),
        ({ remove }) => Effect.promise(remove)
      )
      return yield* Effect.acquireRelease(Effect.promise(() => over(server)), ({ close }) => Effect.promise(close))
    }),
    nodeOver: (url, more = {}) => nodeOver(url, { ...settings, ...more }),
    nodesOver: (count, url, more = {}) => nodesOver(count, url, { ...settings, ...more }),
    twoNodesOver: (url) => Effect.all([nodeOver(url, settings), nodeOver(url, settings)], { concurrency: "unbounded" })
  }
}

const fleets: ReadonlyArray<Fleet> = [
  fleet({
    name: "connected directly",
    missing: noPostgres,
    hasSignals: true,
    environment: {},
    settings: {},
    isFirst: true
  }),
  fleet({
    name: "behind PgBouncer in transaction mode",
    missing: noPostgres ?? noPgBouncer,
    hasSignals: false,
    environment: { GLEANER_STORE_POOLER: "on" },
    settings: { storePooler: "on" },
    isPooled: true
  }),
  fleet({
    name: "without notifications",
    missing: noPostgres,
    hasSignals: false,
    environment: { GLEANER_STORE_POOLER: "on" },
    settings: { storePooler: "on" }
  })
]

/** The same tests over each fleet. Its server is there when they run. */
export const overFleets = (
  name: string,
  promises: (fleet: Fleet, server: () => FleetServer) => void,
  options: TestOptions = {}
) => {
  for (const fleet of fleets) {
    describe.skipIf(fleet.missing !== undefined)(fleet.missing ?? `${name}, ${fleet.name}`, options, () => {
      let server: FleetServer
      beforeAll(async () => {
        server = await fleet.start()
      })
      afterAll(() => server.close())
      promises(fleet, () => server)
    })
  }
}
