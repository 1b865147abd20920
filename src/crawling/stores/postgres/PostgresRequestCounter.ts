import { Duration, Effect, Layer, Schema } from "effect"
import { RequestCounter } from "../RequestCounter.ts"
import { newToken } from "../shared/nodes/tokens.ts"
import { Database } from "./Database.ts"
import { fromNow } from "./statement.ts"

/** One row for each key, which all nodes share. */
export const postgresRequestCounter = Layer.effect(
  RequestCounter,
  Effect.map(Database, (db) => {
    /** Each request adds `step` seconds to the window. The token that was counted last is not counted again. */
    const count = (key: string, limit: number, step: number, token: bigint) =>
      db.one(Counted)`INSERT INTO gleaner.rates AS r (key, count, resets_at, token)
        VALUES (${key}, 1, ${fromNow(step)}, ${token})
        ON CONFLICT (key) DO UPDATE SET token = excluded.token,
          count = CASE WHEN r.token = excluded.token THEN r.count WHEN r.resets_at <= clock_timestamp() THEN 1
            ELSE least(r.count, ${limit}) + 1 END,
          resets_at = CASE WHEN r.token = excluded.token THEN r.resets_at
            WHEN r.resets_at <= clock_timestamp() THEN excluded.resets_at
            WHEN r.count < ${limit} THEN r.resets_at + make_interval(secs => ${step}::float8) ELSE r.resets_at END
        RETURNING count, 1000 * extract(epoch FROM resets_at - clock_timestamp())::float8 AS wait`
    return RequestCounter.of({
      count: (key, limit, window) =>
        Effect.map(
          Effect.suspend(() => count(key, limit, Duration.toSeconds(window) / limit, newToken())),
          ({ count, wait }) => ({
            remaining: Math.max(0, limit - count),
            resetAfter: Duration.millis(Math.max(0, wait)),
            isExceeded: count > limit
          })
        )
    })
  })
)

const Counted = Schema.Struct({ count: Schema.Finite, wait: Schema.Finite })
