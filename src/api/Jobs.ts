import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Document } from "../domain/Document.ts"
import { Job, JobWithDocuments } from "../domain/Job.ts"
import { JobEvent } from "../domain/JobEvent.ts"
import { PageOutcome } from "../domain/JobPage.ts"
import { Authentication } from "./Caller.ts"
import { CrawlPayload, IdempotencyKey } from "./CrawlRequest.ts"
import { DocumentsCursor, JobDocuments, JobList, JobsCursor, Ledger, LedgerCursor, Limit } from "./Paging.ts"
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
  .annotate(OpenApi.Description, "Crawls as jobs: started, listed, polled, read, cancelled.")
  .add(
    HttpApiEndpoint.post("crawl", "/crawl", {
      headers: { "idempotency-key": Schema.optionalKey(IdempotencyKey) },
      payload: CrawlPayload,
      success: Job.pipe(HttpApiSchema.status(202)),
      error: [TooManyCrawls, IdempotencyKeyReused, Overloaded, ShuttingDown]
    }).annotate(OpenApi.Identifier, "startCrawl")
      .annotate(OpenApi.Summary, "Start a crawl")
      .annotate(
        OpenApi.Description,
        "Answers at once with the queued job; Location names it. Poll it every second or two."
      ),
    HttpApiEndpoint.get("jobs", "/jobs", {
      query: { after: Schema.optionalKey(JobsCursor), limit: Schema.optionalKey(Limit("jobs")) },
      success: JobList
    }).annotate(OpenApi.Identifier, "listJobs")
      .annotate(OpenApi.Summary, "List this key's jobs, the newest first")
      .annotate(OpenApi.Description, "Default limit 20."),
    HttpApiEndpoint.get("job", "/jobs/:id", {
      params: { id },
      query: {
        documents: Schema.optionalKey(
          Schema.Literals(["true", "false", "1", "0"]).annotate({
            message: "must be true or false",
            description: "true includes the documents."
          })
        )
      },
      success: JobWithDocuments,
      error: JobNotFound
    }).annotate(OpenApi.Identifier, "getJob")
      .annotate(OpenApi.Summary, "Read a job"),
    HttpApiEndpoint.delete("cancel", "/jobs/:id", {
      params: { id },
      success: Job,
      error: JobNotFound
    }).annotate(OpenApi.Identifier, "cancelJob")
      .annotate(OpenApi.Summary, "Cancel a crawl")
      .annotate(OpenApi.Description, "Answers after the crawl has stopped; a finished job comes back unchanged."),
    HttpApiEndpoint.get("documents", "/jobs/:id/documents", {
      params: { id },
      query: { after: Schema.optionalKey(DocumentsCursor), limit: Schema.optionalKey(Limit("documents")) },
      success: [
        JobDocuments,
        HttpApiSchema.StreamNdjson({ schema: Document, contentType: [...ndjsonTypes], maxElementBytes: "1 GiB" })
      ],
      error: JobNotFound
    }).annotate(OpenApi.Identifier, "listDocuments")
      .annotate(OpenApi.Summary, "Read the documents of a job")
      .annotate(
        OpenApi.Description,
        "Oldest first. Default limit 20 for JSON. With Accept: application/x-ndjson the answer is one Document a line; without limit it follows a running job to its end, with one a Link header names what follows."
      ),
    HttpApiEndpoint.get("ledger", "/jobs/:id/ledger", {
      params: { id },
      query: {
        after: Schema.optionalKey(LedgerCursor),
        limit: Schema.optionalKey(Limit("ledger")),
        outcome: Schema.optionalKey(PageOutcome)
      },
      success: Ledger,
      error: JobNotFound
    }).annotate(OpenApi.Identifier, "getLedger")
      .annotate(OpenApi.Summary, "Read the ledger: what became of every URL, and why")
      .annotate(OpenApi.Description, "In the order in which the pages were settled. Default limit 100."),
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
    }).annotate(OpenApi.Identifier, "followJob")
      .annotate(OpenApi.Summary, "Follow a job as Server-Sent Events")
      .annotate(
        OpenApi.Description,
        "status, stats and page events until the final status, with which the answer ends. Last-Event-ID continues exactly behind the event it names."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
