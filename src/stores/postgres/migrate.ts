import { Effect } from "effect"
import type { StoreUnavailable } from "../../domain/StoreUnavailable.ts"
import { SettingError } from "../../Settings.ts"
import type { Database } from "./Database.ts"
import { crawls } from "./sql/0001-crawls.ts"
import { neededJobs } from "./sql/0002-needed-jobs.ts"
import { webhooks } from "./sql/0003-webhooks.ts"
import { slots } from "./sql/0004-slots.ts"

/** In order. Only additions within a minor version, so that nodes of two versions can run side by side. */
const migrations = [crawls, neededJobs, webhooks, slots]

/**
 * Brings the schema up to date. Any number of nodes may start at once: the first does the work, the others wait for it.
 */
export const migrate = (database: Database["Service"]): Effect.Effect<void, StoreUnavailable | SettingError> =>
  database.transaction(Effect.gen(function*() {
    yield* database.run("SELECT pg_advisory_xact_lock(6837021950400)")
    yield* database.run("CREATE SCHEMA IF NOT EXISTS gleaner")
    yield* database.run(
      "CREATE TABLE IF NOT EXISTS gleaner.migrations (id int PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT clock_timestamp())"
    )
    const done = yield* schemaOf(database)
    if (done > migrations.length) {
      return yield* new SettingError({
        variable: "GLEANER_STORE",
        fault:
          `the tables in Postgres have schema ${done}, and this version of Gleaner knows schema ${migrations.length}; start the newer version, or use another database`
      })
    }
    for (let id = done; id < migrations.length; id++) {
      for (const statement of migrations[id] ?? []) yield* database.run(statement)
      yield* database.run("INSERT INTO gleaner.migrations (id) VALUES ($1::int)", [id + 1])
    }
  }))

export const schemaOf = (database: Database["Service"]): Effect.Effect<number, StoreUnavailable> =>
  Effect.map(
    database.run<{ readonly id: number | null }>("SELECT max(id) AS id FROM gleaner.migrations"),
    ([row]) => row?.id ?? 0
  )
