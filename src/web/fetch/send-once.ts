import { Clock, type Duration, Effect, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { withoutBrackets } from "../../core/domain/url-host.ts"
import { shownUrl } from "../../core/kernel/shown-url.ts"
import { type BufferQuota, wholeBody } from "../net/coded-stream.ts"
import { codingsOf } from "../net/content-coding.ts"
import { fieldLines, setCookiesOf } from "../net/field-lines.ts"
import { isRedirect } from "../net/redirects.ts"
import { transportFailure } from "../net/transport-failure.ts"
import type { StoredResponse } from "./cache/ResponseStore.ts"
import { parseContentType, sniffMediaType } from "./media-type.ts"

export interface SiteResponse extends StoredResponse {
  /** The body was not downloaded, or not to its end, because of its media type. */
  readonly isCut: boolean
  readonly setCookies: ReadonlyArray<string>
}

export interface ExchangeLimits {
  readonly maxBody: number
  readonly firstByteTimeout: Duration.Duration
  /** Bodies of other media types are not downloaded. */
  readonly reads: (mediaType: string) => boolean
  readonly quota: BufferQuota
}

/** One exchange with a site. The body stays in its content codings. The connection is returned or closed at the end. */
export const sendOnce = (
  client: HttpClient.HttpClient,
  url: URL,
  requestHeaders: Readonly<Record<string, string>>,
  limits: ExchangeLimits
): Effect.Effect<SiteResponse, PageError> =>
  Effect.gen(function*() {
    const request = HttpClientRequest.get(url.href, { headers: requestHeaders })
    const response = yield* HttpClient.withScope(client).execute(request).pipe(
      Effect.timeoutOrElse({
        duration: limits.firstByteTimeout,
        orElse: () => Effect.fail(fault.silent(url, limits.firstByteTimeout))
      })
    )
    const { status } = response
    const setCookies = setCookiesOf(response)
    // Read once, because the client builds the record each time.
    const headers: Record<string, string> = { ...response.headers }
    // A line of it may be for one robot only, so its lines stay apart.
    const forRobots = fieldLines(response, robotsTag)
    if (forRobots.length > 1) headers[robotsTag] = forRobots.join("\n")
    yield* Effect.annotateCurrentSpan("http.response.status_code", status)
    const { body, isCut } = yield* download(url, { status, headers, stream: response.stream }, limits)
    return { status, headers, body, isCut, fetchedAt: yield* Clock.currentTimeMillis, setCookies }
  }).pipe(
    Effect.scoped,
    Effect.mapError((error) =>
      HttpClientError.isHttpClientError(error) ? fault.transport(url, transportFailure(error)) : error
    ),
    Effect.tapError(({ code, reason }) => Effect.annotateCurrentSpan("error.type", reason ?? code)),
    Effect.withSpan("GET", () => ({ kind: "client", attributes: attributesOf(url) }))
  )

/** As OpenTelemetry names them. A query may contain a token, so it is left out. */
const attributesOf = ({ hostname, href, port, protocol }: URL) => ({
  "http.request.method": "GET",
  "url.full": shownUrl(href),
  "server.address": withoutBrackets(hostname),
  "server.port": Number(port || (protocol === "https:" ? 443 : 80))
})

const robotsTag = "x-robots-tag"

type RawAnswer = Pick<HttpClientResponse.HttpClientResponse, "status" | "stream"> & Pick<SiteResponse, "headers">

const download = Effect.fnUntraced(
  function*(url: URL, response: RawAnswer, { maxBody, quota, reads }: ExchangeLimits) {
    if (isRedirect(response.status, response.headers)) return { body: yield* drained(response), isCut: false }
    const contentType = response.headers["content-type"]
    const essence = parseContentType(contentType)?.essence
    // Office documents are ZIP archives, and their first bytes show it.
    if (essence !== undefined && essence !== "application/zip" && !reads(essence)) {
      return { body: new Uint8Array(), isCut: true }
    }
    const codings = codingsOf(response.headers["content-encoding"])
    if (codings === undefined) return yield* fault.unknownCoding(url)
    // A Content-Length that is not a number is ignored.
    const declared = Number.parseInt(response.headers["content-length"] ?? "", 10) || 0
    if (declared > maxBody) return yield* fault.tooLarge(url.href, maxBody)
    if (codings.length === 0) yield* quota.reserve(declared)
    let isFirst = true
    let isCut = false
    /** If the first bytes show a film, for example, the rest is not downloaded. */
    const isUseless = (chunk: Uint8Array): boolean => {
      if (!isFirst || codings.length > 0) return false
      isFirst = false
      return (isCut = !reads(sniffMediaType(contentType, chunk).essence))
    }
    // Coded bytes count, too: an endless stream of empty blocks decodes to nothing.
    const body = yield* Effect.catchTag(
      wholeBody(Stream.takeUntil(bytesOf(response), isUseless), maxBody, quota),
      "DecodedTooLarge",
      () => Effect.fail(fault.tooLarge(url.href, maxBody))
    )
    return { body, isCut }
  }
)

/** No body counts as an empty one. */
const bytesOf = ({ stream }: RawAnswer) =>
  Stream.catchIf(stream, ({ reason }) => reason._tag === "EmptyBodyError", () => Stream.empty)

/** Bytes of a redirect's body that are read to reuse the connection. Beyond it, a new connection is cheaper. */
const worthDraining = 16 * 1024

const drained = ({ stream }: RawAnswer): Effect.Effect<Uint8Array> =>
  Stream.limitBytes(stream, worthDraining, () => Stream.empty).pipe(
    Stream.runDrain,
    Effect.ignore,
    Effect.as(new Uint8Array())
  )
