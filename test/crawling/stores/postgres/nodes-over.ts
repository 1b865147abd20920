import { type Clock, Context, Duration, Effect, Layer, Redacted, type Scope } from "effect"
import type { JobId } from "../../../../src/core/domain/job/Job.ts"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { Frontier, type JobFrontier } from "../../../../src/crawling/crawl/model/Frontier.ts"
import { JobStore } from "../../../../src/crawling/jobs/JobStore.ts"
import type { Stores } from "../../../../src/crawling/stores/configured-stores.ts"
import { Database } from "../../../../src/crawling/stores/postgres/Database.ts"
import { postgresStores } from "../../../../src/crawling/stores/postgres/postgres-stores.ts"
import type { RequestCounter } from "../../../../src/crawling/stores/RequestCounter.ts"
import { polled } from "../../../support/polled.ts"
import type { PostgresServer } from "../../../support/stores/postgres.ts"
import { options, read, seed, settleAll, visitOf } from "../contract/crawling.ts"
import type { Overrides } from "../contract/engine.ts"

export type Node = Context.Context<Stores | RequestCounter>

/** Nodes die after 1.5 s of silence here. */
export const silence = Duration.millis(1500)

/** One node over a database that others share, until the scope closes. */
export const nodeOver = (url: string, settings: Overrides = {}): Effect.Effect<Node, unknown, Scope.Scope> =>
  Layer.build(
    Layer.fresh(postgresStores(Redacted.make(url))).pipe(
      Layer.provide(Settings.layerWith({
        maxCrawls: 1000,
        nodeSilence: silence,
        nodeBeat: Duration.millis(100),
        jobPoll: Duration.millis(50),
        storeConnections: 6,
        ...settings
      }))
    )
  )

/** A connection of its own, until the scope closes. */
export const connectionOf = (url: string) =>
  Effect.map(
    Layer.build(Layer.fresh(Database.layer(Redacted.make(url), { connections: 1, timeout: Duration.minutes(1) }))),
    Context.get(Database)
  )

/** Nodes that all start at the same time. */
export const nodesOver = (count: number, url: string, settings: Overrides = {}) =>
  Effect.all(Array.from({ length: count }, () => nodeOver(url, settings)), { concurrency: "unbounded" })

/** Runs on one of them. */
export const on = <A, E, R>(node: Node, effect: Effect.Effect<A, E, R>) => Effect.provideContext(effect, node)

/** The clock of a machine whose wall clock is wrong. */
export const hoursOff = (clock: Clock.Clock, hours: number): Clock.Clock => {
  const off = hours * 3_600_000
  return Object.assign(Object.create(clock) as Clock.Clock, {
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + off,
    currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + off)
  })
}

/** A running job of scope any. */
export const runningJob = Effect.fnUntraced(function*(changes: Partial<typeof options> = {}) {
  const store = yield* JobStore
  const { id } = yield* store.create("a", seed, { ...options, scope: "any", ...changes })
  yield* store.promote(1000)
  return id
})

/** Takes part in a job of scope any on this node. */
export const open = (node: Node, id: JobId, changes: Partial<typeof options> = {}) =>
  on(
    node,
    Effect.flatMap(Frontier, (frontier) =>
      frontier.open({ id, seed: new URL(seed), options: { ...options, scope: "any", ...changes } }))
  )

/** The seed is read, and settled with these links. */
export const seedEnds = Effect.fnUntraced(function*(frontier: JobFrontier, links: ReadonlyArray<string>) {
  const [lease] = yield* frontier.lease(1)
  if (lease === undefined) return yield* Effect.die(new Error("the seed does not wait"))
  yield* frontier.end(lease, visitOf(lease, read("seed", links)))
  yield* settleAll(frontier)
})

export const sites = (count: number) => Array.from({ length: count }, (_, index) => `https://site-${index}.test/`)

/** Returns when so many nodes listen. Listening begins with a node, and again with its next heartbeat if it was cut. */
export const listening = ({ sql }: Pick<PostgresServer, "sql">, url: string, nodes: number) =>
  Effect.promise(() => polled(() => Number(sql(url, listeners)[0]), (count) => count >= nodes))

const listeners = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
