import { Schema } from "effect"
import { bigints, type Db } from "../../statement.ts"
import { storedAmounts } from "../jobs/stored-jobs.ts"

interface Asked {
  readonly job: number
  readonly owner: string
  /** In seconds. */
  readonly retention: number
  /** Hashes of URLs and of texts. */
  readonly urls: Iterable<bigint>
  readonly texts: Iterable<bigint>
}

const Fact = Schema.Struct({
  kind: Schema.Literals(["url", "text", "bytes"]),
  hash: Schema.BigInt,
  at: Schema.NullOr(Schema.BigInt),
  url: Schema.NullOr(Schema.String),
  held: Schema.Finite,
  own: Schema.Finite
})

/**
 * The facts that settling visits needs. `url`: a known URL with its place. `text`: a known text with its page,
 * if this is known. `bytes`: one row with the bytes of all stored jobs and of those of the owner.
 */
export const findFacts = (db: Db, { job, owner, retention, texts, urls }: Asked) =>
  db.rows(Fact)`
    SELECT 'url' AS kind, s.hash, s.at, NULL AS url, 0::float8 AS held, 0::float8 AS own FROM unnest(${
    bigints(urls)
  }) AS x (h)
      CROSS JOIN LATERAL (SELECT hash, at FROM gleaner.seen WHERE job = ${job} AND hash = x.h LIMIT 1) s
    UNION ALL SELECT 'text', t.hash, NULL, t.url, 0, 0 FROM unnest(${bigints(texts)}) AS x (h)
      CROSS JOIN LATERAL (SELECT hash, url FROM gleaner.texts WHERE job = ${job} AND hash = x.h LIMIT 1) t
    UNION ALL SELECT 'bytes', 0, NULL, NULL, coalesce(sum(bytes), 0)::float8,
        coalesce(sum(bytes) FILTER (WHERE owner = ${owner}), 0)::float8
      FROM ${storedAmounts(retention)}`
