import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite"

type Row = Record<string, SQLOutputValue>

/** Statements of one file, each prepared once. */
export class Statements {
  private readonly db: DatabaseSync
  private readonly prepared = new Map<string, StatementSync>()

  constructor(db: DatabaseSync) {
    this.db = db
  }

  run(sql: string, ...values: ReadonlyArray<SQLInputValue>): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = this.of(sql).run(...values)
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  get(sql: string, ...values: ReadonlyArray<SQLInputValue>): Row | undefined {
    return this.of(sql).get(...values)
  }

  all(sql: string, ...values: ReadonlyArray<SQLInputValue>): ReadonlyArray<Row> {
    return this.of(sql).all(...values)
  }

  /** Iterates over the rows. The statement must not be used meanwhile. */
  each(sql: string, ...values: ReadonlyArray<SQLInputValue>): IterableIterator<Row> {
    return this.of(sql).iterate(...values)
  }

  /** The first column of the first row. */
  count(sql: string, ...values: ReadonlyArray<SQLInputValue>): number {
    return Number(Object.values(this.get(sql, ...values) ?? {})[0] ?? 0)
  }

  /** Runs a statement that is not prepared for later: its table belongs to one job. */
  once(sql: string, ...values: ReadonlyArray<SQLInputValue>): ReadonlyArray<Row> {
    return this.db.prepare(sql).all(...values)
  }

  transaction<A>(body: () => A): A {
    this.db.exec("BEGIN IMMEDIATE")
    try {
      const result = body()
      this.db.exec("COMMIT")
      return result
    } catch (error) {
      if (this.db.isTransaction) this.db.exec("ROLLBACK")
      throw error
    }
  }

  private of(sql: string): StatementSync {
    const known = this.prepared.get(sql)
    if (known !== undefined) return known
    const made = this.db.prepare(sql)
    this.prepared.set(sql, made)
    return made
  }
}
