import { Context, Effect, Layer, Result, Scope, Stream } from "effect"
import { HttpClient } from "effect/http"
import * as fault from "../../core/domain/errors/page-errors.ts"
import { isOutOfTime, type PageError } from "../../core/domain/errors/PageError.ts"
import { acceptLanguage } from "../../core/domain/options/Language.ts"
import { fieldsFor, secretNames } from "../../core/domain/SiteCredentials.ts"
import { compact } from "../../core/kernel/compact.ts"
import { partitionOf, RequestContext } from "../../core/kernel/RequestContext.ts"
import { singleFlight } from "../../core/kernel/single-flight.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { decodedBody } from "../net/coded-stream.ts"
import { redirectTarget } from "../net/redirects.ts"
import { DomainLease } from "../politeness/DomainLease.ts"
import type { Statement } from "../rights/Statement.ts"
import { Visits } from "../visits/Visits.ts"
import { askSite, type SiteAnswer } from "./ask-site.ts"
import { type CacheRequest, isForAll, keyOf } from "./cache/cache-policy.ts"
import { type CacheAnswer, HttpCache } from "./cache/HttpCache.ts"
import { Chain } from "./Chain.ts"
import { sentCodings } from "./decode-body.ts"
import type { FetchedPage, FetchRequest, Hop, HopRequest, Redirected, Validators } from "./Hop.ts"
import { hasNoText } from "./media-type.ts"
import { type Obtained, obtainedFromCache, obtainedFromSite, pageOf, staleResponse } from "./obtained.ts"
import type { PageSource } from "./PageSource.ts"
import { mayUse } from "./rights/may-use.ts"
import { priceOf } from "./rights/price-of.ts"
import { siteRights } from "./rights/site-rights.ts"

/**
 * Turns URLs into bytes. Each hop is a visit or an answer of the cache, behind the address policy. Sizes, redirects and
 * time are bounded.
 */
export class Fetcher extends Context.Service<Fetcher, {
  /** One URL; its redirect is not followed. */
  hop(request: HopRequest): Effect.Effect<Hop, PageError, RequestContext>
  /** The page at the end of the redirects. */
  fetch(request: FetchRequest): Effect.Effect<FetchedPage, PageError, RequestContext>
  /** The same page, its refreshes and its frames, each fetched when it is needed. */
  open(request: FetchRequest): Effect.Effect<PageSource>
  /**
   * Statements of the site about the use of a URL, before it is requested: those of robots.txt, and of the files about
   * rights that it has.
   */
  statementsFor(url: URL): Effect.Effect<ReadonlyArray<Statement>, PageError, RequestContext>
  /** Statements of the site about the use of a URL, as far as they are known without a request. */
  knownStatements(url: URL): Effect.Effect<ReadonlyArray<Statement>>
  /** The page could not be read: the next request for it goes to the site, even while the page is fresh. */
  forget(page: FetchedPage, request?: Pick<HopRequest, "language" | "prefer">): Effect.Effect<void>
}>()("gleaner/web/fetch/Fetcher") {
  static readonly layerNoDeps = Layer.effect(
    Fetcher,
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      const visits = yield* Visits
      const cache = yield* HttpCache
      const settings = yield* Settings

      const scope = yield* Scope.Scope
      const ask = askSite({ client, visits, settings })
      const rights = yield* siteRights(client, visits, settings)
      const share = singleFlight<Result.Result<Obtained, PageError>, never, RequestContext>(scope)

      /** Decodes eagerly only when a stale page could be served if decoding fails. */
      const isDecodable = (answer: Result.Result<SiteAnswer, PageError>) =>
        Result.isFailure(answer)
          ? Effect.succeed(true)
          : Effect.suspend(() => {
            const { body, headers } = answer.success.response
            return Effect.isSuccess(decodedBody(Stream.make(body), sentCodings(headers), settings.maxBody))
          })

      const stored = Effect.fnUntraced(function*(asked: CacheRequest, { response, retries }: SiteAnswer) {
        const partition = partitionOf(yield* RequestContext)
        // Another request may read such a body: one with optical character recognition, or a copy of the site.
        if (!response.isCut) yield* cache.store(asked, response)
        return obtainedFromSite(response, partition, retries)
      })

      const fromSite = Effect.fnUntraced(function*(
        { reads = holdsText, url }: HopRequest,
        asked: CacheRequest,
        cached: CacheAnswer
      ): Effect.fn.Return<Obtained, PageError, RequestContext> {
        if (cached._tag !== "Stale") return yield* stored(asked, yield* ask(url, asked, reads))
        const headers = { ...asked.headers, ...cached.headers }
        const answer = yield* Effect.result(ask(url, { ...asked, headers }, reads))
        if (cached.onError !== undefined && (isSiteFailure(answer) || !(yield* isDecodable(answer)))) {
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

      /** Not shared with others: the validators are the requester's own. */
      const askAgain = Effect.fnUntraced(function*(
        { reads = holdsText, url }: HopRequest,
        asked: CacheRequest,
        { etag, modified }: Validators
      ): Effect.fn.Return<Obtained, PageError, RequestContext> {
        const headers = {
          ...asked.headers,
          ...compact({ "if-none-match": etag, "if-modified-since": modified })
        }
        const answer = yield* ask(url, { ...asked, headers }, reads)
        if (answer.response.status !== 304) return yield* stored(asked, answer)
        return obtainedFromSite(answer.response, partitionOf(yield* RequestContext), answer.retries)
      })

      /** Revalidates, while the caller has the cached page already. */
      const renew = (request: HopRequest, asked: CacheRequest, cached: CacheAnswer) =>
        Effect.flatMap(
          RequestContext,
          ({ job, owner }) =>
            share(
              `renewal ${keyOf(asked)}`,
              Effect.result(fromSite(request, asked, cached))
            ).pipe(
              RequestContext.by(owner, "crawl", settings.requestTimeout, { job }),
              Effect.forkIn(scope)
            )
        )

      /** One URL from the cache, from a request for it that is on its way, or from the site. */
      const obtain = Effect.fnUntraced(function*(request: HopRequest) {
        const { cookie, credentials, isPrivate = false, known, language, maxAge, prefer, url, useCache } = request
        const requester = yield* RequestContext
        const { priority } = requester
        const asked: CacheRequest = {
          url: url.href,
          headers: {
            ...requestHeaders(settings.userAgent, language, cookie),
            ...(prefer === undefined ? {} : { accept: markdownFirst }),
            ...fieldsFor(credentials, url, cookie)
          },
          ...compact({ maxAge, language: languageKey(language), prefer }),
          ...(credentials === undefined && !isPrivate ? {} : { secret: secretNames(credentials) })
        }
        if (known !== undefined) return yield* askAgain(request, asked, known)
        const cached = useCache ? yield* cache.lookup(asked) : miss
        if (cached._tag === "Fresh" && cached.renewal === undefined) return obtainedFromCache(cached.response)
        // A cancelled crawl must leave no request behind, so a crawl waits for the renewed page.
        if (cached._tag === "Fresh" && priority === "interactive") {
          yield* renew(request, asked, cached.renewal ?? miss)
          return obtainedFromCache(cached.response)
        }
        const run = fromSite(request, asked, cached._tag === "Fresh" ? cached.renewal ?? miss : cached)
        // With a cookie of its own chain, or with credentials, it is a different request.
        if (cookie !== undefined || credentials !== undefined || isPrivate) return yield* run
        const { joined, value } = yield* share(
          `${priority} ${useCache} ${keyOf(asked)}`,
          Effect.result(run)
        )
        if (!joined) return yield* Effect.fromResult(value)
        // The request we joined may have had an earlier deadline, or an answer for its own caller only. Send a
        // request of our own.
        const isOurs = Result.isFailure(value)
          ? !isOutOfTime(value.failure)
          : value.success.partition === partitionOf(requester) || isForAll(value.success.response.headers)
        return yield* isOurs ? Effect.fromResult(value) : run
      })

      const hop = Effect.fn("Fetcher.hop")(function*(request: HopRequest) {
        const { intent = {}, url } = request
        yield* mayUse(rights.statementsFor, intent, url)
        const got = yield* obtain(request)
        const target = yield* Effect.mapError(
          Effect.fromResult(redirectTarget(got.response, url)),
          (why) => fault.redirects(url, why)
        )
        if (target === undefined) {
          if (got.response.status === 402) return yield* fault.paymentRequired(url, priceOf(got.response))
          return pageOf(url, got)
        }
        const { retries, setCookies } = got
        const { status } = got.response
        return { _tag: "Redirected", url, status, target, setCookies, retries } satisfies Redirected
      })

      const endOf = Effect.fn("Fetcher.fetch")(function*({ isInScope, url, ...options }: FetchRequest, chain: Chain) {
        for (;;) {
          const { at, cookie, credentials } = chain
          if (chain.redirects.length > 0 && isInScope?.(at) === false) return yield* fault.outOfScope(url)
          const answer = yield* hop({ ...options, url: at, cookie, credentials })
          if (answer._tag === "Page") return chain.end(answer)
          yield* Effect.fromResult(chain.follow(answer))
        }
      })

      const sourceOf = (request: FetchRequest): PageSource => {
        const chain = new Chain(request.url, settings.maxRedirects, request.credentials)
        const end = Effect.mapError(endOf(request, chain), asRequested(request.url))
        return {
          page: end,
          refresh: (target) => Effect.andThen(Effect.suspend(() => Effect.fromResult(chain.refresh(target))), end),
          frame: (url) =>
            fetch({ ...request, url, credentials: chain.credentials, isInScope: ({ origin }) => origin === url.origin })
        }
      }

      const fetch = (request: FetchRequest) => Effect.suspend(() => sourceOf(request).page)

      return Fetcher.of({
        hop,
        fetch,
        statementsFor: rights.statementsFor,
        knownStatements: rights.known,
        open: (request) => Effect.sync(() => sourceOf(request)),
        forget: ({ fetchedAt, finalUrl }, { language, prefer } = {}) =>
          cache.forget({ url: finalUrl, ...compact({ language: languageKey(language), prefer }) }, fetchedAt)
      })
    })
  )

  /** Over a `DomainLease` that other nodes and later processes share. */
  static readonly layerShared = this.layerNoDeps.pipe(Layer.provide([HttpCache.layer, Visits.layerShared]))

  static readonly layer = this.layerShared.pipe(Layer.provide(DomainLease.layerOpen))
}

const holdsText = (mediaType: string): boolean => !hasNoText(mediaType)

/** The error names the URL of the request. Where its redirects lead may be private. */
const asRequested = ({ href }: URL) => (error: PageError): PageError =>
  error.url === href ? error : fault.changed(error, { url: href })

const miss: CacheAnswer = { _tag: "Miss" }

/** RFC 5861 section 4: no answer, or one that reports a failure. */
const isSiteFailure = (answer: Result.Result<SiteAnswer, PageError>): boolean =>
  Result.isSuccess(answer)
    ? [500, 502, 503, 504].includes(answer.success.response.status)
    : answer.failure.code === "fetch_failed" || answer.failure.code === "upstream_timeout"

const languageKey = (language: ReadonlyArray<string> | undefined): string | undefined =>
  language === undefined ? undefined : acceptLanguage(language)

const markdownFirst =
  "text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.9,application/xml;q=0.8,text/*;q=0.7,*/*;q=0.5"

/** The header fields of every request to a site. Nothing from the caller's request is in them, and no trace context. */
export const requestHeaders = (
  userAgent: string,
  language: ReadonlyArray<string> | undefined,
  cookie: string | undefined
): Readonly<Record<string, string>> => ({
  "user-agent": userAgent,
  "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,text/*;q=0.8,application/json;q=0.8,*/*;q=0.5",
  "accept-language": languageKey(language) ?? "en,*;q=0.5",
  "accept-encoding": "gzip, br, zstd, deflate",
  ...compact({ cookie })
})
