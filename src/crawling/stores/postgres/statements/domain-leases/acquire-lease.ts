import { Schema } from "effect"
import type { Db } from "../../statement.ts"
import { restAfterTurn } from "./back-off.ts"

interface Turn {
  readonly domain: string
  readonly node: number
  /** In milliseconds. */
  readonly delay: number
  /** It may follow this node's own turn at once. */
  readonly isContinuation: boolean
  readonly token: bigint
}

const Attempt = Schema.Struct({ isOurs: Schema.Boolean, wait: Schema.Finite })

/**
 * One turn on a domain. `isOurs` is also true if the answer of an earlier statement with this token was lost. A token
 * that has released the domain does not get it again: its statement has arrived late. Otherwise `wait` is the minimum
 * number of milliseconds until the turn. No turn begins before the delay has passed since the beginning of the current
 * one, so that a taken domain is not polled until then.
 */
export const acquireLease = (db: Db, { delay, domain, isContinuation, node, token }: Turn) =>
  db.first(Attempt)`WITH taken AS (
      UPDATE gleaner.domain_leases SET node = ${node}, last_node = ${node}, token = ${token}, delay_ms = ${delay},
        leased_at = clock_timestamp()
      WHERE domain = ${domain} AND (node = ${node} AND token = ${token}
        OR node IS NULL AND token <> ${token} AND rest_until <= clock_timestamp()
          AND (next_at <= clock_timestamp() OR ${isContinuation} AND last_node = ${node}))
      RETURNING 1
    ), made AS (
      INSERT INTO gleaner.domain_leases (domain, node, last_node, token, delay_ms, leased_at)
      SELECT ${domain}, ${node}, ${node}, ${token}, ${delay}, clock_timestamp()
      WHERE NOT EXISTS (SELECT FROM gleaner.domain_leases WHERE domain = ${domain})
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT true AS "isOurs", 0::float8 AS wait FROM taken
    UNION ALL SELECT true, 0 FROM made
    UNION ALL SELECT false, 1000 * extract(epoch FROM greatest(
        rest_until, CASE WHEN node IS NULL THEN next_at ELSE leased_at + ${restAfterTurn} END
      ) - clock_timestamp())::float8
    FROM gleaner.domain_leases WHERE domain = ${domain}
      AND NOT EXISTS (SELECT FROM taken) AND NOT EXISTS (SELECT FROM made)`
