import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { DiscoverResult, Document } from "../domain/Document.ts"
import { Authentication } from "./Caller.ts"
import { RequestUrl, withDefault } from "./fields.ts"
import {
  AddressBlocked,
  BodyTooLarge,
  DomainBusy,
  FetchFailed,
  Overloaded,
  RobotsDisallowed,
  RobotsUnreachable,
  ShuttingDown,
  UnsupportedContentType,
  UpstreamTimeout
} from "./Problems.ts"
import { RequestBody } from "./RequestBody.ts"
import { RequestLimits } from "./RequestLimits.ts"

export const scrapeDefaults = { use_cache: true, include_html: false }

export const discoverDefaults = { internal_only: false }

export const ScrapePayload = Schema.Struct({
  url: RequestUrl,
  use_cache: withDefault(Schema.Boolean, scrapeDefaults.use_cache, "Serve from the HTTP cache when fresh."),
  include_html: withDefault(Schema.Boolean, scrapeDefaults.include_html, "Return the raw HTML in html.")
}).annotate({ identifier: "ScrapeRequest" })

export const DiscoverPayload = Schema.Struct({
  url: RequestUrl,
  internal_only: withDefault(
    Schema.Boolean,
    discoverDefaults.internal_only,
    "Return same-site links only; counts still describes the whole page."
  )
}).annotate({ identifier: "DiscoverRequest" })

const forbidden = [RobotsDisallowed, RobotsUnreachable, AddressBlocked] as const

/** One page, synchronously. */
export class PagesGroup extends HttpApiGroup.make("pages")
  .annotate(OpenApi.Description, "One page, synchronously.")
  .add(
    HttpApiEndpoint.post("scrape", "/scrape", {
      payload: ScrapePayload,
      success: Document,
      error: [
        ...forbidden,
        BodyTooLarge,
        UnsupportedContentType,
        FetchFailed,
        UpstreamTimeout,
        DomainBusy,
        Overloaded,
        ShuttingDown
      ]
    }).annotate(OpenApi.Identifier, "scrape")
      .annotate(OpenApi.Summary, "Fetch one URL and return one Document")
      .annotate(
        OpenApi.Description,
        "A target that answers with an error status is not an error here: its Document carries that status. JavaScript pages are rendered by themselves, and only when they turn out to be a shell."
      ),
    HttpApiEndpoint.post("discover", "/discover", {
      payload: DiscoverPayload,
      success: DiscoverResult,
      error: [...forbidden, FetchFailed, Overloaded, ShuttingDown]
    }).annotate(OpenApi.Identifier, "discover")
      .annotate(OpenApi.Summary, "Read one page and return every link on it")
      .annotate(
        OpenApi.Description,
        "Links are canonicalized and classified as internal or external. A page that cannot be read is 403 or 502 here, whatever the cause; a media type that holds no links is an empty list."
      )
  )
  .middleware(RequestBody)
  .middleware(RequestLimits)
  .middleware(Authentication)
{}
