import { Schema } from "effect"
import type { Scope } from "../../../../../core/domain/options/Scope.ts"
import { perDomain } from "../../../../crawl/model/frontier-bounds.ts"
import { lookAhead } from "../../../shared/nodes/next-poll.ts"
import type { LockedJob } from "../../../shared/settlement/rows.ts"
import { type Db, fromNow, sql } from "../../statement.ts"

const soon = sql`(SELECT ${fromNow(lookAhead / 1000)})`

/** No turn of a domain can begin earlier. A turn that lasts long, or a back-off after it, makes it later. */
export const nextTurn = sql`CASE WHEN g.node IS NULL THEN greatest(g.next_at, g.rest_until)
    ELSE greatest(g.rest_until, g.leased_at + make_interval(secs => g.delay_ms / 1000.0)) END`

/** Whether a crawl has many domains. Otherwise none rests: it is read with each lease anyway. */
export const isWide = (scope: Scope): boolean => scope === "any"

/** Wakes domains whose rest is over, the first ones first: the next lease reads when their turns come. */
export const wakeDomains = (db: Db, job: number) =>
  db.run`UPDATE gleaner.domain_queues SET due = NULL WHERE job = ${job} AND domain = ANY(ARRAY(
      SELECT domain FROM gleaner.domain_queues
      WHERE job = ${job} AND first IS NOT NULL AND due IS NOT NULL AND due <= ${soon}
      ORDER BY due LIMIT ${maxMoves}
    ))`

/** Domains that one lease wakes, and that it puts to rest. */
const maxMoves = 1000

export interface Leasing {
  readonly job: number
  readonly node: number
  readonly token: bigint
  readonly count: number
  /** Bytes of ended visits that may wait to be settled. */
  readonly maxUnsettled: number
}

const LeasedUrl = Schema.Struct({
  seq: Schema.Finite,
  domain: Schema.String,
  url: Schema.String,
  depth: Schema.Finite,
  foundOn: Schema.String
})

/**
 * Leases the first URLs of domains that may be visited now or soon. The turn itself is taken when it has come. Domains
 * on the way whose turn comes later rest until then: the next lease does not read them.
 */
export const leaseUrls = (
  db: Db,
  locked: LockedJob,
  { count, job, maxUnsettled, node, token }: Leasing,
  scope: Scope
) => {
  const budget = locked.maxPages - locked.spent
  // Places are dense, so all before this one are sure to be reached.
  const end = locked.settled + budget
  // When too much waits to be settled, only the page that the others wait for may start. Without an order none may.
  const endIfFull = isWide(scope) ? 0 : locked.head + 1
  return db.rows(LeasedUrl)`
    WITH soon AS MATERIALIZED (SELECT ${soon} AS at
    ), in_flight AS MATERIALIZED (
      SELECT domain, count(*)::int AS n FROM gleaner.leases WHERE job = ${job} GROUP BY domain
    ), ended AS MATERIALIZED (
      SELECT count(*) AS n, coalesce(sum(bytes), 0) AS bytes FROM gleaner.visits WHERE job = ${job}
    ), capacity AS MATERIALIZED (
      SELECT greatest(0, least(${count}, ${budget} - coalesce((SELECT sum(n) FROM in_flight), 0) - n)) AS n,
        CASE WHEN bytes >= ${maxUnsettled} THEN ${endIfFull}::bigint ELSE ${end}::bigint END AS before
      FROM ended
    ), eligible AS MATERIALIZED (
      SELECT l.domain, l.first, ${perDomain} - coalesce(f.n, 0) AS free
      FROM gleaner.domain_queues l LEFT JOIN in_flight f USING (domain)
        LEFT JOIN gleaner.domain_leases g USING (domain)
      WHERE l.job = ${job} AND l.due IS NULL AND l.first < (SELECT before FROM capacity)
        AND coalesce(f.n, 0) < ${perDomain}
        AND (g.domain IS NULL OR g.node IS NULL AND ${nextTurn} <= (SELECT at FROM soon))
      ORDER BY l.first LIMIT (SELECT n FROM capacity)
    ), delayed AS (
      SELECT l.domain, ${nextTurn} AS until FROM gleaner.domain_queues l JOIN gleaner.domain_leases g USING (domain)
      WHERE l.job = ${job} AND l.due IS NULL AND l.first < (SELECT before FROM capacity)
        AND l.first < coalesce((SELECT max(first) FROM eligible HAVING count(*) = (SELECT n FROM capacity)), ${end})
        AND ${nextTurn} > (SELECT at FROM soon) AND (SELECT n FROM capacity) > 0 AND ${isWide(scope)}
      ORDER BY l.first LIMIT ${maxMoves}
    ), rescheduled AS (
      UPDATE gleaner.domain_queues l SET due = r.until FROM delayed r WHERE l.job = ${job} AND l.domain = r.domain
    ), pick AS MATERIALIZED (
      SELECT w.* FROM eligible o CROSS JOIN LATERAL (
        SELECT * FROM gleaner.frontier f
        WHERE f.job = ${job} AND f.domain = o.domain AND f.seq >= o.first AND f.seq < (SELECT before FROM capacity)
        ORDER BY f.seq LIMIT o.free
      ) w ORDER BY w.seq LIMIT (SELECT n FROM capacity)
    ), gone AS (
      DELETE FROM gleaner.frontier f USING pick p WHERE f.job = ${job} AND f.seq = p.seq
    ), moved AS (
      UPDATE gleaner.domain_queues l SET first = (
        SELECT f.seq FROM gleaner.frontier f
        WHERE f.job = ${job} AND f.domain = l.domain AND f.seq > p.last ORDER BY f.seq LIMIT 1
      )
      FROM (SELECT domain, max(seq) AS last FROM pick GROUP BY domain) p WHERE l.job = ${job} AND l.domain = p.domain
    )
    INSERT INTO gleaner.leases (job, seq, node, token, domain, url, depth, found_on)
    SELECT job, seq, ${node}, ${token}, domain, url, depth, found_on FROM pick ORDER BY seq
    RETURNING seq::float8 AS seq, domain, url, depth, found_on AS "foundOn"`
}
