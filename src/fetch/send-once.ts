import { Clock, Effect, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { PageError } from "../domain/PageError.ts"
import { transportFailure } from "../net/transport-failure.ts"
import { bodyDecoder, type CodingError, codingsOf, type DecodedTooLarge } from "./content-coding.ts"
import * as fault from "./fetch-faults.ts"
import type { CacheRequest, StoredResponse } from "./HttpCache.ts"
import { hasNoText, parseContentType } from "./media-type.ts"

export interface SiteResponse extends StoredResponse {
  readonly setCookies: ReadonlyArray<string>
}

/** One exchange with a site, the body decoded under the cap; the connection is given back or closed when it ends. */
export const sendOnce = (
  client: HttpClient.HttpClient,
  asked: CacheRequest,
  maxBody: number
): Effect.Effect<SiteResponse, PageError> =>
  Effect.gen(function*() {
    const url = new URL(asked.url)
    const request = HttpClientRequest.get(asked.url, { headers: asked.headers })
    const response = yield* HttpClient.withScope(client).execute(request)
    const headers: Record<string, string> = { ...response.headers }
    const body = yield* readBody(url, response, maxBody)
    return {
      status: response.status,
      headers,
      body,
      fetchedAt: yield* Clock.currentTimeMillis,
      setCookies: setCookiesOf(response)
    }
  }).pipe(
    Effect.scoped,
    Effect.mapError((error) =>
      HttpClientError.isHttpClientError(error) ? fault.transport(new URL(asked.url), transportFailure(error)) : error
    )
  )

const setCookiesOf = (response: HttpClientResponse.HttpClientResponse): ReadonlyArray<string> => {
  const value: unknown = response.headers["set-cookie"]
  if (typeof value !== "string") return []
  // Fields of one name were joined with ", "; a comma inside Expires is followed by a space and a digit.
  return value.split(/,\s*(?=[^;=\s]+=)/)
}

const readBody = Effect.fnUntraced(
  function*(url: URL, response: HttpClientResponse.HttpClientResponse, maxBody: number) {
    const essence = parseContentType(response.headers["content-type"])?.essence
    const isRedirect = response.status >= 300 && response.status < 400
    if ((essence !== undefined && hasNoText(essence)) || isRedirect) return new Uint8Array()
    const codings = codingsOf(response.headers["content-encoding"])
    if (codings === undefined) {
      return yield* fault.failed(
        url,
        "decode",
        "The page is in a content-coding that cannot be undone; nothing can be read."
      )
    }
    const declared = Number(response.headers["content-length"] ?? 0)
    if (codings.length === 0 && declared > maxBody) return yield* fault.tooLarge(url.href, maxBody)
    const decoder = yield* bodyDecoder(codings, maxBody)
    const toFault = (error: DecodedTooLarge | CodingError) =>
      error._tag === "DecodedTooLarge"
        ? fault.tooLarge(url.href, maxBody)
        : fault.failed(url, "decode", `The page is not in ${error.coding}, the content-coding that its header names.`)
    yield* Stream.runForEach(response.stream, (chunk) => Effect.mapError(decoder.write(chunk), toFault))
    return yield* Effect.mapError(decoder.end, toFault)
  }
)
