import { Schema } from "effect"
import { type Db, fromNow } from "../../statement.ts"
import { backOff } from "./back-off.ts"

interface Slower {
  readonly domain: string
  /** In milliseconds, as `backOff`. */
  readonly rest: number
  readonly backOff: number
}

export const slowDownGate = (db: Db, { backOff, domain, rest }: Slower) =>
  db.run`INSERT INTO gleaner.gates AS g (domain, rest_until, back_off_ms, slowed_at)
    VALUES (${domain}, ${fromNow(rest / 1000)}, ${backOff}, clock_timestamp())
    ON CONFLICT (domain) DO UPDATE SET rest_until = greatest(g.rest_until, excluded.rest_until),
      back_off_ms = excluded.back_off_ms, slowed_at = excluded.slowed_at`

/** `backOff`: what is left of it, in milliseconds. */
export const recoverGate = (db: Db, { backOff, domain }: Omit<Slower, "rest">) =>
  db.run`UPDATE gleaner.gates SET back_off_ms = ${backOff} WHERE domain = ${domain}`

const Gate = Schema.Struct({ backOff: Schema.Finite, rest: Schema.Finite })

export const readGate = (db: Db, domain: string) =>
  db.first(Gate)`SELECT ${backOff} AS "backOff",
        1000 * extract(epoch FROM greatest(next_at, rest_until) - clock_timestamp())::float8 AS rest
      FROM gleaner.gates WHERE domain = ${domain}`
