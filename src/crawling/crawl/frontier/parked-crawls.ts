import { Effect, Exit, Scope } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { CrawlJournal } from "../../jobs/CrawlJournal.ts"
import type { Crawl } from "./Crawl.ts"

interface Parked {
  readonly crawl: Crawl
  /** Contains the hook that runs when the job is cancelled. */
  readonly scope: Scope.Closeable
}

/** Crawls between two slots, in a store without steps to replay. */
export const parkedCrawls = (journal: CrawlJournal["Service"]) => {
  const parked = new Map<JobId, Parked>()

  const remove = Effect.fnUntraced(function*(id: JobId) {
    const left = parked.get(id)
    parked.delete(id)
    if (left !== undefined) yield* Scope.close(left.scope, Exit.void)
    return left?.crawl
  })

  return {
    /** The crawl, which is no longer parked; undefined without one. */
    take: (id: JobId) =>
      Effect.tap(remove(id), (crawl) =>
        Effect.sync(() => {
          if (crawl !== undefined) crawl.isClosed = false
        })),
    /** Stores a crawl in memory until its job has a slot again or is cancelled. */
    park: Effect.fnUntraced(function*(id: JobId, crawl: Crawl, settleRest: Effect.Effect<void, StoreUnavailable>) {
      crawl.park()
      const scope = yield* Scope.make()
      yield* Scope.provide(journal.beforeCancel(id, Effect.andThen(settleRest, remove(id))), scope)
      parked.set(id, { crawl, scope })
    })
  }
}
