import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { JobNotSearchable } from "../../../../contract/api/Problems.ts"
import type { JobSearchQuery } from "../../../../core/domain/job/JobSearch.ts"
import { searchJob } from "../../../../crawling/search/search-job.ts"
import type { Admission } from "../../limits/Admission.ts"
import { overloaded } from "../../problems/page-problems.ts"
import { overStore } from "../../problems/store-problems.ts"
import type { OwnJob } from "./job-documents.ts"

/** The passages of a job with an index that match a query. */
export const passagesAnswer = Effect.fnUntraced(function*(
  { admission, ...services }: Parameters<typeof searchJob>[0] & { readonly admission: Admission["Service"] },
  { id, job, owner }: OwnJob,
  query: JobSearchQuery
) {
  if (job.options.search !== true) return yield* notSearchable
  yield* admission.place(owner)
  const json = yield* overStore(searchJob(services, owner, { ...job, id }, query)).pipe(
    Effect.catchTag("PageError", (error) => Effect.fail(overloaded(error)))
  )
  return HttpServerResponse.uint8Array(json, { contentType: "application/json" })
})

const notSearchable = new JobNotSearchable({
  detail: "The job was started without search, so its pages are not indexed. Start it again with \"search\": true."
})
