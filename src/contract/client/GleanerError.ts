import { retryAfterOf } from "./retry-policy.ts"
import type { FieldError, Price } from "./wire.ts"

/** The members of an RFC 9457 problem. */
interface Problem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly url?: string | undefined
  readonly reason?: string | undefined
  readonly errors?: ReadonlyArray<FieldError> | undefined
  readonly retry_after?: number | undefined
  readonly price?: Price | undefined
}

/**
 * The one error of the client: a problem that the service answered, with its members. Three codes come from the client:
 * `network_error` (the service cannot be reached, or the connection was cut; status 0), `unexpected_answer` (something
 * that is not Gleaner answered) and `job_failed` (a crawl ended as failed and gave no reason).
 */
export class GleanerError extends Error {
  override readonly name = "GleanerError"
  /** Stable. Programs compare this. */
  readonly code: string
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly title: string
  /** The failure in words, with a remedy. */
  readonly detail: string
  /** The URL of the page that the problem is about. */
  readonly url: string | undefined
  /** The reason why a page could not be fetched. */
  readonly reason: string | undefined
  /** Every wrong field of the request. */
  readonly errors: ReadonlyArray<FieldError>
  /** Seconds to wait before the next try. */
  readonly retry_after: number | undefined
  /** The price that the site asks for the page, with `payment_required`. */
  readonly price: Price | undefined

  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, cause === undefined ? undefined : { cause })
    this.code = problem.code
    this.status = problem.status
    this.title = problem.title
    this.detail = problem.detail
    this.url = problem.url
    this.reason = problem.reason
    this.errors = problem.errors ?? []
    this.retry_after = problem.retry_after
    this.price = problem.price
  }
}

/** The service did not answer, or its answer was cut. */
export const networkError = (cause: unknown): GleanerError =>
  new GleanerError({
    code: "network_error",
    status: 0,
    title: "The service cannot be reached",
    detail: "Gleaner did not answer, or the connection was cut. Check that the service runs at baseUrl."
  }, cause)

/** A JSON part of an answer. A proxy may cut an answer without an error of the connection. */
export const parsedPart = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw networkError(cause)
  }
}

/** Reads the problem from an answer. */
export const problemOf = async (response: Response): Promise<GleanerError> => {
  const retryAfter = retryAfterOf(response.headers.get("retry-after"))
  const body = await response.text().catch(() => "")
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") === true
  const members = isProblem ? parsed(body) : undefined
  if (members === undefined) {
    return new GleanerError({
      code: "unexpected_answer",
      status: response.status,
      title: "Something that is not Gleaner answered",
      detail:
        `The answer has status ${response.status} and is not a problem of Gleaner. Check baseUrl, and proxies before it.`,
      retry_after: retryAfter
    })
  }
  return new GleanerError({ ...members, retry_after: members.retry_after ?? retryAfter })
}

const parsed = (body: string): Problem | undefined => {
  try {
    return JSON.parse(body) as Problem // its media type says so
  } catch {
    return undefined
  }
}
