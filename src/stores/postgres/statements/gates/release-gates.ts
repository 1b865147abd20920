import { Schema } from "effect"
import { ago, bigints, type Db, ints, sql } from "../../statement.ts"
import { restAfterTurn } from "./back-off.ts"

const release = sql`UPDATE gleaner.gates SET node = NULL, next_at = clock_timestamp() + ${restAfterTurn}`

interface Held {
  readonly domain: string
  readonly node: number
  readonly token: bigint
}

/** The turn has ended. */
export const releaseGate = (db: Db, { domain, node, token }: Held) =>
  db.run`${release} WHERE domain = ${domain} AND node = ${node} AND token = ${token}`

interface Known {
  readonly node: number
  readonly tokens: Iterable<bigint>
  /** In seconds. The list of tokens may be a little older than the table. */
  readonly minAge: number
}

const Stray = Schema.Struct({ domain: Schema.String })

/** A node releases what it took some time ago and does not know of. */
export const releaseStrayGates = (db: Db, { minAge, node, tokens }: Known) =>
  db.rows(Stray)`${release} WHERE node = ${node} AND token <> ALL(${bigints(tokens)})
        AND leased_at < ${ago(minAge)} RETURNING domain`

/** Gates of dead nodes are free after the delay: their last request may have gone out just now. */
export const releaseAllGates = (db: Db, { nodes }: { readonly nodes: ReadonlyArray<number> }) =>
  db.run`${release} WHERE node = ANY(${ints(nodes)})`
