import { Context, Effect, Layer } from "effect"
import type { DiscoveredLink, DiscoverResult } from "../core/domain/document/Document.ts"
import type { StageTiming } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { type OptionsOf, withDefaults } from "../core/domain/options/RouteOptions.ts"
import { credentialsOf, type SiteCredentials } from "../core/domain/SiteCredentials.ts"
import { isSameSite } from "../core/domain/WebUrl.ts"
import { compact } from "../core/kernel/compact.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import { PageReader } from "./PageReader.ts"
import type { PageRequest } from "./PageRequest.ts"
import type { ReadPage } from "./projections.ts"

/** The options of a discover as its caller gave them. */
export interface DiscoverRequest extends OptionsOf<"discover"> {
  readonly url: string
  /** Called if the caller wants `sitemaps`. */
  readonly alsoListed?: AlsoListed
  readonly storage?: NonNullable<PageRequest["storage"]>
  readonly checksLogin?: boolean
}

/** Further URLs for a page with this final URL: those in the sitemaps of its site. */
export type AlsoListed = (
  finalUrl: string,
  credentials: SiteCredentials | undefined
) => Effect.Effect<Listed, never, RequestContext>

export interface Listed {
  /** The URLs of the sitemaps, in their order, with their facts. */
  readonly urls: ReadonlyMap<string, ListedFacts>
  /** The reason if URLs are missing: too many URLs or files, too little time, or files that cannot be read. */
  readonly gap?: "urls" | "files" | "time" | "unreadable"
}

export type ListedFacts = Pick<DiscoveredLink, "lastmod" | "priority" | "alternates">

export interface Discovered {
  readonly result: DiscoverResult
  readonly timings: ReadonlyArray<StageTiming>
  readonly gap?: Listed["gap"]
  /** If the request `checksLogin`. */
  readonly warnings?: NonNullable<ReadPage<"links">["warnings"]>
}

/** The links of a page. */
export class Discoverer extends Context.Service<Discoverer, {
  discover(request: DiscoverRequest): Effect.Effect<Discovered, PageError, RequestContext>
}>()("gleaner/page/Discoverer") {
  static readonly layerNoDeps = Layer.effect(
    Discoverer,
    Effect.map(PageReader, ({ read }) => {
      const discover = ({ alsoListed, ...request }: DiscoverRequest) =>
        Effect.gen(function*() {
          const { internal_only, sitemaps } = withDefaults("discover", request)
          const page = yield* read(request, "links")
          const { gap, urls } = sitemaps && alsoListed !== undefined
            ? yield* alsoListed(page.finalUrl, credentialsOf(request.url, request))
            : none
          const result = resultOf(request.url, page, urls, internal_only)
          return compact({ result, timings: page.timings, gap, warnings: page.warnings })
        }).pipe(RequestContext.atMost(request.timeout_seconds))
      return Discoverer.of({ discover })
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(PageReader.layer))
}

const none: Listed = { urls: new Map() }

const resultOf = (
  url: string,
  page: ReadPage<"links">,
  more: Listed["urls"],
  internalOnly: boolean
): DiscoverResult => {
  const all = withListed(page, more)
  const internal = all.filter((link) => link.internal)
  const links = internalOnly ? internal : all
  return {
    url,
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

/** Adds what sitemaps say about the links, and URLs that no link of the page names. They have no text. */
const withListed = (
  { finalUrl, links }: ReadPage<"links">,
  more: Listed["urls"]
): ReadonlyArray<DiscoveredLink> => {
  if (more.size === 0) return links
  const known = new Set(links.map(({ url }) => url))
  const page = new URL(finalUrl)
  const listed = [...more].filter(([url]) => !known.has(url)).map(([url, facts]): DiscoveredLink => ({
    url,
    text: "",
    internal: isSameSite(new URL(url), page),
    nofollow: false,
    ...facts
  }))
  return [...links.map((link) => ({ ...link, ...more.get(link.url) })), ...listed]
}
