import { Schema } from "effect"
import { type Db, fromNow } from "../../statement.ts"
import { backOff } from "./back-off.ts"

interface Slower {
  readonly domain: string
  /** In milliseconds, as `backOff`. */
  readonly rest: number
  readonly backOff: number
}

export const slowDownDomain = (db: Db, { backOff, domain, rest }: Slower) =>
  db.run`INSERT INTO gleaner.domain_leases AS g (domain, rest_until, back_off_ms, slowed_at)
    VALUES (${domain}, ${fromNow(rest / 1000)}, ${backOff}, clock_timestamp())
    ON CONFLICT (domain) DO UPDATE SET rest_until = greatest(g.rest_until, excluded.rest_until),
      back_off_ms = excluded.back_off_ms, slowed_at = excluded.slowed_at`

/** `backOff`: what is left of it, in milliseconds. */
export const recoverDomain = (db: Db, { backOff, domain }: Omit<Slower, "rest">) =>
  db.run`UPDATE gleaner.domain_leases SET back_off_ms = ${backOff} WHERE domain = ${domain}`

const BackOff = Schema.Struct({ backOff: Schema.Finite, rest: Schema.Finite })

export const readDomain = (db: Db, domain: string) =>
  db.first(BackOff)`SELECT ${backOff} AS "backOff",
        1000 * extract(epoch FROM greatest(next_at, rest_until) - clock_timestamp())::float8 AS rest
      FROM gleaner.domain_leases WHERE domain = ${domain}`
