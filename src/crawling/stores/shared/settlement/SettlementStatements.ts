import type { Effect } from "effect"
import type { StoreUnavailable } from "../../../../core/domain/errors/StoreUnavailable.ts"
import type { CrawlOptions } from "../../../../core/domain/job/Job.ts"
import type { OriginalPage } from "../../../crawl/settle/SimilarPages.ts"
import type { Batch } from "./Batch.ts"
import type { Fact, FactsQuery, KnownName, LockedJob, ReadyVisit, WaitingUrl } from "./rows.ts"

type Rows<A> = Effect.Effect<ReadonlyArray<A>, StoreUnavailable>
type Written = Effect.Effect<unknown, StoreUnavailable>

/** The statements of a settlement, for a store over which nodes share jobs. One transaction that has locked the job. */
export interface SettlementStatements {
  /**
   * Visits that may be settled now, in order. With scope `any`, a visit is ready although another one is missing before
   * it, when `reorderBuffer` newer ones have ended, after `reorderTimeout`, or when all together have `crawlHold`
   * bytes. When the crawl `ends`, all are ready.
   */
  readyVisits(job: LockedJob, options: CrawlOptions, crawlHold: number, ends: boolean): Rows<ReadyVisit>
  findFacts(query: FactsQuery): Rows<Fact>
  /** The pages with the identities of these keys, in their order. */
  findOriginals(job: number, keys: ReadonlyArray<string>): Rows<OriginalPage>
  admitUrls(job: number, names: ReadonlyArray<KnownName>, urls: ReadonlyArray<WaitingUrl>): Written
  /** Writes all decisions of a settlement but those about new URLs and about the job itself. */
  recordSettlement(batch: Batch): Written
  /** Writes the job after a settlement. Its new head is the first URL that is not settled. */
  advanceJob(batch: Batch): Written
}
