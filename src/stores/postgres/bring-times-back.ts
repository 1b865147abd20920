import { Duration, Effect } from "effect"
import type { Database } from "./Database.ts"
import {
  bringGatesBack,
  bringNodesBack,
  bringSlotsBack,
  bringVisitsBack,
  bringWebhooksBack,
  forgetRates
} from "./sql/clock.ts"

/** Mends the times in the tables after the clock of the database has stepped back. */
export const bringTimesBack = Effect.fnUntraced(
  function*({ run }: Pick<Database["Service"], "run">, webhookLease: Duration.Duration) {
    const statements = [bringGatesBack, bringNodesBack, bringSlotsBack, bringVisitsBack, forgetRates]
    for (const statement of statements) yield* run(statement)
    yield* run(bringWebhooksBack, [Duration.toSeconds(webhookLease)])
  }
)
