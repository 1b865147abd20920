import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChangedParts, Receivers, Threshold } from "../../core/domain/options/Notify.ts"
import { Webhook } from "../../core/domain/options/Webhook.ts"
import { Schedule, ScheduleRun } from "../../core/domain/schedule/Schedule.ts"
import { RandomId } from "../../core/domain/schema/json-schema-form.ts"
import { Authentication, FeedAuthentication } from "./Caller.ts"
import { BatchPayload, ScheduledCrawl } from "./CrawlRequest.ts"
import { NameText, queryFlag } from "./fields.ts"
import { describeAnswer, described, textField } from "./openapi/describe-answer.ts"
import { ChangesCursor, Limit, paged, ScheduleChanges, ScheduleList, SchedulesCursor } from "./Paging.ts"
import {
  AddressBlocked,
  NotAcceptable,
  Overloaded,
  ScheduleNotFound,
  ScheduleRunningProblem,
  ShuttingDownProblem,
  StoreUnavailableProblem,
  TooManyCrawlsProblem,
  TooManySchedulesProblem
} from "./Problems.ts"
import { BodyKind, RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

const whole = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `must be a whole number from ${minimum} to ${maximum}` })
  )

const fields = {
  name: NameText.annotate({ description: "Name of the schedule, for people.", examples: ["Prices of the shop"] }),
  cron: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(200)).annotate({
      description: "Times as a cron pattern of five fields: minute, hour, day of the month, month, day of the week.",
      examples: ["30 6 * * 1-5"]
    })
  ),
  every_seconds: Schema.optionalKey(
    whole(60, 31_536_000).annotate({
      description:
        "Interval in seconds, instead of cron. Each time is up to a tenth of the interval later, so that schedules do not run all at once."
    })
  ),
  timezone: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(64)).annotate({
      description: "IANA time zone of cron. Default: UTC.",
      examples: ["Europe/Berlin"]
    })
  ),
  job: Schema.Union([ScheduledCrawl, BatchPayload]).annotate({
    description:
      "The body of a crawl (with url) or of a batch (with only urls). Without headers and cookies, because a schedule stores no secrets of sites, and without dry_run, since and webhook."
  }),
  keep: Schema.optionalKey(
    whole(1, 100).annotate({
      description: "Number of runs whose jobs are stored, beyond the retention of jobs. Default: 10."
    })
  ),
  webhook: Schema.optionalKey(
    Webhook.annotate({ description: "Receiver of events. Default of events: schedule.changed only." })
  ),
  notify: Schema.optionalKey(
    Receivers.annotate({
      description:
        "Receivers of one message for each run with changes that count: title, what has changed, and a link to the console. The first run sends none. Responses have only the kinds of the receivers."
    })
  ),
  on: Schema.optionalKey(
    ChangedParts.annotate({
      description:
        "Changes that notify reports: of the text of a page, of its records, or of its picture (job.pictures). With picture, a run takes a picture of each page, and a page that looks different has changed. New and removed pages always count. Default: text and records."
    })
  ),
  threshold: Schema.optionalKey(
    Threshold.annotate({
      description:
        "Smallest change that notify reports, from 0 to 1: share of the characters of a page in changed lines; distance of two numbers of a record, as a share of the larger one (other values always count); share of the pixels of a picture that differ. Default: 0, any change."
    })
  ),
  paused: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether the schedule does not run by itself. Default: false." })
  )
}

export const SchedulePayload = Schema.Struct(fields).annotate({ identifier: "ScheduleRequest" })

/** Fields that are left out stay as they are. */
export const SchedulePatch = Schema.Struct({
  ...fields,
  name: Schema.optionalKey(fields.name),
  job: Schema.optionalKey(fields.job),
  webhook: Schema.optionalKey(
    Schema.NullOr(Webhook).annotate({ description: "Receiver of events. null removes it." })
  ),
  notify: Schema.optionalKey(
    Schema.NullOr(Receivers).annotate({ description: "Receivers of messages, all of them. null removes them." })
  )
}).annotate({ identifier: "SchedulePatch" })

export const ScheduleRuns = Schema.Struct({
  runs: Schema.Array(ScheduleRun).annotate({ description: "Newest first." })
}).annotate({ identifier: "ScheduleRuns" })

const id = RandomId.annotate({
  description: "Schedule identifier.",
  examples: ["0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6"]
})

const created = describeAnswer(201, {
  description: "The new schedule.",
  headers: { Location: textField("The schedule.", "/v1/schedules/0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6") }
})

const asAtom = describeAnswer(200, {
  content: {
    "application/atom+xml": {
      schema: { type: "string", description: "The changes as a feed (RFC 4287)." },
      example: "<feed xmlns=\"http://www.w3.org/2005/Atom\"></feed>"
    }
  }
})

/** Crawls and batches that run by themselves. */
export class SchedulesGroup extends HttpApiGroup.make("schedules")
  .annotate(OpenApi.Description, "Crawls and batches that run at set times, each compared with the previous run.")
  .add(
    HttpApiEndpoint.post("createSchedule", "/schedules", {
      payload: SchedulePayload,
      success: Schedule.pipe(HttpApiSchema.status(201)),
      error: [TooManySchedulesProblem, AddressBlocked, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "createSchedule")
      .annotate(BodyKind, "urls")
      .annotate(OpenApi.Summary, "Create a schedule")
      .annotate(OpenApi.Transform, created)
      .annotate(
        OpenApi.Description,
        "Runs the job at its times, with since = its latest completed run. A time that is due during a run is skipped, and counted by that run. Times missed while the service was down are made up by one run."
      ),
    HttpApiEndpoint.get("schedules", "/schedules", {
      query: { after: Schema.optionalKey(SchedulesCursor), limit: Schema.optionalKey(Limit("schedules")) },
      success: ScheduleList,
      error: StoreUnavailableProblem
    }).annotate(OpenApi.Identifier, "listSchedules")
      .annotate(OpenApi.Transform, paged("schedules"))
      .annotate(OpenApi.Summary, "List the schedules of this key, oldest first")
      .annotate(OpenApi.Description, "Default limit: 20."),
    HttpApiEndpoint.get("schedule", "/schedules/:id", {
      params: { id },
      success: Schedule,
      error: [ScheduleNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "getSchedule")
      .annotate(OpenApi.Summary, "Read a schedule")
      .annotate(OpenApi.Description, "With its next time and its newest run."),
    HttpApiEndpoint.patch("changeSchedule", "/schedules/:id", {
      params: { id },
      payload: SchedulePatch,
      success: Schedule,
      error: [ScheduleNotFound, AddressBlocked, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "changeSchedule")
      .annotate(BodyKind, "urls")
      .annotate(OpenApi.Summary, "Change, pause or resume a schedule")
      .annotate(
        OpenApi.Description,
        "Omitted fields do not change. paused pauses or resumes; a current run goes on. cron replaces every_seconds, and vice versa."
      ),
    HttpApiEndpoint.delete("deleteSchedule", "/schedules/:id", {
      params: { id },
      query: {
        cancel: queryFlag("Cancel the running job of the schedule too. Default: false.")
      },
      success: Schedule,
      error: [ScheduleNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "deleteSchedule")
      .annotate(OpenApi.Summary, "Delete a schedule")
      .annotate(
        OpenApi.Description,
        "Deletes its history; its jobs get the usual retention again. A running job goes on unless cancel is true. Returns the last state of the schedule."
      ),
    HttpApiEndpoint.post("runSchedule", "/schedules/:id/run", {
      params: { id },
      success: ScheduleRun.pipe(HttpApiSchema.status(202)),
      error: [
        ScheduleNotFound,
        ScheduleRunningProblem,
        TooManyCrawlsProblem,
        Overloaded,
        ShuttingDownProblem,
        StoreUnavailableProblem
      ]
    }).annotate(OpenApi.Identifier, "runSchedule")
      .annotate(OpenApi.Summary, "Start a schedule now")
      .annotate(OpenApi.Description, "Its next time stays as it is. A paused schedule runs too."),
    HttpApiEndpoint.get("scheduleRuns", "/schedules/:id/runs", {
      params: { id },
      success: ScheduleRuns,
      error: [ScheduleNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "listScheduleRuns")
      .annotate(OpenApi.Summary, "List the history of a schedule")
      .annotate(
        OpenApi.Description,
        "Newest first, at most keep. Each has counts of new, changed, same and removed pages, and the id of its job. The job's ledger, documents and diffs can be read as long as the run is listed."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
  .add(
    HttpApiEndpoint.get("scheduleChanges", "/schedules/:id/changes", {
      params: { id },
      query: {
        after: Schema.optionalKey(ChangesCursor),
        limit: Schema.optionalKey(Limit("changes")),
        format: Schema.optionalKey(
          Schema.Literals(["json", "atom"]).annotate({
            description: "Format of the response, instead of Accept. Feed readers do not all send Accept.",
            message: "must be json or atom"
          })
        ),
        details: queryFlag(
          "Include the title of each page, the diff of its markdown and the changes of its records. The feed always has them. Default: false."
        )
      },
      success: ScheduleChanges,
      error: [NotAcceptable, ScheduleNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "listScheduleChanges")
      .annotate(OpenApi.Summary, "List the pages that have changed, newest first")
      .annotate(OpenApi.Transform, described(asAtom, paged("changes")))
      .annotate(
        OpenApi.Description,
        "New, changed and removed pages of the listed runs. Default limit: 100. With format=atom or Accept: application/atom+xml, an Atom feed, whose entries have the title of the page, and its changed records and the diff of its markdown as HTML."
      )
      .middleware(RequestBody)
      .middleware(RequestLimits)
      .middleware(FeedAuthentication),
    HttpApiEndpoint.get("scheduleFeed", "/schedules/:id/feed", {
      params: { id },
      query: {
        of: Schema.optionalKey(
          Schema.Literals(["records"]).annotate({
            description: "Content of the feed: records. Default: records.",
            message: "must be records"
          })
        )
      },
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/atom+xml" })),
      error: [ScheduleNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "readScheduleFeed")
      .annotate(OpenApi.Summary, "Read the records of the newest run as a feed")
      .annotate(
        OpenApi.Description,
        "An Atom feed with an entry for each record of the newest completed run, at most 1,000: a feed of a listing that has none. Each links to the URL of its record, else to its page. The key may be the password of basic authentication."
      )
      .middleware(RequestBody)
      .middleware(RequestLimits)
      .middleware(FeedAuthentication)
  )
{}
