import { Fact, type FactsQuery } from "../../../shared/settlement/rows.ts"
import { bigints, type Db } from "../../statement.ts"
import { storedAmounts } from "../jobs/stored-jobs.ts"

export const findFacts = (db: Db, { job, owner, retention, texts, urls }: FactsQuery) =>
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
