import { backOffLife } from "../../../../../web/politeness/DomainQueue.ts"
import { ago, sql } from "../../statement.ts"

const life = ago(backOffLife / 1000)

/** The back-off. It expires if no node renews it: the node that would end it may be gone. */
export const backOff = sql`CASE WHEN slowed_at > ${life} THEN back_off_ms ELSE 0 END`

/** Between two turns. */
export const restAfterTurn = sql`make_interval(secs => greatest(delay_ms, ${backOff}) / 1000.0)`
