import { Schema } from "effect"
import { JobStats, JobStatus } from "./Job.ts"
import { LedgerRow } from "./LedgerRow.ts"

const event = <const Name extends string, Data extends Schema.Constraint>(name: Name, data: Data) =>
  Schema.Struct({ id: Schema.optional(Schema.String), event: Schema.Literal(name), data: Schema.fromJsonString(data) })

/**
 * An event of a job. `page` is a row of the ledger, and its id is the position to resume from. `stats` and `status` are
 * sent on change. The last event is the final `status`, with the id `end`.
 */
export const JobEvent = Schema.Union([
  event("status", Schema.Struct({ status: JobStatus, finished_at: Schema.NullOr(Schema.Finite) })),
  event("stats", JobStats),
  event("page", LedgerRow)
]).annotate({ identifier: "JobEvent" })
export type JobEvent = typeof JobEvent.Type

/** Id of the last event. */
export const endOfEvents = "end"
