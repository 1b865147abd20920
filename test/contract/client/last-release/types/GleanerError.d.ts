import type { FieldError } from "./wire.ts"
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
}
/**
 * The one error of the client: a problem that the service answered, with its members. Three codes are the client's own:
 * `network_error` (the service cannot be reached, or the connection was cut; status 0), `unexpected_answer` (something
 * that is not Gleaner answered) and `job_failed` (a crawl ended as failed and gave no reason).
 */
export declare class GleanerError extends Error {
  readonly name = "GleanerError"
  /** Stable, for programs. */
  readonly code: string
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly title: string
  /** What happened, and what to do. */
  readonly detail: string
  /** The page that the problem is about. */
  readonly url: string | undefined
  /** Why a page could not be fetched. */
  readonly reason: string | undefined
  /** Every wrong field of the request. */
  readonly errors: ReadonlyArray<FieldError>
  /** Seconds to wait before the next try. */
  readonly retry_after: number | undefined
  constructor(problem: Problem, cause?: unknown)
}
/** No answer, or no rest of an answer. */
export declare const networkError: (cause: unknown) => GleanerError
/** The problem that an answer is. */
export declare const problemOf: (response: Response) => Promise<GleanerError>
export {}
