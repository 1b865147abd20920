import { Clock, type Duration, Effect, Layer, Stream } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"

/** The answer of a page of the fake web. A string is an HTML page with status 200. */
export interface FakeAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>
  /** Response time, on the test clock. */
  readonly takes?: Duration.Input
  /** Instead of answering, the connection fails with this code of Node or undici (`ECONNRESET`, `ENOTFOUND`, ...). */
  readonly fails?: string
}

export interface FakeRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** The number of requests for this URL, including this one. */
  readonly count: number
}

export type FakePage = string | FakeAnswer | ((request: FakeRequest) => string | FakeAnswer)

/** A line of the access log. Milliseconds on the test clock. */
export interface FakeAccess {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly startedAt: number
  /** Undefined while it runs, and if the client has disconnected. */
  endedAt: number | undefined
}

export interface FakeWeb {
  readonly layer: Layer.Layer<HttpClient.HttpClient>
  /** In the order of arrival, including robots.txt. */
  readonly log: ReadonlyArray<FakeAccess>
  /** The log without robots.txt. */
  readonly pages: () => ReadonlyArray<FakeAccess>
  readonly count: (url: string) => number
}

/**
 * A web of the given URLs behind the `HttpClient` service: no socket, no name look-up, the test clock. Any other URL is
 * a 404, also robots.txt, so every site allows everything unless you give its robots.txt.
 */
export const fakeWeb = (pages: Readonly<Record<string, FakePage>>): FakeWeb => {
  const log: Array<FakeAccess> = []
  const count = (url: string) => log.filter((access) => access.url === url).length
  const client = HttpClient.make((request, url) =>
    Effect.gen(function*() {
      const access: FakeAccess = {
        url: url.href,
        headers: { ...request.headers },
        startedAt: yield* Clock.currentTimeMillis,
        endedAt: undefined
      }
      log.push(access)
      const answer = answerOf(pages[url.href], { url, headers: access.headers, count: count(url.href) })
      if (answer.takes !== undefined) yield* Effect.sleep(answer.takes)
      access.endedAt = yield* Clock.currentTimeMillis
      if (answer.fails !== undefined) return yield* transportError(request, answer.fails)
      return responseOf(request, answer)
    })
  )
  return {
    layer: Layer.succeed(HttpClient.HttpClient, client),
    log,
    pages: () => log.filter(({ url }) => !url.endsWith("/robots.txt")),
    count
  }
}

const answerOf = (page: FakePage | undefined, request: FakeRequest): FakeAnswer => {
  if (page === undefined) return { status: 404, headers: { "content-type": "text/plain" }, body: "no such page" }
  const answer = typeof page === "function" ? page(request) : page
  return typeof answer === "string"
    ? { headers: { "content-type": "text/html; charset=utf-8" }, body: answer }
    : answer
}

const noBody: ReadonlySet<number> = new Set([204, 205, 304])

const responseOf = (request: HttpClientRequest.HttpClientRequest, { body, headers, status = 200 }: FakeAnswer) => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body ?? new Uint8Array()
  const response = HttpClientResponse.fromWeb(
    request,
    new Response(noBody.has(status) ? null : bytes as BodyInit, { status, headers: { ...headers } })
  )
  // A web stream is read in real time, in which the test clock would advance.
  return noBody.has(status) || bytes instanceof ReadableStream
    ? response
    : Object.defineProperty(response, "stream", { get: () => Stream.make(bytes) })
}

const transportError = (request: HttpClientRequest.HttpClientRequest, code: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, cause: Object.assign(new Error(code), { code }) })
  })
