import type { Database } from "./Database.ts"
import * as sql from "./sql/jobs.ts"

/** Tells all nodes what became of a job, when the transaction ends. */
export const notify = (
  database: Pick<Database["Service"], "run">,
  what: "Created" | "Cancelled" | "Finished",
  id: string
) => database.run(sql.notify, [`${what} ${id}`])
