import { Effect, Result, Stream } from "effect"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { compact } from "../../core/kernel/compact.ts"
import { partitionOf, RequestContext } from "../../core/kernel/RequestContext.ts"
import { decodedBody } from "../net/coded-stream.ts"
import { askSite, type SiteAnswer, type SiteDependencies } from "./ask-site.ts"
import type { CacheRequest } from "./cache/cache-policy.ts"
import type { CacheAnswer, HttpCache } from "./cache/HttpCache.ts"
import { sentCodings } from "./decode-body.ts"
import type { HopRequest, Validators } from "./Hop.ts"
import { hasNoText } from "./media-type.ts"
import { type Obtained, obtainedFromCache, obtainedFromSite, staleResponse } from "./obtained.ts"

/** Requests to sites. Their answers are stored in the cache. */
export const siteRequests = (site: SiteDependencies, cache: HttpCache["Service"]) => {
  const ask = askSite(site)

  const stored = Effect.fnUntraced(function*(asked: CacheRequest, { response, retries }: SiteAnswer) {
    const partition = partitionOf(yield* RequestContext)
    // Another request may read such a body: one with optical character recognition, or a copy of the site.
    if (!response.isCut) yield* cache.store(asked, response)
    return obtainedFromSite(response, partition, retries)
  })

  /** Revalidates the response that the cache has. It is served if the site fails and RFC 5861 allows that. */
  const fromSite = Effect.fnUntraced(function*(
    { reads = holdsText, url }: HopRequest,
    asked: CacheRequest,
    cached: CacheAnswer
  ): Effect.fn.Return<Obtained, PageError, RequestContext> {
    if (cached._tag !== "Stale") return yield* stored(asked, yield* ask(url, asked, reads))
    const headers = { ...asked.headers, ...cached.headers }
    const answer = yield* Effect.result(ask(url, { ...asked, headers }, reads))
    if (
      cached.onError !== undefined && (isSiteFailure(answer) || !(yield* isDecodable(answer, site.settings.maxBody)))
    ) {
      return obtainedFromCache(cached.onError, [staleResponse])
    }
    const { response, retries } = yield* Effect.fromResult(answer)
    if (response.status !== 304) return yield* stored(asked, { response, retries })
    const refreshed = yield* cache.revalidate(asked, response)
    if (refreshed !== undefined) {
      const partition = partitionOf(yield* RequestContext)
      return { ...obtainedFromCache(refreshed), partition, setCookies: response.setCookies, retries }
    }
    const whole = yield* stored(asked, yield* ask(url, asked, reads))
    return { ...whole, retries: retries + whole.retries }
  })

  /** Sends the validators of the requester's own copy, so the answer is not for others. */
  const unlessSame = Effect.fnUntraced(function*(
    { reads = holdsText, url }: HopRequest,
    asked: CacheRequest,
    { etag, modified }: Validators
  ): Effect.fn.Return<Obtained, PageError, RequestContext> {
    const headers = { ...asked.headers, ...compact({ "if-none-match": etag, "if-modified-since": modified }) }
    const answer = yield* ask(url, { ...asked, headers }, reads)
    if (answer.response.status !== 304) return yield* stored(asked, answer)
    return obtainedFromSite(answer.response, partitionOf(yield* RequestContext), answer.retries)
  })

  return { fromSite, unlessSame }
}

const holdsText = (mediaType: string): boolean => !hasNoText(mediaType)

/** RFC 5861 section 4: no answer, or one that reports a failure. */
const isSiteFailure = (answer: Result.Result<SiteAnswer, PageError>): boolean =>
  Result.isSuccess(answer)
    ? [500, 502, 503, 504].includes(answer.success.response.status)
    : answer.failure.code === "fetch_failed" || answer.failure.code === "upstream_timeout"

/** Only asked if a stale response could be served instead: all other bodies are decoded by the extractor. */
const isDecodable = (answer: Result.Result<SiteAnswer, PageError>, maxBody: number): Effect.Effect<boolean> => {
  if (Result.isFailure(answer)) return Effect.succeed(true)
  const { body, headers } = answer.success.response
  return Effect.isSuccess(decodedBody(Stream.make(body), sentCodings(headers), maxBody))
}
