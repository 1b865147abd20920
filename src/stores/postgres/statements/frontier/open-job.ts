import { Schema } from "effect"
import type { Db } from "../../statement.ts"

const Opened = Schema.Struct({ job: Schema.Number, hashKey: Schema.BigInt, base: Schema.NullOr(Schema.String) })

/** A job on a node that takes part in it. No row if it was deleted. */
export const openJob = (db: Db, id: string) =>
  db.first(Opened)`SELECT job, hash_key AS "hashKey", base FROM gleaner.jobs WHERE id = ${id}`

const Known = Schema.Struct({ isKnown: Schema.Boolean })

/** Whether the crawl knows a URL. */
export const isKnown = (db: Db, job: number, hash: bigint) =>
  db.first(Known)`SELECT EXISTS (SELECT FROM gleaner.seen WHERE job = ${job} AND hash = ${hash}) AS "isKnown"`

const Domains = Schema.Struct({ waiting: Schema.Number, due: Schema.Number })

/** Domains with URLs that wait, of jobs that have a slot, and those that are due. */
export const countDomains = (db: Db, limit: number) =>
  db.first(Domains)`SELECT count(*)::int AS waiting, (count(*) FILTER (
        WHERE g.domain IS NULL OR g.node IS NULL AND greatest(g.next_at, g.rest_until) <= clock_timestamp()
      ))::int AS due
      FROM (
        SELECT domain FROM gleaner.jobs j JOIN gleaner.lines l USING (job)
        WHERE j.finished_at IS NULL AND j.slot_at IS NOT NULL AND l.first IS NOT NULL LIMIT ${limit}
      ) w LEFT JOIN gleaner.gates g USING (domain)`
