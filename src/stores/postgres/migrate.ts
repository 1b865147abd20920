import { Effect } from "effect"
import { SettingError } from "../../Settings.ts"
import type { Database } from "./Database.ts"
import { crawls } from "./sql/0001-crawls.ts"
import { neededJobs } from "./sql/0002-needed-jobs.ts"
import { webhooks } from "./sql/0003-webhooks.ts"
import { repeatable } from "./sql/0004-repeatable.ts"
import { slots } from "./sql/0005-slots.ts"

/** In order. Only additions within a minor version, so that nodes of two versions can run side by side. */
const migrations = [crawls, neededJobs, webhooks, repeatable, slots]

/**
 * Brings the schema up to date. Any number of nodes may start at once: the first does the work, the others wait for it.
 * A schema that is current is left alone, so that a role without the right to create may use it.
 */
export const migrate = Effect.fnUntraced(function*(database: Database["Service"]) {
  if ((yield* checkedSchema(database)) === migrations.length) return
  yield* database.transaction(Effect.gen(function*() {
    yield* database.run("SELECT pg_advisory_xact_lock(6837021950400)")
    const done = yield* checkedSchema(database)
    if (done === 0) {
      yield* database.run("CREATE SCHEMA IF NOT EXISTS gleaner")
      yield* database.run(
        "CREATE TABLE IF NOT EXISTS gleaner.migrations (id int PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT clock_timestamp())"
      )
    }
    for (let id = done; id < migrations.length; id++) {
      for (const statement of migrations[id] ?? []) yield* database.run(statement)
      yield* database.run("INSERT INTO gleaner.migrations (id) VALUES ($1::int)", [id + 1])
    }
  }))
})

/** The schema, unless this version cannot use it. */
const checkedSchema = Effect.fnUntraced(function*(database: Pick<Database["Service"], "run">) {
  const schema = yield* findSchema(database)
  if (schema === "foreign") return yield* new SettingError({ variable: "GLEANER_STORE", fault: `${foreign}; ${other}` })
  if (schema > migrations.length) {
    return yield* new SettingError({
      variable: "GLEANER_STORE",
      fault:
        `the tables in Postgres have schema ${schema}, and this version of Gleaner knows schema ${migrations.length}; start the newer version, or ${other}`
    })
  }
  return schema
})

const other = "use another database"
export const foreign = "the schema \"gleaner\" in Postgres belongs to another program"

/** The number of the last migration, 0 without tables. `foreign`: what is there is not ours. Makes nothing. */
export const findSchema = Effect.fnUntraced(function*(database: Pick<Database["Service"], "run">) {
  const [found] = yield* database.run<Found>(tablesFound)
  if (found === undefined || found.tables === 0) return 0
  if (found.ours === 0) return "foreign"
  const [row] = yield* database.run<{ readonly id: number | null }>("SELECT max(id) AS id FROM gleaner.migrations")
  const schema = row?.id ?? 0
  return schema > 0 && found.ours < 3 ? "foreign" : schema
})

interface Found {
  readonly tables: number
  readonly ours: number
}

/** Tables in the schema, and columns of the first migrations that only our tables have. */
const tablesFound = `
SELECT (SELECT count(*)::int FROM pg_class WHERE relnamespace = to_regnamespace('gleaner') AND relkind = 'r') AS tables,
  (SELECT count(*)::int FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
   WHERE c.relnamespace = to_regnamespace('gleaner') AND (c.relname, a.attname) IN (('migrations', 'made_at'), ('gates', 'rest_until'), ('jobs', 'hash_key'))) AS ours`
