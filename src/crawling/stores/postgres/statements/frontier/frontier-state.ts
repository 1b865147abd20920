import { FrontierState } from "../../../shared/nodes/next-poll.ts"
import type { Db } from "../../statement.ts"
import { nextTurn } from "./lease-urls.ts"

/** Domains with a URL that waits, from the first one on, whose turns one poll compares. */
const maxDomains = 1000

/** `due` is of the domains that rest and the first `maxDomains` others. */
export const frontierState = (db: Db, job: number) =>
  db.first(FrontierState)`
    SELECT status, revision::float8 AS revision, spent, max_pages AS "maxPages", seed_error AS "seedError",
      EXISTS (SELECT FROM gleaner.frontier WHERE job = ${job}) AS "isWaiting",
      (SELECT count(*)::int FROM gleaner.leases WHERE job = ${job}) AS leased,
      (SELECT count(*)::int FROM gleaner.visits WHERE job = ${job}) AS ended,
      1000 * extract(epoch FROM least(
        (SELECT min(${nextTurn}) FROM (
          SELECT domain FROM gleaner.domain_queues WHERE job = ${job} AND first IS NOT NULL AND due IS NULL
          ORDER BY first LIMIT ${maxDomains}
        ) l JOIN gleaner.domain_leases g USING (domain)),
        (SELECT due FROM gleaner.domain_queues WHERE job = ${job} AND first IS NOT NULL AND due IS NOT NULL
          ORDER BY due LIMIT 1)
      ) - clock_timestamp())::float8 AS due
    FROM gleaner.jobs WHERE job = ${job}`
