import { Effect } from "effect"
import { perDomain } from "../../crawl/frontier/frontier-bounds.ts"
import type { CrawlTask, Lease } from "../../crawl/frontier/Frontier.ts"
import type { Database } from "./Database.ts"
import { returnToken } from "./return-leases.ts"
import { lockedJob } from "./settle.ts"
import * as sql from "./sql/frontier.ts"

export interface Leasing {
  readonly job: number
  readonly node: number
  readonly token: bigint
  readonly count: number
  /** Bytes that may wait to be settled. */
  readonly hold: number
}

/**
 * Leases what the budget is sure to reach, under the lock of the job. If the transaction runs again, it gives back what
 * it may have leased before.
 */
export const leaseInTurn = (
  database: Database["Service"],
  { id, options }: CrawlTask,
  { count, hold, job, node, token }: Leasing
) => {
  let isRepeated = false
  return database.transaction(Effect.gen(function*() {
    if (isRepeated) yield* returnToken(database, id, node, token)
    isRepeated = true
    const locked = yield* lockedJob(database, id)
    if (locked?.status !== "running" || !locked.hasSlot || locked.spent >= locked.maxPages) {
      return { base: null, leases: [] }
    }
    const budget = locked.maxPages - locked.spent
    // Places are dense, so all before this one are sure to be reached.
    const end = locked.settled + budget
    // When too much waits to be settled, only the page that the others wait for may start. Without an order it is none.
    const endIfFull = options.scope === "any" ? 0 : locked.head + 1
    const parameters = [job, node, token, count, perDomain, end, budget, lookAhead, endIfFull, hold]
    const rows = yield* database.run<Omit<Lease, "job" | "token">>(sql.lease, parameters)
    const leases = rows.map((row): Lease => ({ ...row, job: id, token: String(token) }))
    return { base: locked.base, leases: leases.toSorted((a, b) => a.seq - b.seq) }
  }))
}

/** Milliseconds before a domain's turn at which its URL is leased, so that nobody is late for it. */
export const lookAhead = 50
