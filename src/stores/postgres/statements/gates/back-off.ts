import { backOffLife } from "../../../../politeness/DomainQueue.ts"
import { ago, sql } from "../../statement.ts"

/** The back-off. It ends when no node renews it for a time: the node that would take it back may be gone. */
export const backOff = sql`CASE WHEN slowed_at > ${
  ago(
    backOffLife / 1000
  )
}
    THEN back_off_ms ELSE 0 END`

/** Between two turns. */
export const restAfterTurn = sql`make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)`
