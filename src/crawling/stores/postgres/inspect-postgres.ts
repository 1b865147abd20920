import { Duration, Effect, type Redacted, Schema } from "effect"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import type { StoreReport } from "../StoreReport.ts"
import { Database } from "./Database.ts"
import { findSchema, foreign } from "./migrations/migrate.ts"
import type { Db } from "./statement.ts"
import { countAlive } from "./statements/nodes/heartbeat.ts"

/** Reads the tables without making any. */
export const inspectPostgres = (
  url: Redacted.Redacted,
  { nodeSilence, storePooler }: Pick<Settings["Service"], "nodeSilence" | "storePooler">
): Effect.Effect<StoreReport, StoreUnavailable> =>
  report(nodeSilence).pipe(
    // The connection lives as long as the report takes.
    // @effect-diagnostics-next-line strictEffectProvide:off
    Effect.provide(Database.layer(url, { connections: 1, timeout, pooler: storePooler }))
  )

const report = Effect.fnUntraced(function*(silence: Duration.Duration) {
  const database = yield* Database
  const { bytes, version } = yield* measure(database)
  const engine = `Postgres ${version}`
  const schema = yield* findSchema(database)
  if (schema === "foreign") return yield* new StoreUnavailable({ reason: foreign })
  if (schema === 0) return { engine, schema, bytes: 0, nodes: 0 }
  const { alive } = yield* countAlive(database, Duration.toSeconds(silence))
  return { engine, schema, bytes, nodes: alive }
})

const Measured = Schema.Struct({ version: Schema.String, bytes: Schema.Finite })

const measure = (db: Db) =>
  db.one(Measured)`SELECT split_part(current_setting('server_version'), ' ', 1) AS version, (
        SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'gleaner' AND c.relkind = 'r'
      ) AS bytes`

/** A person waits. */
const timeout = Duration.seconds(5)
