import type { Db } from "../statement.ts"

/** The channel on which nodes signal changes of jobs, never of pages: a notification locks the whole server. */
export const channel = "gleaner_jobs"

/** Notifies all nodes of a change of a job when the transaction ends. */
export const notify = (db: Db, change: "Created" | "Cancelled" | "Finished", id: string) =>
  db.run`SELECT pg_notify(${channel}, ${`${change} ${id}`})`
