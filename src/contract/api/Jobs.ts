import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Document } from "../../core/domain/document/Document.ts"
import { pictureTypes } from "../../core/domain/document/Picture.ts"
import { CrawlPlan } from "../../core/domain/job/CrawlPlan.ts"
import { Job, JobWithDocuments } from "../../core/domain/job/Job.ts"
import { JobEvent } from "../../core/domain/job/JobEvent.ts"
import { PageChange, PageOutcome } from "../../core/domain/job/LedgerRow.ts"
import { RepeatsOption } from "../../core/domain/options/RepeatsOption.ts"
import { Authentication } from "./Caller.ts"
import { BatchPayload, CrawlPayload, IdempotencyKey } from "./CrawlRequest.ts"
import { queryFlag, RequestUrl } from "./fields.ts"
import { described, tagged } from "./openapi/describe-answer.ts"
import { archiveTypes, inCsv, inParts, started } from "./openapi/job-answers.ts"
import {
  DocumentsCursor,
  JobDocuments,
  JobList,
  JobRecords,
  JobsCursor,
  JobTemplateList,
  Ledger,
  LedgerCursor,
  Limit,
  paged,
  RecordsCursor,
  TemplatesCursor
} from "./Paging.ts"
import { picture } from "./Pictures.ts"
import {
  AddressBlocked,
  DiffNotFound,
  DocumentsLost,
  FetchFailed,
  IdempotencyKeyReusedProblem,
  JobNotFound,
  NotAcceptable,
  Overloaded,
  PictureNotFound,
  RobotsDisallowed,
  RobotsUnreachable,
  ShuttingDownProblem,
  StoreUnavailableProblem,
  TooManyCrawlsProblem
} from "./Problems.ts"
import { queryFields } from "./query-options.ts"
import { BodyKind, RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"
import { JobIdParameter, searchJob } from "./Search.ts"

const id = JobIdParameter

const LastEventId = Schema.String.check(
  Schema.isPattern(/^(?:end|\d{1,15})$/, {
    message: "must be the id of an event of this job; leave it out to get all events"
  })
).annotate({
  description: "Id of the last event received. The stream continues after it.",
  examples: ["42"]
})

/** Options of a scrape that apply to stored Documents too. */
export const documentOptions = () => {
  const { chunks, fields, max_tokens, query } = queryFields()
  return { fields, chunks, query, max_tokens, repeats: Schema.optionalKey(RepeatsOption) }
}

/** Media types of JSON Lines. */
export const ndjsonTypes = ["application/x-ndjson", "application/jsonl"] as const

const startErrors = [
  TooManyCrawlsProblem,
  IdempotencyKeyReusedProblem,
  Overloaded,
  StoreUnavailableProblem,
  ShuttingDownProblem,
  AddressBlocked
] as const

/** Crawls and batches as jobs: start, list, poll, read, cancel. */
export class JobsGroup extends HttpApiGroup.make("jobs")
  .annotate(OpenApi.Description, "Crawls and batches as jobs: start, list, poll, read, cancel.")
  .add(
    HttpApiEndpoint.post("crawl", "/crawl", {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: CrawlPayload,
      success: [Job.pipe(HttpApiSchema.status(202)), CrawlPlan],
      error: [...startErrors, RobotsDisallowed, RobotsUnreachable, FetchFailed]
    }).annotate(OpenApi.Identifier, "startCrawl")
      .annotate(BodyKind, "urls")
      .annotate(OpenApi.Summary, "Start a crawl")
      .annotate(OpenApi.Transform, started)
      .annotate(
        OpenApi.Description,
        "Returns the queued job immediately, with its URL in `Location`. Poll the job every second or two, or follow its events. With dry_run, returns a plan with status 200 and crawls nothing."
      ),
    HttpApiEndpoint.post("batch", "/batch", {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: BatchPayload,
      success: Job.pipe(HttpApiSchema.status(202)),
      error: startErrors
    }).annotate(OpenApi.Identifier, "startBatch")
      .annotate(BodyKind, "urls")
      .annotate(OpenApi.Summary, "Fetch a list of pages")
      .annotate(OpenApi.Transform, started)
      .annotate(
        OpenApi.Description,
        "Crawls exactly these URLs: depth 0, no links followed. url of the job is the first of them. The status is `done` even if pages failed; the ledger lists them."
      ),
    HttpApiEndpoint.get("jobs", "/jobs", {
      query: { after: Schema.optionalKey(JobsCursor), limit: Schema.optionalKey(Limit("jobs")) },
      success: JobList,
      error: StoreUnavailableProblem
    }).annotate(OpenApi.Identifier, "listJobs")
      .annotate(OpenApi.Transform, described(paged("jobs"), tagged))
      .annotate(OpenApi.Summary, "List the jobs of this key, newest first")
      .annotate(OpenApi.Description, "Default limit: 20."),
    HttpApiEndpoint.get("job", "/jobs/:id", {
      params: { id },
      query: {
        documents: queryFlag("Include the Documents. Default: false."),
        repeats: Schema.optionalKey(RepeatsOption)
      },
      success: JobWithDocuments,
      error: [JobNotFound, DocumentsLost, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getJob")
      .annotate(OpenApi.Transform, tagged)
      .annotate(OpenApi.Summary, "Read a job")
      .annotate(OpenApi.Description, "With documents=true, all Documents of the job are included."),
    HttpApiEndpoint.delete("cancel", "/jobs/:id", {
      params: { id },
      query: {
        purge: queryFlag("Delete the job too, with its documents and its ledger. Default: false.")
      },
      success: Job,
      error: [JobNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "cancelJob")
      .annotate(OpenApi.Summary, "Cancel a crawl")
      .annotate(
        OpenApi.Description,
        "Responds once the crawl has stopped. A finished job is returned unchanged. With purge=true, the job is deleted now instead of after its retention, and its last state is returned."
      ),
    HttpApiEndpoint.get("documents", "/jobs/:id/documents", {
      params: { id },
      query: {
        after: Schema.optionalKey(DocumentsCursor),
        limit: Schema.optionalKey(Limit("documents")),
        url: Schema.optionalKey(RequestUrl.annotate({
          description: "Return only the Document of this URL of the ledger, even if an earlier job of since stores it."
        })),
        ...documentOptions()
      },
      success: [
        JobDocuments,
        HttpApiSchema.StreamNdjson({ schema: Document, contentType: [...ndjsonTypes], maxElementBytes: "1 GiB" })
      ],
      error: [NotAcceptable, JobNotFound, DocumentsLost, Overloaded, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "listDocuments")
      .annotate(OpenApi.Summary, "Read the Documents of a job")
      .annotate(OpenApi.Transform, described(inParts, paged("documents"), tagged))
      .annotate(
        OpenApi.Description,
        "Oldest first. Default limit for JSON: 20. With Accept: application/x-ndjson, each line is one Document; with text/csv, one row. With application/vnd.apache.parquet, a file with the rows of CSV; numbers are numbers, and an empty cell is null. Without limit, the lines follow a running job to its end. With limit, a Link header has the URL of the next lines. Chunks are made from the stored Documents; query and max_tokens apply to each Document."
      ),
    HttpApiEndpoint.get("records", "/jobs/:id/records", {
      params: { id },
      query: {
        after: Schema.optionalKey(RecordsCursor),
        limit: Schema.optionalKey(Limit("records")),
        type: Schema.optionalKey(
          Schema.String.check(Schema.isMaxLength(200)).annotate({
            description: "Only records with this type.",
            examples: ["Product"]
          })
        )
      },
      success: JobRecords,
      error: [NotAcceptable, JobNotFound, DocumentsLost, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "listRecords")
      .annotate(OpenApi.Summary, "Read the records of all Documents of a job")
      .annotate(OpenApi.Transform, described(inCsv, paged("records"), tagged))
      .annotate(
        OpenApi.Description,
        "In the order of the Documents. Default limit for JSON: 100. One response reads a limited number of Documents, so it may have fewer records, or none, while has_more is true. With Accept: text/csv, each record is a row, and with application/vnd.apache.parquet too. Without limit, the rows follow a running job to its end; with limit, a Link header has the URL of the next rows."
      ),
    HttpApiEndpoint.get("ledger", "/jobs/:id/ledger", {
      params: { id },
      query: {
        after: Schema.optionalKey(LedgerCursor),
        limit: Schema.optionalKey(Limit("ledger")),
        outcome: Schema.optionalKey(PageOutcome),
        change: Schema.optionalKey(PageChange)
      },
      success: Ledger,
      error: [JobNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getLedger")
      .annotate(OpenApi.Transform, described(paged("ledger"), tagged))
      .annotate(OpenApi.Summary, "List the outcome of every URL, with its reason")
      .annotate(
        OpenApi.Description,
        "One row per finished URL, oldest first. Default limit: 100."
      ),
    HttpApiEndpoint.get("templates", "/jobs/:id/templates", {
      params: { id },
      query: { after: Schema.optionalKey(TemplatesCursor), limit: Schema.optionalKey(Limit("templates")) },
      success: JobTemplateList,
      error: [JobNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "listTemplates")
      .annotate(OpenApi.Transform, described(paged("templates"), tagged))
      .annotate(OpenApi.Summary, "List the templates of a job's pages")
      .annotate(
        OpenApi.Description,
        "Groups of pages of one host with the same layout, the largest first, with their fields and records. A running job has those of its pages so far. Default limit: 100."
      ),
    searchJob,
    HttpApiEndpoint.get("diff", "/jobs/:id/diff", {
      params: { id },
      query: { url: RequestUrl },
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/x-diff; charset=utf-8" })),
      error: [JobNotFound, DiffNotFound, Overloaded, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "diffPage")
      .annotate(OpenApi.Transform, tagged)
      .annotate(OpenApi.Summary, "Compare a page with the job given as since")
      .annotate(
        OpenApi.Description,
        "A unified diff of the page's markdown, from the job given as since to this one. Empty if nothing has changed."
      ),
    HttpApiEndpoint.get("picture", "/jobs/:id/pictures/:n", {
      params: {
        id,
        n: Schema.String.annotate({ description: "Index of the Document in the job, from 0.", examples: ["0"] })
      },
      success: Object.values(pictureTypes).map(picture),
      error: [JobNotFound, PictureNotFound, DocumentsLost, Overloaded, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getPicture")
      .annotate(OpenApi.Transform, tagged)
      .annotate(OpenApi.Summary, "Read the picture of a stored page")
      .annotate(
        OpenApi.Description,
        "Only for jobs with the option pictures. The field picture of a Document has this path. A picture never changes."
      ),
    HttpApiEndpoint.get("wacz", "/jobs/:id/wacz", {
      params: { id },
      success: picture(archiveTypes.wacz),
      error: [JobNotFound, DocumentsLost, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getWacz")
      .annotate(OpenApi.Summary, "Read the pages of a job as a web archive collection (WACZ 1.1.1)")
      .annotate(
        OpenApi.Description,
        "For ReplayWeb.page and other readers. Has the responses of all stored pages and what the browser loaded for them, if the job has the option archive, else their markdown as conversion records. Pages unchanged since the job in since are revisit records. A running job has its pages so far."
      ),
    HttpApiEndpoint.get("warc", "/jobs/:id/warc", {
      params: { id },
      success: picture(archiveTypes.warc),
      error: [JobNotFound, DocumentsLost, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getWarc")
      .annotate(OpenApi.Summary, "Read the pages of a job as WARC 1.1")
      .annotate(OpenApi.Description, "The records of the WACZ file, each compressed on its own (gzip)."),
    HttpApiEndpoint.get("events", "/jobs/:id/events", {
      params: { id },
      headers: { "last-event-id": Schema.optionalKey(LastEventId) },
      success: [
        HttpApiSchema.StreamSse({ events: JobEvent }),
        HttpApiSchema.NoContent.annotate({
          description: "Last-Event-ID is the last event. There are no more."
        })
      ],
      error: [JobNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "followJob")
      .annotate(OpenApi.Summary, "Follow a job as Server-Sent Events")
      .annotate(
        OpenApi.Description,
        "Sends the events status, stats and page. The stream ends with the final status. With Last-Event-ID, it continues exactly after that event."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
