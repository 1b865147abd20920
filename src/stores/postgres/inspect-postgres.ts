import { Duration, Effect, type Redacted } from "effect"
import { StoreUnavailable } from "../../domain/errors/StoreUnavailable.ts"
import type { StoreReport } from "../StoreReport.ts"
import { Database } from "./Database.ts"
import { findSchema, foreign } from "./migrate.ts"
import { alive } from "./sql/nodes.ts"

/** Looks at the tables without making any. */
export const inspectPostgres = (
  url: Redacted.Redacted,
  silence: Duration.Duration
): Effect.Effect<StoreReport, StoreUnavailable> =>
  look(silence).pipe(
    // The connection lives as long as the look.
    // @effect-diagnostics-next-line strictEffectProvide:off
    Effect.provide(Database.layer(url, { connections: 1, timeout }))
  )

const look = Effect.fnUntraced(function*(silence: Duration.Duration) {
  const database = yield* Database
  const [row] = yield* database.run<Found>(found)
  const engine = `Postgres ${row?.version ?? ""}`.trimEnd()
  const schema = yield* findSchema(database)
  if (schema === "foreign") return yield* new StoreUnavailable({ reason: foreign })
  if (row === undefined || schema === 0) return { engine, schema: 0, bytes: 0, nodes: 0 }
  const [nodes] = yield* database.run<{ readonly alive: number }>(alive, [Duration.toSeconds(silence)])
  return { engine, schema, bytes: row.bytes, nodes: nodes?.alive ?? 0 }
})

interface Found {
  readonly version: string
  readonly bytes: number
}

const found = `
SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
  (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = 'gleaner' AND c.relkind = 'r') AS bytes`

/** A person waits. */
const timeout = Duration.seconds(5)
