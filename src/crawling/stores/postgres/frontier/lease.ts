import { Effect } from "effect"
import type { CrawlTask, Lease } from "../../../crawl/model/Frontier.ts"
import type { Database } from "../Database.ts"
import { isWide, leaseUrls, type Leasing, wakeDomains } from "../statements/frontier/lease-urls.ts"
import { lockJob } from "../statements/frontier/lock-job.ts"
import { returnToken } from "./return-leases.ts"

/**
 * Leases URLs that the budget is sure to reach, under the lock of the job. If the transaction runs again, it first
 * returns what it may have leased before.
 */
export const leaseInTurn = (
  database: Database["Service"],
  { id, options }: CrawlTask,
  leasing: Leasing
) => {
  const { node, token } = leasing
  let isRepeated = false
  return database.transaction(Effect.gen(function*() {
    if (isRepeated) yield* returnToken(database, id, node, token)
    isRepeated = true
    const locked = yield* lockJob(database, id)
    if (locked?.status !== "running" || !locked.hasSlot || locked.spent >= locked.maxPages) {
      return { base: null, leases: [] }
    }
    if (isWide(options.scope)) yield* wakeDomains(database, leasing.job)
    const rows = yield* leaseUrls(database, locked, leasing, options.scope)
    const leases = rows.map((row): Lease => ({ ...row, job: id, token: String(token) }))
    return { base: locked.base, leases: leases.toSorted((a, b) => a.seq - b.seq) }
  }))
}
