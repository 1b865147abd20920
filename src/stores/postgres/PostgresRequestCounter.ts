import { Duration, Effect, Layer } from "effect"
import { RequestCounter } from "../RequestCounter.ts"
import { Database } from "./Database.ts"
import { countRequest } from "./sql/rates.ts"
import { newToken } from "./tokens.ts"

/** One row for each key, which all nodes share. */
export const PostgresRequestCounter = Layer.effect(
  RequestCounter,
  Effect.map(Database, (database) =>
    RequestCounter.of({
      count: (key, limit, window) =>
        Effect.map(
          Effect.suspend(() =>
            database.run<{ readonly count: number; readonly wait: number }>(countRequest, [
              key,
              limit,
              Duration.toSeconds(window) / limit,
              newToken()
            ])
          ),
          ([row]) => ({
            remaining: Math.max(0, limit - (row?.count ?? 0)),
            resetAfter: Duration.millis(Math.max(0, row?.wait ?? 0)),
            isExceeded: (row?.count ?? 0) > limit
          })
        )
    }))
)
