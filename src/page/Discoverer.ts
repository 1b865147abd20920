import { Context, Effect, Layer } from "effect"
import type { Asker } from "../domain/Asker.ts"
import type { DiscoverResult } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { PageReader, type ReadPage } from "./PageReader.ts"

export interface DiscoverRequest {
  readonly url: string
  readonly internalOnly: boolean
  readonly credentials?: SiteCredentials | undefined
}

/** The links of a page. */
export class Discoverer extends Context.Service<Discoverer, {
  discover(request: DiscoverRequest): Effect.Effect<DiscoverResult, PageError, Asker>
}>()("gleaner/page/Discoverer") {
  static readonly layer = Layer.effect(
    Discoverer,
    Effect.map(PageReader, ({ read }) =>
      Discoverer.of({
        discover: (request) =>
          Effect.map(
            read({
              url: request.url,
              credentials: request.credentials,
              useCache: true,
              depth: 0,
              includeHtml: false
            }, "links"),
            (page) => resultOf(request, page)
          )
      }))
  )
}

const resultOf = (request: DiscoverRequest, page: ReadPage<"links">): DiscoverResult => {
  const internal = page.links.filter((link) => link.internal)
  const links = request.internalOnly ? internal : page.links
  return {
    url: request.url,
    final_url: page.finalUrl,
    status: page.status,
    links,
    counts: {
      total: page.links.length,
      internal: internal.length,
      external: page.links.length - internal.length,
      nofollow: page.links.filter((link) => link.nofollow).length,
      returned: links.length
    }
  }
}
