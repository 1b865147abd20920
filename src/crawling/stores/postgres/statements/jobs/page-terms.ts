import { Schema } from "effect"
import { fragment, literal } from "effect/sql/Statement"
import type { JobId } from "../../../../../core/domain/job/Job.ts"
import { lengthWeight, saturation } from "../../../../../extract/chunks/bm25.ts"
import { isCharacter } from "../../../../../extract/chunks/terms.ts"
import { bools, type Db, floats, tableOf, texts } from "../../statement.ts"
import { termVector } from "../../term-vector.ts"

/** As a text of a query: a term has letters, digits and marks only. A character is the beginning of pairs. */
const lexeme = (job: number, term: string): string =>
  `'${job}:${term.replaceAll(/['\\]/g, "")}'${isCharacter(term) ? ":*" : ""}`

/** The index of a job. No row without the job. */
export const findIndex = (db: Db, id: JobId) =>
  db.first(Index)`SELECT job, indexed AS pages, indexed_terms::float8 AS terms FROM gleaner.jobs WHERE id = ${id}`

const Index = Schema.Struct({ job: Schema.Finite, pages: Schema.Finite, terms: Schema.Finite })

/** The number of pages with each term. That of a frequent term is estimated by the first pages that have it. */
export const countPages = (db: Db, job: number, terms: ReadonlyArray<string>) =>
  db.rows(Count)`SELECT count(found.place)::int AS found, coalesce(max(found.place), 0) AS last
    FROM unnest(${texts(terms.map((term) => lexeme(job, term)))}) WITH ORDINALITY AS asked (term, at)
    LEFT JOIN LATERAL (
      SELECT place FROM gleaner.page_terms WHERE ${vector} @@ asked.term::tsquery LIMIT ${maxCounted}
    ) found ON true
    GROUP BY at ORDER BY at`

const vector = fragment([literal(termVector)])

const Count = Schema.Struct({ found: Schema.Finite, last: Schema.Finite })

/** Pages of one term that are counted. */
export const maxCounted = 500

export interface RankedQuery {
  readonly job: number
  readonly required: ReadonlyArray<string>
  readonly needsAll: boolean
  /** All terms with their weights. */
  readonly weights: ReadonlyArray<{ readonly term: string; readonly weight: number }>
  /** The last page that is compared. */
  readonly last: number
  readonly meanLength: number
  readonly maxPages: number
  readonly limit: number
}

/**
 * The pages with the required terms, best first (BM25). A term is followed by `=` and its number. `place + 0` keeps
 * Postgres from reading the pages in their order, which makes the words of each page anew.
 */
export const rankPages = (db: Db, query: RankedQuery) => {
  const required = query.required.map((term) => lexeme(query.job, term)).join(query.needsAll ? " & " : " | ")
  const weights = query.weights.map((weight) => ({ ...weight, is_character: isCharacter(weight.term) }))
  return db.rows(Ranked)`WITH found AS MATERIALIZED (
      SELECT place, origin, n, length, ' ' || terms || ' .' AS terms FROM gleaner.page_terms
      WHERE ${vector} @@ ${required}::tsquery AND place + 0 <= ${query.last} LIMIT ${query.maxPages}
    )
    SELECT origin, n FROM found, LATERAL (
      SELECT sum(weight * count * ${saturation + 1}::float8 / (count + ${saturation}::float8 * (
        ${1 - lengthWeight}::float8 + ${lengthWeight}::float8 * found.length / ${query.meanLength}::float8))) AS score
      FROM ${tableOf("asked", weights, { term: texts, weight: floats, is_character: bools })},
        LATERAL (SELECT left(split_part(found.terms, ' ' || asked.term || ' ', 2), 2) AS next OFFSET 0) placed,
        LATERAL (SELECT CASE WHEN is_character
            THEN (length(found.terms) - length(replace(found.terms, ' ' || asked.term, ''))) / (length(asked.term) + 1)
          WHEN next = '' THEN 0 WHEN next LIKE '=%' THEN substr(next, 2)::int ELSE 1 END AS count
          OFFSET 0) counted
    ) ranked ORDER BY score DESC, place LIMIT ${query.limit}`
}

const Ranked = Schema.Struct({ origin: Schema.NullOr(Schema.String), n: Schema.Finite })
