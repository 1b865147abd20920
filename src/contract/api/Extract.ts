import { Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { Document } from "../../core/domain/document/Document.ts"
import { fetchOptions } from "../../core/domain/names/option-names.ts"
import { acceptedFormats } from "../../core/domain/options/page-formats.ts"
import { optionFields } from "../../core/domain/options/RouteOptions.ts"
import { RequestUrl } from "./fields.ts"
import { type JsonObject, rendered } from "./openapi/describe-answer.ts"
import { NotAcceptable, Overloaded, ShuttingDownProblem } from "./Problems.ts"
import { queryFields } from "./query-options.ts"
import { BodyKind } from "./RequestBody.ts"

/** Options of a scrape that need a fetch or a browser. They are refused here. */
const withoutFetching = <F extends object>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !fetching.has(name))) as Omit<F, Fetching>

const fetchingNames = [
  ...fetchOptions,
  "actions",
  "cookies",
  "headers",
  "prefer",
  "timeout_seconds",
  "use_cache",
  "wait_for"
] as const
type Fetching = (typeof fetchingNames)[number]
const fetching: ReadonlySet<string> = new Set(fetchingNames)

const address = Schema.optionalKey(
  RequestUrl.annotate({
    description: "The URL that the page came from, the base of its links. A bare host gets https:// before it.",
    examples: ["https://example.com/page"]
  })
)

export const ExtractPayload = Schema.Struct({
  html: Schema.String.annotate({ description: "The page.", examples: ["<title>Tides</title><p>Twice a day.</p>"] }),
  url: address,
  ...withoutFetching(optionFields("scrape"))
}).annotate({ identifier: "ExtractRequest" })

const extractQuery = { url: address, ...withoutFetching(queryFields()) }

/** Adds the bodies that are a page itself. Their options are in the query. */
const withPages = (plain: JsonObject): JsonObject => {
  const operation = rendered(plain)
  const body = operation["requestBody"] as JsonObject // as OpenAPI has it
  const page = {
    schema: { type: "string", format: "binary", description: "The page. Its options are in the query." }
  }
  return {
    ...operation,
    requestBody: {
      ...body,
      content: {
        ...body["content"] as JsonObject,
        "text/html": { ...page, example: "<title>Tides</title><p>Twice a day.</p>" },
        "application/pdf": page,
        "application/octet-stream": page
      }
    }
  }
}

export const extractEndpoint = HttpApiEndpoint.post("extract", "/extract", {
  query: extractQuery,
  payload: ExtractPayload,
  success: Document,
  error: [NotAcceptable, Overloaded, ShuttingDownProblem]
}).annotate(OpenApi.Identifier, "extract")
  .annotate(BodyKind, "page")
  .annotate(OpenApi.Summary, "Return the Document of a page that the caller sends")
  .annotate(OpenApi.Transform, withPages)
  .annotate(
    OpenApi.Description,
    `Nothing is fetched or rendered. The body is the page itself, of any media type in capabilities.parsers, with url and options in the query; or JSON with the page in html, and url and options beside it. application/json without a query is the latter. ${acceptedFormats}`
  )
