import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Document } from "../domain/Document.ts"
import { Job, JobWithDocuments } from "../domain/Job.ts"
import { JobEvent } from "../domain/JobEvent.ts"
import { PageOutcome } from "../domain/JobPage.ts"
import { Authentication } from "./Caller.ts"
import { CrawlPayload, IdempotencyKey } from "./CrawlRequest.ts"
import { DocumentsCursor, JobDocuments, JobList, JobPages, JobsCursor, Limit, PagesCursor } from "./Paging.ts"
import { IdempotencyKeyReused, JobNotFound, Overloaded, ShuttingDown, TooManyCrawls } from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

const id = Schema.String.annotate({ description: "Job identifier." })

const LastEventId = Schema.String.check(
  Schema.isPattern(/^(?:end|\d{1,15})$/, { message: "must be the id of an event of this job; leave it out to get all" })
).annotate({ description: "The id of the last event seen: the answer continues behind it." })

/** What a caller may accept to get JSON Lines. */
export const ndjsonTypes = ["application/x-ndjson", "application/jsonl"] as const

/** Crawls as jobs: started, listed, polled, read, cancelled. */
export class JobsGroup extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.post("crawl", "/crawl", {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: CrawlPayload,
      success: Job.pipe(HttpApiSchema.status(202)),
      error: [TooManyCrawls, IdempotencyKeyReused, Overloaded, ShuttingDown]
    }).annotate(OpenApi.Summary, "Start a crawl")
      .annotate(
        OpenApi.Description,
        "Answers at once with the queued job; Location names it. Poll it every second or two."
      ),
    HttpApiEndpoint.get("jobs", "/jobs", {
      query: { after: Schema.optionalKey(JobsCursor), limit: Schema.optionalKey(Limit(100)) },
      success: JobList
    }).annotate(OpenApi.Summary, "List this key's jobs, the newest first")
      .annotate(OpenApi.Description, "20 of them unless limit says otherwise."),
    HttpApiEndpoint.get("job", "/jobs/:id", {
      params: { id },
      query: {
        documents: Schema.optionalKey(
          Schema.Literals(["true", "false", "1", "0"]).annotate({
            message: "must be true or false",
            description: "true includes the pages, as documents."
          })
        )
      },
      success: JobWithDocuments,
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Read a job"),
    HttpApiEndpoint.delete("cancel", "/jobs/:id", {
      params: { id },
      success: Job,
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Cancel a crawl")
      .annotate(OpenApi.Description, "Answers after the crawl has stopped; a finished job comes back unchanged."),
    HttpApiEndpoint.get("documents", "/jobs/:id/documents", {
      params: { id },
      query: { after: Schema.optionalKey(DocumentsCursor), limit: Schema.optionalKey(Limit(1000)) },
      success: [
        JobDocuments,
        HttpApiSchema.StreamNdjson({ schema: Document, contentType: [...ndjsonTypes], maxElementBytes: "1 GiB" })
      ],
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Read the pages of a job, some at a time")
      .annotate(
        OpenApi.Description,
        "In the order in which they were stored, 20 unless limit says otherwise. With Accept: application/x-ndjson the answer is one Document a line, all there are unless limit says otherwise, and a Link header names what follows."
      ),
    HttpApiEndpoint.get("pages", "/jobs/:id/pages", {
      params: { id },
      query: {
        after: Schema.optionalKey(PagesCursor),
        limit: Schema.optionalKey(Limit(1000)),
        outcome: Schema.optionalKey(PageOutcome)
      },
      success: JobPages,
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Read the ledger: what became of every URL, and why")
      .annotate(OpenApi.Description, "In the order in which the pages ended, 100 unless limit says otherwise."),
    HttpApiEndpoint.get("events", "/jobs/:id/events", {
      params: { id },
      headers: { "last-event-id": Schema.optionalKey(LastEventId) },
      success: [
        HttpApiSchema.StreamSse({ events: JobEvent }),
        HttpApiSchema.NoContent.annotate({
          description: "Last-Event-ID is that of the last event: there is nothing more."
        })
      ],
      error: JobNotFound
    }).annotate(OpenApi.Summary, "Follow a job as Server-Sent Events")
      .annotate(
        OpenApi.Description,
        "status, stats and page events until the final status, with which the answer ends. Last-Event-ID continues exactly behind the event it names."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
