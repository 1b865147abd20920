import { OpenApi } from "effect/http-api"
import { ledgerCodes } from "../../src/apps/console/job/why.ts"
import { Api } from "../../src/contract/api/Api.ts"
import { exampleLimits } from "../../src/contract/api/openapi/examples.ts"
import * as problems from "../../src/contract/api/Problems.ts"
import { withPart } from "./generated-part.ts"

/** The remedy for each problem, by its class. */
const remedies: Readonly<Record<Exclude<keyof typeof problems, "FieldError">, string>> = {
  InvalidRequest: "Correct the fields in `errors`. Each has a `pointer`, `parameter` or `header`, and a `detail`.",
  Unauthorized: "Send a key of `GLEANER_API_KEYS` in `X-API-Key`, or as `Authorization: Bearer`.",
  PaymentRequired: "See `price`. Gleaner never pays. Request another page, or ask the owner of the site for access.",
  RobotsDisallowed: "Request another page of the site, or ask its owner for access.",
  RobotsUnreachable: "The site failed on its robots.txt, so nothing may be fetched. Try again later.",
  AddressBlocked: "Check the URL. An operator can allow the block of addresses with `GLEANER_ALLOW_ADDRESSES`.",
  JobNotFound: "Check the id and the key: a job expires after `job_retention_seconds`, and only its key can see it.",
  ScheduleNotFound: "Check the id and the key: only its key can see a schedule.",
  ScheduleRunningProblem: "Wait for the end of its job, or cancel it.",
  TooManySchedulesProblem: "Delete a schedule. An operator can increase `GLEANER_MAX_SCHEDULES`.",
  WrapperNotFound: "Check the id and the key: only its key can see a wrapper, and a failed one expires.",
  ProfileNotFound: "Check the name and the key: only its key can see a profile.",
  TooManyProfilesProblem: "Delete a profile: a key has at most `max_profiles`.",
  ProfileLoggedOutProblem: "Correct the login or the cookies of the profile. `detail` says what failed.",
  SecretsUnavailableProblem: "An operator sets `GLEANER_SECRETS_KEY_FILE`.",
  TooManyWrappersProblem: "Delete a wrapper: a key has at most `max_wrappers`.",
  ModelUnavailable: "Send `examples`: pages with their right data. Or an operator sets `GLEANER_MODEL`.",
  PictureNotFound: "Take the path from `picture` of a Document of the job.",
  JobNotSearchable: "Start the job again with `search` true: the pages of this one are not indexed.",
  DiffNotFound: "Use a job that had `since`, and a URL that both jobs stored.",
  OriginNotAllowed: "An operator can add the origin of the web page to `GLEANER_CORS_ORIGINS`.",
  SessionNotFound: "Start a new MCP session with `initialize`.",
  NotFound: "Check the path; `/docs/reference` lists all routes.",
  MethodNotAllowed: "Use a method of the header field `Allow`.",
  NotAcceptable: "Accept JSON, or a media type that the `detail` names.",
  RequestTimeout: "Send the whole request within 30 seconds.",
  BodyTooLarge: "An operator can increase `GLEANER_MAX_BODY`. A picture can be smaller: set `width`, omit `full_page`.",
  RequestTooLarge: "Split the request, such as a batch into several ones.",
  UnsupportedContentType: "Request a page of a type in `capabilities.parsers` of `/v1/health`, or install the peer.",
  UnsupportedMediaType: "Send `Content-Type: application/json`; for `/v1/extract`, the type of the page.",
  ExpectationFailed: "Omit the header field `Expect`, or send `100-continue`.",
  HeaderTooLarge: "Send fewer or shorter header fields.",
  IdempotencyKeyReusedProblem: "Send a new `Idempotency-Key` for a new request.",
  RateLimited: "Wait for `retry_after` seconds, then send the same request again.",
  TooManyCrawlsProblem: "Wait for `retry_after` seconds, or cancel a job.",
  InternalError: "Report it with the `X-Request-Id` of the response. The log of the service has the cause.",
  FetchFailed: "See `reason`: " +
    "`dns`, `connect`, `tls`, `reset`, `redirects`, `decode` or `protocol`. Check the URL, then try again later.",
  ShuttingDownProblem: "Wait for `retry_after` seconds; the service restarts, or another node takes over.",
  Overloaded: "Wait for `retry_after` seconds, then send the same request again.",
  StoreUnavailableProblem: "Wait for `retry_after` seconds. Nothing that was acknowledged is lost.",
  DocumentsLost: "An operator restores `GLEANER_DOCUMENTS` or its files; otherwise crawl again.",
  RenderingUnavailableProblem: "An operator installs a browser: `gleaner doctor --install-browser`.",
  UpstreamTimeout: "Try again later. An operator can increase `GLEANER_FETCH_TIMEOUT` and `GLEANER_REQUEST_TIMEOUT`.",
  SearchUnavailableProblem: "An operator sets `GLEANER_SEARCH`.",
  SearchFailedProblem: "See `detail`: the fault of the search engine, and its remedy.",
  DomainBusy: "Wait for `retry_after` seconds, or use a batch: its pages wait for their turn."
}

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `${row(head)}|${head.map(() => "---|").join("")}\n${rows.map(row).join("")}`

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |\n`

const classes = { ...problems }

const problemRows = (): ReadonlyArray<ReadonlyArray<string>> =>
  Object.entries(remedies).map(([name, remedy]) => {
    const { code, status, title } = new classes[name as keyof typeof remedies]({ detail: "" }) // the keys of the record
    return [`\`${code}\``, String(status), title, remedy]
  }).toSorted(([, one = ""], [, other = ""]) => one.localeCompare(other))

interface Described {
  readonly properties: Readonly<Record<string, { readonly description?: string }>>
}

const limitRows = (): ReadonlyArray<ReadonlyArray<string>> => {
  const schemas = OpenApi.fromApi(Api).components.schemas as unknown as { readonly Limits: Described } // its own form
  return Object.entries<number>({ ...exampleLimits }).map(([name, value]) => {
    const shown = name === "workers" ? "one per CPU core" : value.toLocaleString("en")
    return [`\`${name}\``, shown, schemas.Limits.properties[name]?.description ?? ""]
  })
}

/** Writes the tables of problems, limits and codes of the ledger. */
export const withErrors = (page: string): string =>
  [
    ["problems", table(["code", "status", "title", "remedy"], problemRows())],
    ["codes", table(["code", "reason"], Object.entries(ledgerCodes).map(([code, why]) => [`\`${code}\``, `${why}.`]))],
    ["limits", table(["limit", "default", "meaning"], limitRows())]
  ].reduce((text, [part = "", rows = ""]) => withPart(text, part, `\n${rows}\n`), page)
