import { Context, Effect, Layer } from "effect"
import type { DiscoverResult, Link, StageTiming } from "../domain/document/Document.ts"
import type { PageError } from "../domain/errors/PageError.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { isSameSite } from "../domain/WebUrl.ts"
import { compact } from "../kernel/compact.ts"
import type { RequestContext } from "../kernel/RequestContext.ts"
import { PageReader, type ReadPage } from "./PageReader.ts"

export interface DiscoverRequest {
  readonly url: string
  readonly internalOnly: boolean
  readonly credentials?: SiteCredentials | undefined
  readonly alsoListed?: AlsoListed
}

/** More URLs for a page that was found at this address: what the sitemaps of its site list. */
export type AlsoListed = (
  finalUrl: string,
  credentials: SiteCredentials | undefined
) => Effect.Effect<Listed, never, RequestContext>

export interface Listed {
  readonly urls: ReadonlyArray<string>
  /** Why these are not all: too many URLs or files, too little time, or files that cannot be read. */
  readonly gap?: "urls" | "files" | "time" | "unreadable"
}

export interface Discovered {
  readonly result: DiscoverResult
  readonly timings: ReadonlyArray<StageTiming>
  readonly gap?: Listed["gap"]
}

/** The links of a page. */
export class Discoverer extends Context.Service<Discoverer, {
  discover(request: DiscoverRequest): Effect.Effect<DiscoverResult, PageError, RequestContext>
  /** The same with the time of each stage. */
  timed(request: DiscoverRequest): Effect.Effect<Discovered, PageError, RequestContext>
}>()("gleaner/page/Discoverer") {
  static readonly layer = Layer.effect(
    Discoverer,
    Effect.map(PageReader, ({ read }) => {
      const timed = ({ credentials, url, ...request }: DiscoverRequest) =>
        Effect.gen(function*() {
          const page = yield* read({ url, credentials, useCache: true, depth: 0, includeHtml: false }, "links")
          const { gap, urls } = yield* request.alsoListed?.(page.finalUrl, credentials) ?? noMore
          const result = resultOf({ url, ...request }, page, urls)
          return compact({ result, timings: page.timings, gap })
        })
      return Discoverer.of({ timed, discover: (request) => Effect.map(timed(request), ({ result }) => result) })
    })
  )
}

const noMore = Effect.succeed<Listed>({ urls: [] })

const resultOf = (
  request: DiscoverRequest,
  page: ReadPage<"links">,
  more: ReadonlyArray<string>
): DiscoverResult => {
  const all = withListed(page, more)
  const internal = all.filter((link) => link.internal)
  const links = request.internalOnly ? internal : all
  return {
    url: request.url,
    final_url: page.finalUrl,
    status: page.status,
    links,
    counts: {
      total: all.length,
      internal: internal.length,
      external: all.length - internal.length,
      nofollow: all.filter((link) => link.nofollow).length,
      returned: links.length
    }
  }
}

/** A URL that no link of the page names has no text. */
const withListed = ({ finalUrl, links }: ReadPage<"links">, more: ReadonlyArray<string>): ReadonlyArray<Link> => {
  const known = new Set(links.map(({ url }) => url))
  const page = new URL(finalUrl)
  const listed = more.filter((url) => !known.has(url)).map((url): Link => ({
    url,
    text: "",
    internal: isSameSite(new URL(url), page),
    nofollow: false
  }))
  return [...links, ...listed]
}
