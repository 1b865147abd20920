import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Chunk, Document } from "../../core/domain/document/Document.ts"
import { fetchFailures } from "../../core/domain/errors/PageError.ts"
import { JobPassages, jobSearchFields } from "../../core/domain/job/JobSearch.ts"
import { SearchOptions } from "../../core/domain/options/search-options.ts"
import { RandomId } from "../../core/domain/schema/json-schema-form.ts"
import { Authentication } from "./Caller.ts"
import {
  JobNotFound,
  JobNotSearchable,
  Overloaded,
  SearchFailedProblem,
  SearchUnavailableProblem,
  ShuttingDownProblem,
  StoreUnavailableProblem
} from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const SearchPayload = Schema.Struct(SearchOptions.fields).annotate({ identifier: "SearchRequest" })

/** Members of a problem (RFC 9457) that a scrape of the page would return. */
export const ResultProblem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int.annotate({
    description: "Status of the problem of a scrape; with the code http_status, that of the page."
  }),
  detail: Schema.String,
  code: Schema.String.annotate({ description: "A code of a scrape, or http_status: the site answered with an error." }),
  url: Schema.optionalKey(Schema.String),
  reason: Schema.optionalKey(Schema.Literals(fetchFailures)),
  retry_after: Schema.optionalKey(Schema.Int)
}).annotate({ identifier: "ResultProblem" })
export interface ResultProblem extends Schema.Schema.Type<typeof ResultProblem> {}

const SearchResult = Schema.Struct({
  url: Schema.String.annotate({ description: "URL of the page." }),
  title: Schema.String.annotate({ description: "Title that the search engine has, or empty." }),
  snippet: Schema.String.annotate({ description: "Excerpt that the search engine has, or empty." }),
  engines: Schema.Array(Schema.String).annotate({ description: "Engines that found the page." }),
  document: Schema.optionalKey(Document.annotate({ description: "The page. Present only with pages." })),
  chunks: Schema.optionalKey(
    Schema.Array(Chunk).annotate({
      description: "Passages of the page for the query, the best first. Present only with pages and max_tokens."
    })
  ),
  problem: Schema.optionalKey(
    ResultProblem.annotate({ description: "The reason if the page could not be read. Present only with pages." })
  )
}).annotate({ identifier: "SearchResult" })

export const SearchAnswer = Schema.Struct({
  results: Schema.Array(SearchResult).annotate({ description: "Results in the order of the search engine." }),
  notes: Schema.Array(Schema.String).annotate({
    description: "Engines that did not answer, and why results or passages were left out."
  })
}).annotate({ identifier: "SearchAnswer" })

/** Search the web with the operator's search engine. */
export class SearchGroup extends HttpApiGroup.make("search")
  .annotate(OpenApi.Description, "Search the web with the operator's search engine.")
  .add(
    HttpApiEndpoint.post("search", "/search", {
      payload: SearchPayload,
      success: SearchAnswer,
      error: [SearchUnavailableProblem, SearchFailedProblem, Overloaded, ShuttingDownProblem]
    }).annotate(OpenApi.Identifier, "search")
      .annotate(OpenApi.Summary, "Search the web, and fetch the pages of the results on request")
      .annotate(
        OpenApi.Description,
        "Results with an address that is not public are left out. With pages, they are fetched as in a batch: by robots.txt, in the turns of their domains. A page that fails is the problem of its result."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}

export const JobIdParameter = RandomId.annotate({
  description: "Job identifier.",
  examples: ["0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6"]
})

/** The search of a job, a route of its group. */
export const searchJob = HttpApiEndpoint.get("searchJob", "/jobs/:id/search", {
  params: { id: JobIdParameter },
  query: jobSearchFields,
  success: JobPassages,
  error: [JobNotFound, JobNotSearchable, Overloaded, StoreUnavailableProblem]
}).annotate(OpenApi.Identifier, "searchJob")
  .annotate(OpenApi.Summary, "Search the pages of a job")
  .annotate(
    OpenApi.Description,
    "Returns the passages with words of the query, best first (BM25). Only for jobs with search; a running job has the pages stored so far. Passages are chunks, of the size in chunks of the job. With since, unchanged pages are searched in their earlier Documents."
  )
