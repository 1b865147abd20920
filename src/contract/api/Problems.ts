import { Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { FetchFailure } from "../../core/domain/errors/PageError.ts"

/** One wrong field of a request: its place and its fault. */
export const FieldError = Schema.Struct({
  pointer: Schema.optionalKey(
    Schema.String.annotate({
      format: "json-pointer",
      description: "JSON Pointer (RFC 6901) to a field of the body. Empty for the whole body."
    })
  ),
  parameter: Schema.optionalKey(
    Schema.String.annotate({ description: "Name of a parameter in the query or the path." })
  ),
  header: Schema.optionalKey(Schema.String.annotate({ description: "Name of a header field." })),
  detail: Schema.String.annotate({ description: "What is wrong, and what is right." })
}).annotate({ identifier: "FieldError" })
export interface FieldError extends Schema.Schema.Type<typeof FieldError> {}

/** The stable URI of a problem type (RFC 9457 section 3.1.1): an identifier, not an address to fetch. */
const typeOf = <const Code extends string>(code: Code) => `urn:gleaner:problem:${code}` as const

const members = <const Code extends string>(code: Code) => ({
  code: Schema.tag(code),
  url: Schema.optionalKey(Schema.String.annotate({ description: "The page that the problem is about." }))
})

const retryable = <const Code extends string>(code: Code) => ({
  ...members(code),
  retry_after: Schema.optionalKey(
    Schema.Int.annotate({ description: "Seconds; the Retry-After header says the same." })
  )
})

const declare = <const Code extends string, const Status extends number>(
  code: Code,
  status: Status,
  title: string
) => ({
  type: typeOf(code),
  status,
  title
})

export class InvalidRequest extends HttpApiError.Problem<InvalidRequest>()(
  "InvalidRequest",
  declare("invalid_request", 400, "The request is invalid"),
  { ...members("invalid_request"), errors: Schema.optionalKey(Schema.Array(FieldError)) }
) {}

export class Unauthorized extends HttpApiError.Problem<Unauthorized>()(
  "Unauthorized",
  declare("unauthorized", 401, "A valid API key is required"),
  members("unauthorized")
) {}

export class RobotsDisallowed extends HttpApiError.Problem<RobotsDisallowed>()(
  "RobotsDisallowed",
  declare("robots_disallowed", 403, "The site's robots.txt disallows this URL"),
  members("robots_disallowed")
) {}

export class RobotsUnreachable extends HttpApiError.Problem<RobotsUnreachable>()(
  "RobotsUnreachable",
  declare("robots_unreachable", 403, "The site's robots.txt cannot be read"),
  members("robots_unreachable")
) {}

export class AddressBlocked extends HttpApiError.Problem<AddressBlocked>()(
  "AddressBlocked",
  declare("address_blocked", 403, "The URL leads to an address that is not public"),
  members("address_blocked")
) {}

export class JobNotFound extends HttpApiError.Problem<JobNotFound>()(
  "JobNotFound",
  declare("job_not_found", 404, "No such job"),
  members("job_not_found")
) {}

export class ScheduleNotFound extends HttpApiError.Problem<ScheduleNotFound>()(
  "ScheduleNotFound",
  declare("schedule_not_found", 404, "No such schedule"),
  members("schedule_not_found")
) {}

export class ScheduleRunningProblem extends HttpApiError.Problem<ScheduleRunningProblem>()(
  "ScheduleRunning",
  declare("schedule_running", 409, "The schedule is running"),
  members("schedule_running")
) {}

export class TooManySchedulesProblem extends HttpApiError.Problem<TooManySchedulesProblem>()(
  "TooManySchedules",
  declare("too_many_schedules", 409, "This key has too many schedules"),
  members("too_many_schedules")
) {}

export class DiffNotFound extends HttpApiError.Problem<DiffNotFound>()(
  "DiffNotFound",
  declare("diff_not_found", 404, "Nothing to compare"),
  members("diff_not_found")
) {}

export class PictureNotFound extends HttpApiError.Problem<PictureNotFound>()(
  "PictureNotFound",
  declare("picture_not_found", 404, "No such picture"),
  members("picture_not_found")
) {}

export class OriginNotAllowed extends HttpApiError.Problem<OriginNotAllowed>()(
  "OriginNotAllowed",
  declare("origin_not_allowed", 403, "Web pages of this origin may not call"),
  members("origin_not_allowed")
) {}

export class SessionNotFound extends HttpApiError.Problem<SessionNotFound>()(
  "SessionNotFound",
  declare("session_not_found", 404, "No such session"),
  members("session_not_found")
) {}

export class NotFound extends HttpApiError.Problem<NotFound>()(
  "NotFound",
  declare("not_found", 404, "No such route"),
  members("not_found")
) {}

export class MethodNotAllowed extends HttpApiError.Problem<MethodNotAllowed>()(
  "MethodNotAllowed",
  declare("method_not_allowed", 405, "The route does not take this method"),
  members("method_not_allowed")
) {}

export class NotAcceptable extends HttpApiError.Problem<NotAcceptable>()(
  "NotAcceptable",
  declare("not_acceptable", 406, "No media type that this route gives is acceptable"),
  members("not_acceptable")
) {}

export class RequestTimeout extends HttpApiError.Problem<RequestTimeout>()(
  "RequestTimeout",
  declare("request_timeout", 408, "Request Timeout"),
  members("request_timeout")
) {}

export class BodyTooLarge extends HttpApiError.Problem<BodyTooLarge>()(
  "BodyTooLarge",
  declare("body_too_large", 413, "The page is too large"),
  members("body_too_large")
) {}

export class RequestTooLarge extends HttpApiError.Problem<RequestTooLarge>()(
  "RequestTooLarge",
  declare("request_too_large", 413, "The request's body is too large"),
  members("request_too_large")
) {}

export class UnsupportedContentType extends HttpApiError.Problem<UnsupportedContentType>()(
  "UnsupportedContentType",
  declare("unsupported_content_type", 415, "The page has a media type that Gleaner does not read"),
  members("unsupported_content_type")
) {}

export class UnsupportedMediaType extends HttpApiError.Problem<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  declare("unsupported_media_type", 415, "The request's body has a media type that is not read"),
  members("unsupported_media_type")
) {}

export class ExpectationFailed extends HttpApiError.Problem<ExpectationFailed>()(
  "ExpectationFailed",
  declare("expectation_failed", 417, "Expectation Failed"),
  members("expectation_failed")
) {}

export class HeaderTooLarge extends HttpApiError.Problem<HeaderTooLarge>()(
  "HeaderTooLarge",
  declare("header_too_large", 431, "Request Header Fields Too Large"),
  members("header_too_large")
) {}

export class IdempotencyKeyReusedProblem extends HttpApiError.Problem<IdempotencyKeyReusedProblem>()(
  "IdempotencyKeyReused",
  declare("idempotency_key_reused", 422, "The Idempotency-Key belongs to another request"),
  members("idempotency_key_reused")
) {}

export class RateLimited extends HttpApiError.Problem<RateLimited>()(
  "RateLimited",
  declare("rate_limited", 429, "Too many requests or open streams with this key"),
  retryable("rate_limited")
) {}

export class TooManyCrawlsProblem extends HttpApiError.Problem<TooManyCrawlsProblem>()(
  "TooManyCrawls",
  declare("too_many_crawls", 429, "Too many crawls are queued or running"),
  retryable("too_many_crawls")
) {}

export class InternalError extends HttpApiError.Problem<InternalError>()(
  "InternalError",
  declare("internal_error", 500, "The service failed"),
  members("internal_error")
) {}

export class FetchFailed extends HttpApiError.Problem<FetchFailed>()(
  "FetchFailed",
  declare("fetch_failed", 502, "The page could not be fetched or read"),
  { ...members("fetch_failed"), reason: Schema.optionalKey(FetchFailure) }
) {}

export class ShuttingDownProblem extends HttpApiError.Problem<ShuttingDownProblem>()(
  "ShuttingDown",
  declare("shutting_down", 503, "The service is stopping"),
  retryable("shutting_down")
) {}

export class Overloaded extends HttpApiError.Problem<Overloaded>()(
  "Overloaded",
  declare("overloaded", 503, "The service is at its limit"),
  retryable("overloaded")
) {}

export class StoreUnavailableProblem extends HttpApiError.Problem<StoreUnavailableProblem>()(
  "StoreUnavailable",
  declare("store_unavailable", 503, "The job store is away"),
  retryable("store_unavailable")
) {}

export class DocumentsLost extends HttpApiError.Problem<DocumentsLost>()(
  "DocumentsLost",
  declare("documents_lost", 500, "Documents of the job cannot be read"),
  members("documents_lost")
) {}

export class RenderingUnavailableProblem extends HttpApiError.Problem<RenderingUnavailableProblem>()(
  "RenderingUnavailable",
  declare("rendering_unavailable", 503, "This service has no browser"),
  members("rendering_unavailable")
) {}

export class UpstreamTimeout extends HttpApiError.Problem<UpstreamTimeout>()(
  "UpstreamTimeout",
  declare("upstream_timeout", 504, "The site was too slow"),
  members("upstream_timeout")
) {}

export class DomainBusy extends HttpApiError.Problem<DomainBusy>()(
  "DomainBusy",
  declare("domain_busy", 504, "Too many requests wait for this site"),
  retryable("domain_busy")
) {}
