import {
  AddressBlocked,
  BodyTooLarge,
  DomainBusy,
  FetchFailed,
  InvalidRequest,
  Overloaded,
  PaymentRequired,
  RequestTooLarge,
  RobotsDisallowed,
  RobotsUnreachable,
  StoreUnavailableProblem,
  UnsupportedContentType,
  UnsupportedMediaType,
  UpstreamTimeout
} from "../../../contract/api/Problems.ts"
import type { PageError } from "../../../core/domain/errors/PageError.ts"
import { compact } from "../../../core/kernel/compact.ts"

/** The problems that scrape and discover share. */
const shared = (error: PageError) => {
  switch (error.code) {
    case "robots_disallowed":
      return new RobotsDisallowed(membersOf(error))
    case "robots_unreachable":
      return new RobotsUnreachable(membersOf(error))
    case "address_blocked":
      return new AddressBlocked(membersOf(error))
    case "overloaded":
      return overloaded(error)
    case "store_unavailable":
      return new StoreUnavailableProblem(retryOf(error))
    default:
      return new FetchFailed(compact({ ...membersOf(error), reason: error.reason }))
  }
}

/** Work on pages that was not done in time. */
export const overloaded = (error: PageError) => new Overloaded(retryOf(error))

/** Scrape distinguishes more errors. */
export const scrapeProblem = (error: PageError) =>
  error.code === "payment_required"
    ? new PaymentRequired(compact({ ...membersOf(error), price: error.price }))
    : pictureProblem(error)

/** A picture shows what a browser shows, whatever its status. */
export const pictureProblem = (error: PageError) => {
  switch (error.code) {
    case "body_too_large":
      return new BodyTooLarge(membersOf(error))
    case "unsupported_content_type":
      return new UnsupportedContentType(membersOf(error))
    case "upstream_timeout":
      return new UpstreamTimeout(membersOf(error))
    case "domain_busy":
      return new DomainBusy(retryOf(error))
    default:
      return shared(error)
  }
}

/** The page came from the caller, so its faults are those of the request. */
export const extractProblem = (error: PageError) => {
  switch (error.code) {
    case "body_too_large":
      return new RequestTooLarge({ detail: error.detail })
    case "unsupported_content_type":
      return new UnsupportedMediaType({ detail: error.detail })
    case "overloaded":
      return new Overloaded(compact({ detail: error.detail, retry_after: error.retryAfter }))
    default:
      return new InvalidRequest({ detail: error.detail })
  }
}

/** Discover uses 403 and 502 for a page it cannot read, and 503 for a service that cannot take the request. */
export const discoverProblem = shared

const membersOf = ({ detail, url }: PageError) => ({ detail, url })

const retryOf = (error: PageError) => compact({ ...membersOf(error), retry_after: error.retryAfter })
