import { HttpServerResponse } from "effect/http"
import type { GleanerError } from "../../contract/client/index.ts"
import type { wrongFields } from "../../core/domain/options/wrong-fields.ts"
import { challenge } from "../server/auth/Authentication.ts"
import { needsKey } from "../server/auth/local-callers.ts"

/** Errors in the format of Firecrawl. Its clients do not read problems (RFC 9457). */
const failure = (
  status: number,
  code: string,
  error: string,
  more: { readonly details?: unknown; readonly headers?: Readonly<Record<string, string>> } = {}
) => {
  const { details, headers = {} } = more
  return HttpServerResponse.jsonUnsafe({ success: false, code, error, details }, { status, headers })
}

export const notFound = (error: string) => failure(404, "NOT_FOUND", error)

export const refused = (error: string, details: ReadonlyArray<unknown> = []) =>
  failure(400, "BAD_REQUEST", error, { details })

export const refusedFor = (wrong: ReturnType<typeof wrongFields>) =>
  refused(
    wrong.map(({ detail, path }) => `${path.length === 0 ? "the body" : path.join(".")}: ${detail}`).join("; "),
    wrong.map(({ detail, path }) => ({ path, message: detail }))
  )

export const unauthorized = failure(401, "UNAUTHORIZED", needsKey, { headers: { "www-authenticate": challenge } })

export const defect = failure(
  500,
  "INTERNAL_ERROR",
  "The service failed on this request, and its log says why. Try again, or report it."
)

/**
 * Its client sends a request again after a 502, and reads 402 as a lack of credits. The site has had enough tries, and
 * asks for the payment itself.
 */
const statusOf = (status: number): number => status === 502 || status === 0 ? 500 : status === 402 ? 403 : status

/** A failed call of our own API. */
export const problem = ({ code, detail, errors, retry_after, status }: GleanerError) =>
  failure(statusOf(status), code.toUpperCase(), detail, {
    details: errors,
    headers: retry_after === undefined ? {} : { "retry-after": String(retry_after) }
  })
