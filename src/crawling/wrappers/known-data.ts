import { Effect, Option, Schema, Stream } from "effect"
import type { StoreUnavailable } from "../../core/domain/errors/StoreUnavailable.ts"
import type { JobId } from "../../core/domain/job/Job.ts"
import { inSlices } from "../../core/kernel/slices/in-slices.ts"
import { membersOf } from "../../core/kernel/slices/scan-json.ts"
import type { JobStore } from "../jobs/JobStore.ts"
import type { WrapperExample } from "./WrapperStore.ts"

/** Pages of which a wrapper keeps the data, and characters of all their data. */
export const maxKnown = 12
const maxCharacters = 48_000

/** A stored page of a job, with the number of values that the rules did not give. */
export interface CoveredPage {
  readonly url: string
  /** Index of its document. */
  readonly n: number
  readonly missing: number
}

/** The latest first. Later data of a page replaces the data of before. */
export const withKnown = (
  before: ReadonlyArray<WrapperExample>,
  latest: ReadonlyArray<WrapperExample>
): ReadonlyArray<WrapperExample> => {
  const urls = new Set(latest.map(({ url }) => url))
  let characters = 0
  return [...latest, ...before.filter(({ url }) => !urls.has(url))].slice(0, maxKnown).filter((one) => {
    characters += JSON.stringify(one).length
    return characters <= maxCharacters
  })
}

/** The data in documents of a job, without those that are gone. */
export const dataOf = Effect.fnUntraced(function*(
  jobs: Pick<JobStore["Service"], "documents">,
  id: JobId,
  pages: ReadonlyArray<CoveredPage>
): Effect.fn.Return<ReadonlyArray<WrapperExample>, StoreUnavailable> {
  const known: Array<WrapperExample> = []
  for (const { n, url } of pages) {
    const json = yield* jobs.documents(id, n, n + 1).pipe(
      Stream.runHead,
      Effect.catchTag(["JobEvicted", "DocumentLost"], () => Effect.succeedNone)
    )
    if (Option.isNone(json)) continue
    const members = yield* inSlices(() => membersOf(json.value))
    const data = members.find(({ name }) => name === "data")?.value
    if (data === undefined || data.length > maxCharacters) continue
    const value = parse(decoder.decode(data))
    if (value !== null) known.push({ url, data: value })
  }
  return known
})

const decoder = new TextDecoder()
/** Our own JSON. */
const parse = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))
