import { Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { Price } from "../../core/domain/document/Rights.ts"
import { fetchFailures } from "../../core/domain/errors/PageError.ts"

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
  detail: Schema.String.annotate({ description: "The fault, and a valid value or form." })
}).annotate({ identifier: "FieldError" })
export interface FieldError extends Schema.Schema.Type<typeof FieldError> {}

const url = Schema.optionalKey(Schema.String.annotate({ description: "The page that the problem is about." }))

const retryAfter = {
  retry_after: Schema.optionalKey(
    Schema.Int.annotate({ description: "Seconds; the Retry-After header says the same." })
  )
}

/**
 * A problem with its code, and what it has beside the members of every problem. Its type is a stable URI (RFC 9457
 * section 3.1.1): an identifier, not an address to fetch.
 */
const problem = <Self>() =>
<
  const Name extends string,
  const Code extends string,
  const Status extends number,
  const More extends Schema.Struct.Fields = {}
>(name: Name, code: Code, status: Status, title: string, more = {} as More) =>
  HttpApiError.Problem<Self>()(
    name,
    { type: `urn:gleaner:problem:${code}`, status, title },
    { code: Schema.tag(code), url, ...more }
  )

export class InvalidRequest
  extends problem<InvalidRequest>()("InvalidRequest", "invalid_request", 400, "The request is invalid", {
    errors: Schema.optionalKey(Schema.Array(FieldError).annotate({ description: "Every wrong field." }))
  })
{}

export class Unauthorized
  extends problem<Unauthorized>()("Unauthorized", "unauthorized", 401, "A valid API key is required")
{}

export class PaymentRequired
  extends problem<PaymentRequired>()("PaymentRequired", "payment_required", 402, "The site asks for a payment", {
    price: Schema.optionalKey(Price.annotate({ description: "The price that the site asks." }))
  })
{}

export class RobotsDisallowed extends problem<RobotsDisallowed>()(
  "RobotsDisallowed",
  "robots_disallowed",
  403,
  "The site's robots.txt disallows this URL"
) {}

export class RobotsUnreachable extends problem<RobotsUnreachable>()(
  "RobotsUnreachable",
  "robots_unreachable",
  403,
  "The site's robots.txt cannot be read"
) {}

export class AddressBlocked extends problem<AddressBlocked>()(
  "AddressBlocked",
  "address_blocked",
  403,
  "The URL leads to an address that is not public"
) {}

export class JobNotFound extends problem<JobNotFound>()("JobNotFound", "job_not_found", 404, "No such job") {}

export class ScheduleNotFound
  extends problem<ScheduleNotFound>()("ScheduleNotFound", "schedule_not_found", 404, "No such schedule")
{}

export class ScheduleRunningProblem
  extends problem<ScheduleRunningProblem>()("ScheduleRunning", "schedule_running", 409, "The schedule is running")
{}

export class TooManySchedulesProblem extends problem<TooManySchedulesProblem>()(
  "TooManySchedules",
  "too_many_schedules",
  409,
  "This key has too many schedules"
) {}

export class WrapperNotFound
  extends problem<WrapperNotFound>()("WrapperNotFound", "wrapper_not_found", 404, "No such wrapper")
{}

export class TooManyWrappersProblem extends problem<TooManyWrappersProblem>()(
  "TooManyWrappers",
  "too_many_wrappers",
  409,
  "This key has too many wrappers"
) {}

export class ProfileNotFound
  extends problem<ProfileNotFound>()("ProfileNotFound", "profile_not_found", 404, "No such profile")
{}

export class TooManyProfilesProblem extends problem<TooManyProfilesProblem>()(
  "TooManyProfiles",
  "too_many_profiles",
  409,
  "This key has too many profiles"
) {}

export class ProfileLoggedOutProblem extends problem<ProfileLoggedOutProblem>()(
  "ProfileLoggedOut",
  "profile_logged_out",
  502,
  "The site does not accept the login of the profile"
) {}

export class SecretsUnavailableProblem extends problem<SecretsUnavailableProblem>()(
  "SecretsUnavailable",
  "secrets_unavailable",
  503,
  "This service has no key for secrets"
) {}

export class ModelUnavailable
  extends problem<ModelUnavailable>()("ModelUnavailable", "model_unavailable", 400, "This service has no model")
{}

export class JobNotSearchable extends problem<JobNotSearchable>()(
  "JobNotSearchable",
  "job_not_searchable",
  409,
  "The job has no search index"
) {}

export class DiffNotFound
  extends problem<DiffNotFound>()("DiffNotFound", "diff_not_found", 404, "Nothing to compare")
{}

export class PictureNotFound
  extends problem<PictureNotFound>()("PictureNotFound", "picture_not_found", 404, "No such picture")
{}

export class OriginNotAllowed extends problem<OriginNotAllowed>()(
  "OriginNotAllowed",
  "origin_not_allowed",
  403,
  "Web pages of this origin may not call"
) {}

export class SessionNotFound
  extends problem<SessionNotFound>()("SessionNotFound", "session_not_found", 404, "No such session")
{}

export class NotFound extends problem<NotFound>()("NotFound", "not_found", 404, "No such route") {}

export class MethodNotAllowed extends problem<MethodNotAllowed>()(
  "MethodNotAllowed",
  "method_not_allowed",
  405,
  "The route does not take this method"
) {}

export class NotAcceptable extends problem<NotAcceptable>()(
  "NotAcceptable",
  "not_acceptable",
  406,
  "This route cannot produce any type in Accept"
) {}

export class RequestTimeout
  extends problem<RequestTimeout>()("RequestTimeout", "request_timeout", 408, "Request Timeout")
{}

export class BodyTooLarge
  extends problem<BodyTooLarge>()("BodyTooLarge", "body_too_large", 413, "The page is too large")
{}

export class RequestTooLarge
  extends problem<RequestTooLarge>()("RequestTooLarge", "request_too_large", 413, "The request's body is too large")
{}

export class UnsupportedContentType extends problem<UnsupportedContentType>()(
  "UnsupportedContentType",
  "unsupported_content_type",
  415,
  "The page has a media type that Gleaner does not read"
) {}

export class UnsupportedMediaType extends problem<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  "unsupported_media_type",
  415,
  "The request's body has a media type that is not read"
) {}

export class ExpectationFailed
  extends problem<ExpectationFailed>()("ExpectationFailed", "expectation_failed", 417, "Expectation Failed")
{}

export class HeaderTooLarge
  extends problem<HeaderTooLarge>()("HeaderTooLarge", "header_too_large", 431, "Request Header Fields Too Large")
{}

export class IdempotencyKeyReusedProblem extends problem<IdempotencyKeyReusedProblem>()(
  "IdempotencyKeyReused",
  "idempotency_key_reused",
  422,
  "The Idempotency-Key belongs to another request"
) {}

export class RateLimited extends problem<RateLimited>()(
  "RateLimited",
  "rate_limited",
  429,
  "Too many requests or open streams with this key",
  retryAfter
) {}

export class TooManyCrawlsProblem extends problem<TooManyCrawlsProblem>()(
  "TooManyCrawls",
  "too_many_crawls",
  429,
  "Too many crawls are queued or running",
  retryAfter
) {}

export class InternalError
  extends problem<InternalError>()("InternalError", "internal_error", 500, "The service failed")
{}

export class FetchFailed
  extends problem<FetchFailed>()("FetchFailed", "fetch_failed", 502, "The page could not be fetched or read", {
    reason: Schema.optionalKey(Schema.Literals(fetchFailures))
  })
{}

export class ShuttingDownProblem
  extends problem<ShuttingDownProblem>()("ShuttingDown", "shutting_down", 503, "The service is stopping", retryAfter)
{}

export class Overloaded
  extends problem<Overloaded>()("Overloaded", "overloaded", 503, "The service is at its limit", retryAfter)
{}

export class StoreUnavailableProblem extends problem<StoreUnavailableProblem>()(
  "StoreUnavailable",
  "store_unavailable",
  503,
  "The job store is unavailable",
  retryAfter
) {}

export class DocumentsLost
  extends problem<DocumentsLost>()("DocumentsLost", "documents_lost", 500, "Documents of the job cannot be read")
{}

export class RenderingUnavailableProblem extends problem<RenderingUnavailableProblem>()(
  "RenderingUnavailable",
  "rendering_unavailable",
  503,
  "This service has no browser"
) {}

export class UpstreamTimeout
  extends problem<UpstreamTimeout>()("UpstreamTimeout", "upstream_timeout", 504, "The site was too slow")
{}

export class DomainBusy
  extends problem<DomainBusy>()("DomainBusy", "domain_busy", 504, "Too many requests wait for this site", retryAfter)
{}

export class SearchUnavailableProblem extends problem<SearchUnavailableProblem>()(
  "SearchUnavailable",
  "search_unavailable",
  503,
  "This service has no search engine"
) {}

export class SearchFailedProblem
  extends problem<SearchFailedProblem>()("SearchFailed", "search_failed", 502, "The search engine failed")
{}
