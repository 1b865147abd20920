import { Effect, Option } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, JobId } from "../../../core/domain/job/Job.ts"
import type { Extractor } from "../../../extract/Extractor.ts"
import { documentAt, type Found, NoDiff, placeOf } from "../../jobs/changes/stored-page.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import { crawlRules } from "../model/CrawlRules.ts"

type Store = Pick<JobStore["Service"], "documents" | "ownerOf" | "ledger">

/**
 * A unified diff of the markdown of one page, from the job that `since` names to this job. Empty if nothing has
 * changed. A page that one of them does not have counts as empty.
 */
export const pageDiff = Effect.fnUntraced(function*(
  { extractor, store }: { readonly store: Store; readonly extractor: Pick<Extractor["Service"], "diff"> },
  owner: string,
  id: JobId,
  options: CrawlOptions,
  url: URL
): Effect.fn.Return<string, NoDiff | PageError | StoreUnavailable> {
  const { since } = options
  if (since === undefined) {
    return yield* new NoDiff({ why: "The job was started without since; start one with it to compare." })
  }
  if (Option.isNone(yield* store.ownerOf(JobId.make(since)))) {
    return yield* new NoDiff({
      why: `Job ${since} (given as since) has expired, so there is nothing to compare with.`
    })
  }
  const name = crawlRules(options, undefined).nameOf(url)
  const after = yield* placeOf(store, id, name)
  if (Option.isNone(after)) {
    return yield* new NoDiff({ why: "The ledger of the job does not have this URL; give one that it lists." })
  }
  const before = Option.getOrElse(yield* placeOf(store, JobId.make(since), name), (): Found => ({ place: undefined }))
  if (before.place?.job === after.value.place?.job && before.place?.n === after.value.place?.n) return ""
  // Documents are parsed and compared in the processes that extract pages, because it takes too long for this thread.
  const pair = {
    url: name,
    before: yield* documentAt(store, before),
    after: yield* documentAt(store, after.value)
  }
  const { text } = yield* extractor.diff(pair, { owner, priority: "interactive" })
  return text ??
    (yield* new NoDiff({ why: "These jobs did not store markdown. Add it to fields of both to see a diff." }))
})
