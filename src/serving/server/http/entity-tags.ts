import { Effect } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"

/**
 * Answers to GET that may be the same next time get an entity tag. A caller who has the answer already gets a 304 (RFC
 * 9110 section 13.1.2). Tags are weak, because one answer may be sent in several encodings.
 */
export const entityTags = HttpRouter.middleware(
  (handler) =>
    HttpEffect.withPreResponseHandler(handler, (request, response) => Effect.succeed(tagged(request, response))),
  { global: true }
)

/** A tag for an answer that is a stream. `parts`: everything that the answer depends on. */
export const tagOf = (...parts: ReadonlyArray<unknown>): string => `W/"${digest(JSON.stringify(parts))}"`

/** Undefined for an answer that may differ the next time. */
export const withTag = (tag: string | undefined, response: HttpServerResponse.HttpServerResponse) =>
  tag === undefined ? response : HttpServerResponse.setHeader(response, "etag", tag)

const tagged = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (request.method !== "GET" || response.status !== 200) return response
  const tag = response.headers["etag"] ?? tagOfBody(request.url, response)
  if (tag === undefined) return response
  return isKnown(request.headers["if-none-match"], tag)
    ? HttpServerResponse.setHeaders(HttpServerResponse.empty({ status: 304 }), { ...fieldsOf304(response), etag: tag })
    : HttpServerResponse.setHeader(response, "etag", tag)
}

/** Routes with tags: descriptions of the API, and jobs. Every scrape, health answer and metric differs. */
const steady = /^\/(?:openapi\.json|docs|v1\/jobs(?:\/[^?]*)?)(?:\?|$)/

const tagOfBody = (url: string, { body }: HttpServerResponse.HttpServerResponse): string | undefined =>
  steady.test(url) && body._tag === "Uint8Array" ? `W/"${digest(body.body)}"` : undefined

const digest = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("base64url").slice(0, 22)

const isKnown = (field: string | undefined, tag: string): boolean =>
  field !== undefined &&
  field.split(",").map((known) => known.trim()).some((known) => known === "*" || weak(known) === weak(tag))

const weak = (tag: string): string => tag.replace(/^W\//, "")

/**
 * RFC 9110 section 15.4.5: a 304 has the fields of the answer without those of its body. The policies of a page stay: a
 * browser takes the fields of a 304 for those of the page that it has.
 */
const fieldsOf304 = ({ headers }: HttpServerResponse.HttpServerResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofBody.has(name)))

const ofBody = new Set(["content-type", "content-length", "content-encoding", "content-language", "content-range"])
