import { Effect, Option, Schema, Stream } from "effect"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../../core/domain/job/Job.ts"
import type { DocumentPlace, StoredPage } from "../../../core/domain/job/LedgerRow.ts"
import type { JobStore } from "../JobStore.ts"

/** The pages cannot be compared, for this reason. */
export class NoDiff extends Schema.TaggedError<NoDiff>()("NoDiff", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }
}

type Store = JobStore["Service"]

export interface Found {
  readonly place: DocumentPlace | undefined
}

/** The place of the document of a URL, if the ledger of the job has the URL. It may be in an earlier job. */
export const placeOf = (store: Pick<Store, "ledger">, id: JobId, name: string) =>
  Effect.map(placesOf(store, id, new Set([name])), (places) => Option.fromUndefinedOr(places.get(name)))

/** The places of the documents of these URLs, by one pass over the ledger of the job. */
export const placesOf = Effect.fnUntraced(function*(
  store: Pick<Store, "ledger">,
  id: JobId,
  names: ReadonlySet<string>
): Effect.fn.Return<ReadonlyMap<string, Found>, StoreUnavailable> {
  const places = new Map<string, Found>()
  let stored = 0
  for (let after = 0, more = true; more && places.size < names.size;) {
    const slice = yield* store.ledger(id, { after, limit: batchSize })
    for (const row of slice.items) {
      if (names.has(row.url)) places.set(row.url, { place: placeIn(row, id, stored) })
      if (row.outcome === "stored") stored++
    }
    after = slice.next
    more = slice.more
  }
  return places
})

/** The place of the document of a row. `stored`: number of the documents of the job before it. */
export const placeIn = ({ outcome, seen }: StoredPage, job: JobId, n: number): DocumentPlace | undefined =>
  outcome === "stored" ? { job, n } : seen?.kept

/** Rows for each read of the ledger. */
const batchSize = 1000

/** Sending a larger document to another process takes too long. */
const maxBytes = 2 * 1024 * 1024

export const documentAt = Effect.fnUntraced(function*(
  store: Pick<Store, "documents">,
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
