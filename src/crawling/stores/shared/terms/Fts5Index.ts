import type { DocumentPlace } from "../../../../core/domain/job/LedgerRow.ts"
import { isCharacter } from "../../../../extract/chunks/terms.ts"
import { repeatedTerms } from "../../../../extract/works/page-terms.ts"
import type { Statements } from "../Statements.ts"
import { planRetrieval } from "./retrieval-plan.ts"

/** The documents of the pages in the index of each job, by their rows there. */
export const indexedPages =
  "CREATE TABLE indexed_pages (job INT, row INT, document ANY NOT NULL, PRIMARY KEY (job, row)) STRICT, WITHOUT ROWID"

/** A document of a job by its index, or one of an earlier job as `n job`. */
export type IndexedDocument = number | string

/** The document of a page in the index: of the job itself, or of an earlier one. */
export const indexedDocument = (
  n: number | undefined,
  earlier: DocumentPlace | undefined
): IndexedDocument | undefined => n ?? (earlier === undefined ? undefined : `${earlier.n} ${earlier.job}`)

export interface Found {
  readonly pages: number
  readonly frequencies: ReadonlyArray<number>
  readonly documents: ReadonlyArray<IndexedDocument>
}

/**
 * The full-text index of jobs in SQLite (FTS5). Each job has a table of its own, so that the frequencies of its
 * terms do not depend on other jobs, and it is deleted without a trace. The text is not stored: terms lead to documents.
 */
export class Fts5Index {
  private readonly sql: Statements
  private readonly maxPages: number

  /** `maxPages`: number of pages that a query compares. */
  constructor(sql: Statements, maxPages: number) {
    this.sql = sql
    this.maxPages = maxPages
  }

  add(job: number, document: IndexedDocument, terms: string): void {
    const row = this.count(job) + 1
    // The terms are letters, digits and marks. Characters beyond ASCII are letters for this tokenizer.
    if (row === 1) {
      this.sql.once(
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${table(job)}
          USING fts5(terms, content = '', contentless_delete = 1, tokenize = 'ascii')`
      )
    }
    this.sql.once(`INSERT INTO ${table(job)} (rowid, terms) VALUES (?, ?)`, row, repeatedTerms(terms))
    this.sql.run("INSERT INTO indexed_pages VALUES (?, ?, ?)", job, row, document)
  }

  search(job: number, terms: ReadonlyArray<string>, limit: number): Found {
    const pages = this.count(job)
    if (pages === 0) return { pages, frequencies: terms.map(() => 0), documents: [] }
    const frequencies = terms.map((term) => ({
      term,
      pages: Number(
        this.sql.once(`SELECT count(*) AS pages FROM ${table(job)} WHERE ${table(job)} MATCH ?`, quoted(term))[0]
          ?.["pages"]
      )
    }))
    const plan = planRetrieval(frequencies, pages, this.maxPages)
    const numbers = frequencies.map(({ pages }) => pages)
    if (plan === undefined) return { pages, frequencies: numbers, documents: [] }
    const { needsAll, optional, required, share } = plan
    const needed = required.map(quoted).join(needsAll ? " AND " : " OR ")
    const ranked = [...required, ...optional].map(quoted).join(" OR ")
    const rows = this.sql.once(
      `SELECT rowid FROM ${table(job)} WHERE ${table(job)} MATCH ? AND rowid <= ? ORDER BY rank LIMIT ?`,
      optional.length === 0 ? needed : `(${needed}) AND (${ranked})`,
      Math.ceil(pages * share),
      limit
    )
    const documents = rows.flatMap(({ rowid }) => {
      const document = this.sql.get(
        "SELECT document FROM indexed_pages WHERE job = ? AND row = ?",
        job,
        Number(rowid)
      )?.["document"]
      return typeof document === "number" || typeof document === "string" ? [document] : []
    })
    return { pages, frequencies: numbers, documents }
  }

  /** Deletes the index of a job. */
  drop(job: number): void {
    this.sql.once(`DROP TABLE IF EXISTS ${table(job)}`)
    this.sql.run("DELETE FROM indexed_pages WHERE job = ?", job)
  }

  /** Rows are numbered from 1 without gaps. */
  private count(job: number): number {
    return this.sql.count("SELECT max(row) FROM indexed_pages WHERE job = ?", job)
  }
}

const table = (job: number): string => `terms_${job}`

/** As a string of the query language of FTS5, in which operators are words. A character is the beginning of pairs. */
const quoted = (term: string): string => `"${term.replaceAll("\"", "")}"${isCharacter(term) ? " *" : ""}`
