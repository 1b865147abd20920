import { assert, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"

const room = path.join(import.meta.dirname, "../../src/crawling/stores/postgres")
const maxColumns = 120

it("the SQL of Postgres has no line that is too long to read", () => {
  const files = fs.readdirSync(room, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
  const long = files.flatMap((name) =>
    fs.readFileSync(path.join(room, name), "utf8").split("\n").flatMap((line, at) =>
      line.length > maxColumns ? [`${name}:${at + 1} has ${line.length} columns`] : []
    )
  )
  assert.deepStrictEqual(long, [])
  assert.isAbove(files.length, 20)
})

/** Features of Postgres alone, and state of a session, which a pooler in transaction mode does not keep. */
const forbidden: Readonly<Record<string, RegExp>> = {
  "addresses and versions of rows": /\b(?:ctid|xmin|xmax|tableoid)\b/,
  "functions of its own hashes and snapshots": /\bhashtext(?:extended)?\(|\btxid_|pg_current_(?:xact|snapshot|wal)/,
  "its state as a server": /pg_is_in_recovery|pg_stat_|pg_backend_pid|pg_terminate_backend/,
  "locks of a session": /pg_(?:try_)?advisory_(?:lock|unlock)/,
  "settings of a session":
    /(?:^|[`"\s])SET (?!LOCAL\b)(?:SESSION|TIME ZONE|ROLE|search_path|enable_|jit|statement_|lock_|idle_)|\bset_config\([^)]*false\)/,
  "statements prepared by name": /(?:^|[`"\s])(?:PREPARE|EXECUTE|DEALLOCATE) (?!FUNCTION\b)\w/,
  "tables and cursors of a session": /\bTEMP(?:ORARY)? (?:TABLE|VIEW)|(?:^|[`"\s])DECLARE \w+ CURSOR|WITH HOLD/,
  "the last value of a session": /\b(?:currval|lastval)\(/,
  "copies and notifications as commands": /(?:^|[`"])(?:COPY|LISTEN|UNLISTEN|NOTIFY) /,
  "its own languages and extensions": /CREATE EXTENSION|LANGUAGE (?!plpgsql\b|sql\b)\w/
}

const sources = fs.readdirSync(room, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))

/** Without comments. */
const textOf = (name: string) =>
  fs.readFileSync(path.join(room, name), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")

const found = (pattern: RegExp) => sources.filter((name) => pattern.test(textOf(name)))

it.each(Object.entries(forbidden))("the SQL of Postgres, migrations included, has none of %s", (_, pattern) => {
  assert.deepStrictEqual(found(pattern), [])
})

it("the SQL of Postgres locks by a few names, and notifies, in one place each", () => {
  assert.deepStrictEqual(found(/pg_(?:try_)?advisory/), ["advisory-lock.ts"])
  assert.deepStrictEqual(found(/pg_notify/), ["notify.ts"])
  const numbers = textOf("advisory-lock.ts").match(/\b\d[\d_]+n\b/g) ?? []
  assert.strictEqual(new Set(numbers).size, numbers.length)
  assert.isAtMost(numbers.length, 6)
})

it("no statement of Postgres reads JSON: a text in it may have a NUL, which Postgres refuses", () => {
  assert.deepStrictEqual(found(/::jsonb?\b/).filter((name) => !name.startsWith("migrations/0")), [])
})
