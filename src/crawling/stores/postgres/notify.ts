import { Effect } from "effect"
import { type Db, texts } from "./statement.ts"

/** The channel on which nodes signal changes of jobs, never of pages: a notification locks the whole server. */
export const channel = "gleaner_jobs"

/** Notifies all nodes of a change of these jobs when the transaction ends. Nodes that do not listen poll. */
export const notify = (db: Db, change: "Created" | "Cancelled" | "Finished", ids: ReadonlyArray<string>) =>
  db.notifies
    ? db.run`SELECT pg_notify(${channel}, signal) FROM unnest(${texts(ids.map((id) => `${change} ${id}`))}) AS signal`
    : Effect.void
