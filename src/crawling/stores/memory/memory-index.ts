import { Effect } from "effect"
import { Statements } from "../shared/Statements.ts"
import { Fts5Index, indexedPages } from "../shared/terms/Fts5Index.ts"

/** Loaded with the first page of a job that has an index. */
const openIndex = async () => {
  const { DatabaseSync } = await import("node:sqlite")
  const sql = new Statements(new DatabaseSync(":memory:"))
  sql.once(indexedPages)
  return new Fts5Index(sql, maxCompared)
}

/** Pages that a search compares on the main thread: some milliseconds. */
const maxCompared = 3000

/** The index of jobs in memory: a SQLite database without a file. */
export const memoryIndex: Effect.Effect<Effect.Effect<Fts5Index>> = Effect.cached(Effect.promise(openIndex))
