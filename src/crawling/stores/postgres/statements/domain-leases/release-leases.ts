import { Schema } from "effect"
import { ago, bigints, type Db, ints, sql } from "../../statement.ts"
import { restAfterTurn } from "./back-off.ts"

const release = sql`UPDATE gleaner.domain_leases SET node = NULL, next_at = clock_timestamp() + ${restAfterTurn}`

/** The turn has ended. */
export const releaseLease = (db: Db, domain: string, node: number, token: bigint) =>
  db.run`${release} WHERE domain = ${domain} AND node = ${node} AND token = ${token}`

const Stray = Schema.Struct({ domain: Schema.String })

/**
 * A node releases leases that it took `minAge` seconds ago and does not know of: the list of its tokens may be a little
 * older than the table.
 */
export const releaseStrayLeases = (db: Db, node: number, tokens: Iterable<bigint>, minAge: number) =>
  db.rows(Stray)`${release} WHERE node = ${node} AND token <> ALL(${bigints(tokens)})
        AND leased_at < ${ago(minAge)} RETURNING domain`

/** Domains of dead nodes are free after the delay: their last request may have gone out just now. */
export const releaseAllLeases = (db: Db, nodes: ReadonlyArray<number>) =>
  db.run`${release} WHERE node = ANY(${ints(nodes)})`
