import { Effect } from "effect"
import { perDomain } from "../../../crawl/frontier/frontier-bounds.ts"
import type { CrawlTask, Lease } from "../../../crawl/frontier/Frontier.ts"
import type { Database } from "../Database.ts"
import { leaseUrls, wakeDomains } from "../statements/frontier/lease-urls.ts"
import { lockJob } from "../statements/frontier/lock-job.ts"
import { returnToken } from "./return-leases.ts"

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
    const locked = yield* lockJob(database, id)
    if (locked?.status !== "running" || !locked.hasSlot || locked.spent >= locked.maxPages) {
      return { base: null, leases: [] }
    }
    const budget = locked.maxPages - locked.spent
    yield* wakeDomains(database, { job, lookAhead, limit: maxMoves })
    const rows = yield* leaseUrls(database, {
      job,
      node,
      token,
      count,
      lookAhead,
      maxPerDomain: perDomain,
      budget,
      // Places are dense, so all before this one are sure to be reached.
      end: locked.settled + budget,
      // When too much waits to be settled, only the page that the others wait for may start. Without an order none may.
      endIfFull: options.scope === "any" ? 0 : locked.head + 1,
      maxBytes: hold,
      maxRests: maxMoves
    })
    const leases = rows.map((row): Lease => ({ ...row, job: id, token: String(token) }))
    return { base: locked.base, leases: leases.toSorted((a, b) => a.seq - b.seq) }
  }))
}

/** Milliseconds before a domain's turn at which its URL is leased, so that nobody is late for it. */
export const lookAhead = 50

/** Domains that one lease wakes, and that it puts to rest. */
const maxMoves = 1000
