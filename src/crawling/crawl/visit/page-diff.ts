import { Effect, Option, Schema, Stream } from "effect"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { type CrawlOptions, JobId } from "../../../core/domain/job/Job.ts"
import type { DocumentPlace, StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import type { Extractor } from "../../../extract/Extractor.ts"
import type { JobStore } from "../../jobs/JobStore.ts"
import { crawlRules } from "../model/CrawlRules.ts"

/** The pages cannot be compared, for this reason. */
export class NoDiff extends Schema.TaggedError<NoDiff>()("NoDiff", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }
}

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

interface Found {
  readonly place: DocumentPlace | undefined
}

/** The place of the document of a URL, if the ledger of the job has the URL. It may be in an earlier job. */
export const placeOf = Effect.fnUntraced(function*(store: Pick<Store, "ledger">, id: JobId, name: string) {
  let stored = 0
  for (let after = 0, more = true; more;) {
    const slice = yield* store.ledger(id, { after, limit: batchSize })
    for (const row of slice.items) {
      if (row.url === name) return Option.some<Found>({ place: placeIn(row, id, stored) })
      if (row.outcome === "stored") stored++
    }
    after = slice.next
    more = slice.more
  }
  return Option.none<Found>()
})

const placeIn = ({ outcome, seen }: StoredPage, job: JobId, n: number): DocumentPlace | undefined =>
  outcome === "stored" ? { job, n } : seen?.kept

/** Rows for each read of the ledger. */
const batchSize = 1000

/** Sending a larger document to another process takes too long. */
const maxBytes = 2 * 1024 * 1024

const documentAt = Effect.fnUntraced(function*(
  store: Store,
  { place }: Found
): Effect.fn.Return<Uint8Array | undefined, NoDiff | StoreUnavailable> {
  if (place === undefined) return undefined
  const json = yield* store.documents(place.job, place.n, place.n + 1).pipe(
    Stream.runHead,
    Effect.catchTag(["JobEvicted", "DocumentLost"], () => Effect.succeedNone)
  )
  if (Option.isNone(json)) {
    return yield* new NoDiff({
      why: "The job with the earlier document has expired, so there is nothing to compare with."
    })
  }
  if (json.value.length > maxBytes) return yield* new NoDiff({ why: `A document has more than ${maxBytes} bytes.` })
  return json.value
})
