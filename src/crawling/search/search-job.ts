import { Effect, Option, Stream } from "effect"
import type { Job, JobId } from "../../core/domain/job/Job.ts"
import { defaultPassages, type JobSearchQuery } from "../../core/domain/job/JobSearch.ts"
import type { DocumentPlace } from "../../core/domain/job/LedgerRow.ts"
import { compact } from "../../core/kernel/compact.ts"
import { inSlices } from "../../core/kernel/slices/in-slices.ts"
import { membersOf } from "../../core/kernel/slices/scan-json.ts"
import { mebibyte } from "../../core/settings/kinds.ts"
import { termWeight } from "../../extract/chunks/bm25.ts"
import type { Extractor } from "../../extract/Extractor.ts"
import { queryTerms } from "../../extract/works/page-terms.ts"
import { storedPart } from "../../extract/works/stored-document.ts"
import type { JobStore } from "../jobs/JobStore.ts"

export interface Searching {
  readonly extractor: Pick<Extractor["Service"], "passages">
  readonly store: Pick<JobStore["Service"], "documents" | "search">
}

/**
 * The passages of a job with an index that have words of the query, best first, as JSON (`JobPassages`). The index
 * leads to the best pages, and their chunks are ranked where pages are read.
 */
export const searchJob = Effect.fn("searchJob")(function*(
  { extractor, store }: Searching,
  owner: string,
  { id, options }: Pick<Job, "options"> & { readonly id: JobId },
  { limit = defaultPassages, max_tokens = Infinity, q }: JobSearchQuery
) {
  const terms = queryTerms(q)
  const { found, frequencies, pages } = yield* store.search(id, terms, Math.max(minPages, limit))
  const weights = new Map(terms.map((term, at) => [term, termWeight(frequencies[at] ?? 0, pages)]))
  const documents = yield* readWithin(store, found)
  return yield* extractor.passages({
    url: options.urls?.[0] ?? "",
    documents,
    weights,
    limit,
    maxTokens: max_tokens,
    ...compact({ chunks: options.chunks })
  }, { owner, priority: "interactive" })
})

/** Pages whose chunks are ranked. The page of the best chunk is hardly ever behind them. */
const minPages = 12

/** Bytes of the documents of one search. Long documents take long to cut. */
const maxBytes = 2 * mebibyte

/** The documents that still exist, as far as they fit. The best one always does. */
const readWithin = Effect.fnUntraced(function*(store: Searching["store"], places: ReadonlyArray<DocumentPlace>) {
  const documents: Array<Uint8Array> = []
  let left = maxBytes
  for (const { job, n } of places) {
    const json = yield* store.documents(job, n, n + 1).pipe(
      Stream.runHead,
      Effect.catchTag(["JobEvicted", "DocumentLost"], () => Effect.succeedNone)
    )
    if (Option.isNone(json)) continue
    const members = yield* inSlices(() => membersOf(json.value))
    const document = storedPart(members, "passages")
    left -= document.length
    if (left < 0 && documents.length > 0) break
    documents.push(document)
  }
  return documents
})
