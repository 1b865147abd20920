import { Effect, Schema } from "effect"
import { SettingError } from "../../../../core/settings/Settings.ts"
import { advisoryLock } from "../advisory-lock.ts"
import type { Database } from "../Database.ts"
import { type Db, texts } from "../statement.ts"
import { crawls } from "./0001-crawls.ts"
import { neededJobs } from "./0002-needed-jobs.ts"
import { webhooks } from "./0003-webhooks.ts"
import { repeatable } from "./0004-repeatable.ts"
import { slots } from "./0005-slots.ts"
import { flatCosts } from "./0006-flat-costs.ts"
import { schedules } from "./0007-schedules.ts"
import { queuedJobs } from "./0008-queued-jobs.ts"
import { fingerprints } from "./0009-fingerprints.ts"
import { originals, originalsOfTexts } from "./0010-originals.ts"
import { jobsWithDocuments } from "./0012-jobs-with-documents.ts"
import { ledgerFilters } from "./0013-ledger-filters.ts"
import { countChanges } from "./0014-count-changes.ts"
import { domainTables } from "./0015-domain-tables.ts"
import { wrappers } from "./0016-wrappers.ts"
import { sitemapCursors } from "./0017-sitemap-cursors.ts"
import { profiles } from "./0018-profiles.ts"
import { pageTerms } from "./0019-page-terms.ts"
import { noLedgerView } from "./0020-no-ledger-view.ts"

/**
 * In order. A migration leaves everything that nodes of the previous minor version use, so that these can run side by
 * side with new ones. It may remove what only older versions use.
 */
export const migrations = [
  crawls,
  neededJobs,
  webhooks,
  repeatable,
  slots,
  flatCosts,
  schedules,
  queuedJobs,
  fingerprints,
  originals,
  originalsOfTexts,
  jobsWithDocuments,
  ledgerFilters,
  countChanges,
  domainTables,
  wrappers,
  sitemapCursors,
  profiles,
  pageTerms,
  noLedgerView
]

/**
 * Brings the schema up to date. Any number of nodes may start at once: the first does the work, the others wait for it.
 * A schema that is current is left alone, so that a role without the right to create may use it.
 */
export const migrate = Effect.fnUntraced(function*(database: Database["Service"]) {
  if ((yield* checkedSchema(database)) === migrations.length) return
  yield* database.transaction(Effect.gen(function*() {
    yield* advisoryLock(database, "migrations")
    const done = yield* checkedSchema(database)
    if (done === 0) {
      yield* database.raw("CREATE SCHEMA IF NOT EXISTS gleaner")
      yield* database.raw(`CREATE TABLE IF NOT EXISTS gleaner.migrations (
        id int PRIMARY KEY, made_at timestamptz NOT NULL DEFAULT clock_timestamp())`)
    }
    for (let id = done; id < migrations.length; id++) {
      for (const statement of migrations[id] ?? []) yield* database.raw(statement)
      yield* addMigration(database, { id: id + 1 })
    }
  }))
})

/** The schema, unless this version cannot use it. */
const checkedSchema = Effect.fnUntraced(function*(database: Db) {
  const schema = yield* findSchema(database)
  if (schema === "foreign") return yield* new SettingError({ variable: "GLEANER_STORE", fault: `${foreign}; ${other}` })
  if (schema > migrations.length) {
    return yield* new SettingError({
      variable: "GLEANER_STORE",
      fault: `the tables in Postgres have schema ${schema}, and this version of Gleaner knows schema ` +
        `${migrations.length}; start the newer version, or ${other}`
    })
  }
  return schema
})

const other = "use another database"
export const foreign = "the schema \"gleaner\" in Postgres belongs to another program"

/** The number of the last migration, 0 without tables. `foreign`: what is there is not ours. Makes nothing. */
export const findSchema = Effect.fnUntraced(function*(database: Db) {
  const found = yield* findTables(database)
  if (found.tables === 0) return 0
  if (found.ours === 0) return "foreign"
  const { id } = yield* lastMigration(database)
  return id > 0 && found.ours < ownColumns.length ? "foreign" : id
})

/** Columns of the first migrations that only our tables, or their views, have. */
const ownColumns = ["migrations.made_at", "gates.rest_until", "jobs.hash_key"]

const Tables = Schema.Struct({ tables: Schema.Finite, ours: Schema.Finite })

const findTables = (db: Db) =>
  db.one(Tables)`SELECT (
        SELECT count(*)::int FROM pg_class WHERE relnamespace = to_regnamespace('gleaner') AND relkind = 'r'
      ) AS tables, (
        SELECT count(*)::int FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = to_regnamespace('gleaner') AND c.relname || '.' || a.attname = ANY(${texts(ownColumns)})
      ) AS ours`

const Last = Schema.Struct({ id: Schema.Finite })

const lastMigration = (db: Db) => db.one(Last)`SELECT coalesce(max(id), 0) AS id FROM gleaner.migrations`

const addMigration = (db: Db, { id }: { readonly id: number }) =>
  db.run`INSERT INTO gleaner.migrations (id) VALUES (${id})`
