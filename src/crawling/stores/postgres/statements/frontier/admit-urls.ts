import type { KnownName, WaitingUrl } from "../../../shared/settlement/rows.ts"
import { bigints, type Db, ints, tableOf, texts } from "../../statement.ts"

const columns = { seq: bigints, domain: texts, url: texts, depth: ints, foundOn: texts }

export const admitUrls = (
  db: Db,
  job: number,
  names: ReadonlyArray<KnownName>,
  urls: ReadonlyArray<WaitingUrl>
) =>
  db.run`WITH known AS (
      INSERT INTO gleaner.seen (job, hash, at)
      SELECT ${job}, hash, at FROM ${tableOf("x", names, { hash: bigints, at: bigints })}
    ), urls AS (
      SELECT * FROM ${tableOf("x", urls, columns)}
    ), waiting AS (
      INSERT INTO gleaner.frontier (job, seq, domain, url, depth, found_on)
      SELECT ${job}, seq, domain, url, depth, "foundOn" FROM urls
    )
    INSERT INTO gleaner.domain_queues AS l (job, domain, first)
    SELECT ${job}, domain, min(seq) FROM urls GROUP BY domain ORDER BY domain
    ON CONFLICT (job, domain) DO UPDATE SET first = excluded.first WHERE l.first IS NULL`
