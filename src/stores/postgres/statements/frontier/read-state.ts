import { Schema } from "effect"
import { JobStatus } from "../../../../domain/job/Job.ts"
import type { Db } from "../../statement.ts"
import { nextTurn } from "./lease-urls.ts"

const State = Schema.Struct({
  status: JobStatus,
  revision: Schema.Number,
  spent: Schema.Number,
  maxPages: Schema.Number,
  seedError: Schema.NullOr(Schema.String),
  isWaiting: Schema.Boolean,
  leased: Schema.Number,
  ended: Schema.Number,
  due: Schema.NullOr(Schema.Number)
})

/**
 * The state for which a frontier waits. `due`: milliseconds until the first domain may have its turn, of those that
 * rest and the first `maxDomains` others. Null where only an end or a settlement can change anything.
 */
export const readState = (db: Db, job: number, maxDomains: number) =>
  db.first(State)`
    SELECT status, revision::float8 AS revision, spent, max_pages AS "maxPages", seed_error AS "seedError",
      EXISTS (SELECT FROM gleaner.frontier WHERE job = ${job}) AS "isWaiting",
      (SELECT count(*)::int FROM gleaner.leases WHERE job = ${job}) AS leased,
      (SELECT count(*)::int FROM gleaner.visits WHERE job = ${job}) AS ended,
      1000 * extract(epoch FROM least(
        (SELECT min(${nextTurn}) FROM (
          SELECT domain FROM gleaner.lines WHERE job = ${job} AND first IS NOT NULL AND due IS NULL
          ORDER BY first LIMIT ${maxDomains}
        ) l JOIN gleaner.gates g USING (domain)),
        (SELECT due FROM gleaner.lines WHERE job = ${job} AND first IS NOT NULL AND due IS NOT NULL
          ORDER BY due LIMIT 1)
      ) - clock_timestamp())::float8 AS due
    FROM gleaner.jobs WHERE job = ${job}`
