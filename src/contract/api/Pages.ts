import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DiscoverResult, Document } from "../../core/domain/document/Document.ts"
import { Explanation } from "../../core/domain/document/Explanation.ts"
import { acceptedFormats } from "../../core/domain/options/page-formats.ts"
import { optionFields } from "../../core/domain/options/RouteOptions.ts"
import { jobIdPattern } from "../../core/domain/schema/job-id-pattern.ts"
import { Authentication } from "./Caller.ts"
import { extractEndpoint } from "./Extract.ts"
import { RequestUrl } from "./fields.ts"
import { describeAnswer, rendered, serverTiming } from "./openapi/describe-answer.ts"
import {
  AddressBlocked,
  BodyTooLarge,
  DomainBusy,
  FetchFailed,
  JobNotFound,
  NotAcceptable,
  Overloaded,
  PaymentRequired,
  ProfileLoggedOutProblem,
  RobotsDisallowed,
  RobotsUnreachable,
  SecretsUnavailableProblem,
  ShuttingDownProblem,
  StoreUnavailableProblem,
  UnsupportedContentType,
  UpstreamTimeout
} from "./Problems.ts"
import { queryFields } from "./query-options.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const ScrapePayload = Schema.Struct({ url: RequestUrl, ...optionFields("scrape") }).annotate({
  identifier: "ScrapeRequest"
})

export type ScrapeOptions = typeof ScrapePayload.Type

const job = Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a job" })).annotate({
  description: "Id of a job. Blocks that its pages of this host have are marked with the number of these pages."
})

export const ExplainPayload = Schema.Struct({
  url: RequestUrl,
  ...optionFields("explain"),
  job: Schema.optionalKey(job)
}).annotate({
  identifier: "ExplainRequest"
})

export const DiscoverPayload = Schema.Struct({ url: RequestUrl, ...optionFields("discover") }).annotate({
  identifier: "DiscoverRequest"
})

const scrapeErrors = () => [NotAcceptable, ...profileErrors, StoreUnavailableProblem, ...pageErrors()] as const

const profileErrors = [ProfileLoggedOutProblem, SecretsUnavailableProblem] as const

const pageErrors = () =>
  [
    PaymentRequired,
    ...forbidden,
    BodyTooLarge,
    UnsupportedContentType,
    FetchFailed,
    UpstreamTimeout,
    DomainBusy,
    Overloaded,
    ShuttingDownProblem
  ] as const

const forbidden = [RobotsDisallowed, RobotsUnreachable, AddressBlocked] as const

/** The header field with the reason why an answer lacks URLs of the sitemaps. */
export const sitemapsGap = "sitemaps-gap"

const discovered = describeAnswer(200, {
  headers: {
    ...serverTiming,
    [sitemapsGap]: {
      description:
        "Only with sitemaps, where they list more than this answer has: urls (more than 50,000), files (more than 100), time (the request's was over) or unreadable (a file could not be read).",
      schema: { type: "string", enum: ["urls", "files", "time", "unreadable"] },
      example: "urls"
    }
  }
})

/** Fetch or extract one page while the caller waits. */
export class PagesGroup extends HttpApiGroup.make("pages")
  .annotate(OpenApi.Description, "Fetch or extract one page while the caller waits.")
  .add(
    HttpApiEndpoint.post("scrape", "/scrape", {
      payload: ScrapePayload,
      success: Document,
      error: scrapeErrors()
    }).annotate(OpenApi.Identifier, "scrape")
      .annotate(OpenApi.Summary, "Fetch one URL and return one Document")
      .annotate(OpenApi.Transform, rendered)
      .annotate(
        OpenApi.Description,
        `If the site responds with an error status, the Document has that status; 402 is the problem payment_required. Only a page that needs JavaScript is rendered in a browser. With fields, the Document has only these keys. ${acceptedFormats}`
      ),
    HttpApiEndpoint.get("scrapeOf", "/scrape", {
      query: { url: RequestUrl, ...queryFields() },
      success: Document,
      error: scrapeErrors()
    }).annotate(OpenApi.Identifier, "scrapeOf")
      .annotate(OpenApi.Summary, "Fetch one URL and return one Document, for simple options")
      .annotate(OpenApi.Transform, rendered)
      .annotate(OpenApi.Description, "Same as POST, with the options in the query. Repeat a parameter for a list."),
    extractEndpoint,
    HttpApiEndpoint.post("explain", "/explain", {
      payload: ExplainPayload,
      success: Explanation,
      error: [...pageErrors(), ...profileErrors, JobNotFound, StoreUnavailableProblem]
    }).annotate(OpenApi.Identifier, "explain")
      .annotate(OpenApi.Summary, "Explain block by block how the content of one URL is chosen")
      .annotate(OpenApi.Transform, describeAnswer(200, { headers: serverTiming }))
      .annotate(
        OpenApi.Description,
        "Fetches the page as a scrape does, with the same errors. Texts and scores are for people and may change with every version. A media type without HTML has no blocks."
      ),
    HttpApiEndpoint.post("discover", "/discover", {
      payload: DiscoverPayload,
      success: DiscoverResult,
      error: [
        ...forbidden,
        FetchFailed,
        Overloaded,
        ...profileErrors,
        StoreUnavailableProblem,
        ShuttingDownProblem
      ]
    }).annotate(OpenApi.Identifier, "discover")
      .annotate(OpenApi.Summary, "Read one page and return every link on it")
      .annotate(OpenApi.Transform, discovered)
      .annotate(
        OpenApi.Description,
        "Links are canonical, and marked as internal or external. A page that cannot be read is a 403 or 502. A media type without links returns an empty list."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
