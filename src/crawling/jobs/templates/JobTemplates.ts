import { Context, Effect, Layer, Semaphore } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { Template } from "../../../core/domain/job/Template.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { WorkOwner } from "../../../core/kernel/slices/MainThread.ts"
import { JobCache } from "../JobCache.ts"
import { JobStore } from "../JobStore.ts"
import { SiteTemplates } from "./SiteTemplates.ts"

/** The templates of the pages of a job, from its ledger. */
export class JobTemplates extends Context.Service<JobTemplates, {
  /** Of the pages that are stored now. A later call reads only the rows since. */
  of(id: JobId): Effect.Effect<ReadonlyArray<Template>, StoreUnavailable>
}>()("gleaner/crawling/jobs/templates/JobTemplates") {
  static readonly layerNoDeps = Layer.effect(
    JobTemplates,
    Effect.map(JobStore, (store) => {
      const cache = new JobCache<CachedJob>(maxCached)
      const newJob = (): CachedJob => ({
        sites: new SiteTemplates(),
        lock: Semaphore.makeUnsafe(1),
        rows: 0,
        listed: 0,
        list: []
      })

      const readNew = Effect.fnUntraced(function*(id: JobId, job: CachedJob) {
        for (let more = true; more;) {
          const slice = yield* store.ledger(id, { after: job.rows, limit: batchSize })
          yield* inSlices(function*() {
            for (const row of slice.items) {
              job.sites.add(row)
              yield
            }
          })
          job.rows = slice.next
          more = slice.more
        }
        if (job.rows !== job.listed) {
          job.listed = job.rows
          job.list = job.sites.list()
        }
        return job.list
      })

      return JobTemplates.of({
        of: Effect.fn("JobTemplates.of")((id) =>
          Effect.flatMap(WorkOwner, (owner) => {
            const job = cache.get(owner, id, newJob)
            return job.lock.withPermit(readNew(id, job))
          })
        )
      })
    })
  )
}

interface CachedJob {
  readonly sites: SiteTemplates
  readonly lock: Semaphore.Semaphore
  /** Number of rows of the ledger that were read. */
  rows: number
  /** Number of those in `list`. */
  listed: number
  list: ReadonlyArray<Template>
}

/** Jobs, of a few hundred kilobytes each. */
const maxCached = 16
/** Rows for each read of the ledger. */
const batchSize = 200
