import { Effect } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest } from "effect/http"
import * as fault from "../../core/domain/errors/page-errors.ts"
import { RequestContext } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { redirectTarget, withoutFragment } from "../net/redirects.ts"
import { transportFailure } from "../net/transport-failure.ts"
import { Visits } from "../visits/Visits.ts"
import { Fetcher } from "./Fetcher.ts"
import { requestHeaders } from "./request-fields.ts"

/** The end of a link. */
export interface ProbedLink {
  readonly status: number
  readonly finalUrl: string
  /** Statuses of the redirects, in order. */
  readonly redirects: ReadonlyArray<number>
}

/**
 * Follows a link to its end without its body: with HEAD, and with GET where the answer to HEAD is an error, since many
 * sites answer HEAD wrongly. Each request is a visit of its own: robots.txt, delays and the address policy apply.
 */
export const linkProber = Effect.gen(function*() {
  const client = yield* HttpClient.HttpClient
  const fetcher = yield* Fetcher
  const visits = yield* Visits
  const { fetchTimeout, maxRedirects, userAgent } = yield* Settings

  const head = Effect.fnUntraced(function*(url: URL) {
    const request = HttpClientRequest.head(url.href, { headers: requestHeaders(userAgent, undefined, undefined) })
    const exchange = HttpClient.withScope(client).execute(request).pipe(
      Effect.map(({ headers, status }) => ({ headers: { ...headers }, status })),
      Effect.scoped,
      Effect.mapError((error) =>
        HttpClientError.isHttpClientError(error) ? fault.transport(url, transportFailure(error)) : error
      ),
      RequestContext.within(fetchTimeout, (after) => fault.slow(url, after))
    )
    return yield* Effect.fromResult(yield* visits.visit(url, exchange))
  })

  const hop = Effect.fnUntraced(function*(url: URL) {
    const answer = yield* Effect.catchIf(
      head(url),
      ({ reason }) => reason === "reset" || reason === "protocol",
      () => Effect.succeed({ headers: {}, status: 501 })
    )
    // A site that is asked too often is not asked again at once.
    if (answer.status >= 400 && answer.status !== 429) {
      const page = yield* fetcher.hop({ url, useCache: true })
      return { status: page.status, target: page._tag === "Redirected" ? page.target : undefined }
    }
    const target = yield* Effect.mapError(
      Effect.fromResult(redirectTarget(answer, url)),
      (why) => fault.redirects(url, why)
    )
    return { status: answer.status, target }
  })

  return Effect.fn("probeLink")(function*(link: URL) {
    const redirects: Array<number> = []
    let url = withoutFragment(link)
    for (;;) {
      const { status, target } = yield* hop(url)
      if (target === undefined) {
        const probed: ProbedLink = { status, finalUrl: url.href, redirects }
        return probed
      }
      redirects.push(status)
      if (redirects.length > maxRedirects) return yield* fault.redirects(link, `more than ${maxRedirects} redirects`)
      url = withoutFragment(target)
    }
  })
})
