import { Context, Effect, Layer } from "effect"
import { HttpClient } from "effect/http"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { compact } from "../../core/kernel/compact.ts"
import type { RequestContext } from "../../core/kernel/RequestContext.ts"
import { Settings } from "../../core/settings/Settings.ts"
import { redirectTarget } from "../net/redirects.ts"
import { DomainLease } from "../politeness/DomainLease.ts"
import type { Statement } from "../rights/Statement.ts"
import { Visits } from "../visits/Visits.ts"
import { HttpCache } from "./cache/HttpCache.ts"
import { Chain } from "./Chain.ts"
import type { FetchedPage, FetchRequest, Hop, HopRequest, Redirected } from "./Hop.ts"
import { obtaining } from "./obtain.ts"
import { pageOf } from "./obtained.ts"
import type { PageSource } from "./PageSource.ts"
import { languageKey } from "./request-fields.ts"
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

      const obtain = yield* obtaining({ client, visits, settings }, cache)
      const rights = yield* siteRights(client, visits, settings)

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

/** The error names the URL of the request. Where its redirects lead may be private. */
const asRequested = ({ href }: URL) => (error: PageError): PageError =>
  error.url === href ? error : fault.changed(error, { url: href })
