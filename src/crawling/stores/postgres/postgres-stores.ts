import { Effect, Layer, type Redacted, Schema } from "effect"
import { SettingError, Settings } from "../../../core/settings/Settings.ts"
import { RetryQueue } from "../shared/nodes/RetryQueue.ts"
import { RevisionWatch } from "../shared/nodes/RevisionWatch.ts"
import { SharedSettings } from "../shared/nodes/SharedSettings.ts"
import { checkRole } from "./check-role.ts"
import { Database } from "./Database.ts"
import { postgresFrontier } from "./frontier/PostgresFrontier.ts"
import { postgresJobs } from "./jobs/PostgresJobs.ts"
import { migrate } from "./migrations/migrate.ts"
import { postgresDomainLease } from "./PostgresDomainLease.ts"
import { postgresNodes } from "./PostgresNodes.ts"
import { postgresRequestCounter } from "./PostgresRequestCounter.ts"
import { postgresProfiles, postgresSchedules, postgresWrappers } from "./PostgresRows.ts"
import { postgresWebhooks } from "./PostgresWebhooks.ts"
import { texts } from "./statement.ts"

const database = (url: Redacted.Redacted, connections: (all: number) => number) =>
  Layer.unwrap(
    Effect.map(
      Settings,
      ({ storeConnections, storePooler, storeTimeout }) =>
        Database.layer(url, {
          connections: connections(storeConnections),
          timeout: storeTimeout,
          pooler: storePooler
        })
    )
  )

/** Brings the tables up to date before they are used. */
const migrated = Layer.effectDiscard(Effect.gen(function*() {
  const database = yield* Database
  yield* migrate(database)
  const { storePooler, storeTimeout } = yield* Settings
  if (storePooler !== "off") yield* checkRole(database, storeTimeout)
}))

/**
 * Connections reserved for the node itself: to listen, to send heartbeats, and to take over from dead nodes. They work
 * even if all other connections are busy.
 */
const ofNodes = 3

/** Everything that nodes share, over `database` and the connections of the node itself. */
export const postgresStoresOver = <E, R>(database: Layer.Layer<Database, E, R>, ofNode = database) =>
  Layer.mergeAll(
    postgresJobs,
    postgresFrontier,
    postgresDomainLease,
    postgresProfiles,
    postgresRequestCounter,
    postgresSchedules,
    postgresWebhooks,
    postgresWrappers
  ).pipe(
    Layer.provide(RevisionWatch.layerOver(findRevisions)),
    Layer.provide(RetryQueue.layer),
    Layer.provideMerge(Layer.provide(postgresNodes, ofNode)),
    Layer.provide(SharedSettings.layer),
    Layer.provide(Layer.provideMerge(migrated, database))
  )

/** Everything that nodes share, in one Postgres, which has to be there at the start. */
export const postgresStores = (url: Redacted.Redacted) =>
  postgresStoresOver(database(url, (all) => all - ofNodes), Layer.fresh(database(url, () => ofNodes))).pipe(
    Layer.catchTag("StoreUnavailable", ({ reason }) =>
      Layer.effectContext(
        Effect.fail(
          new SettingError({
            variable: "GLEANER_STORE",
            fault: `Postgres cannot be used: ${reason}; start it, correct the URL, or grant its role what is missing`
          })
        )
      ))
  )

const Revision = Schema.Struct({ id: Schema.String, revision: Schema.Finite })

const findRevisions = Effect.map(
  Database,
  (database) => (ids: ReadonlyArray<string>) =>
    database.rows(Revision)`SELECT id, revision::float8 AS revision FROM gleaner.jobs WHERE id = ANY(${texts(ids)})`
)
