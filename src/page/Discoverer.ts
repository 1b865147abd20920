import { Context, Effect, Layer } from "effect"
import type { DiscoverResult, Link } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"
import { Extractor } from "../extract/Extractor.ts"
import type { LinkExtraction } from "../extract/Page.ts"
import { Fetcher } from "../fetch/Fetcher.ts"
import { byDeadline } from "./by-deadline.ts"
import { pageInput, renderedInput } from "./page-input.ts"
import { ShellRenderer } from "./ShellRenderer.ts"

export interface DiscoverRequest {
  readonly url: string
  readonly internalOnly: boolean
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly deadline: number
}

/** The scrape's flow stopped after links. */
export class Discoverer extends Context.Service<Discoverer, {
  discover(request: DiscoverRequest): Effect.Effect<DiscoverResult, PageError>
}>()("gleaner/page/Discoverer") {
  static readonly layer = Layer.effect(
    Discoverer,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const extractor = yield* Extractor
      const shells = yield* ShellRenderer

      const discover = Effect.fn("Discoverer.discover")(function*(request: DiscoverRequest) {
        const asked = { ...request, priority: "interactive" as const, useCache: true, depth: 0, includeHtml: false }
        const fetched = yield* fetcher.fetch({ ...asked, url: new URL(request.url) })
        const input = pageInput(asked, fetched)
        const { links, shell } = yield* Effect.catchIf(
          byDeadline(request, extractor.links(input)),
          (error) => error.code === "unsupported_content_type",
          () => Effect.succeed(noLinks)
        )
        const read = { finalUrl: fetched.finalUrl, status: fetched.status, links }
        if (!shell.isShell) return resultOf(request, read)
        const outcome = yield* shells.render(asked, fetched, shell)
        if (outcome._tag === "Static") return resultOf(request, read)
        const rendered = yield* byDeadline(request, extractor.links(renderedInput(input, outcome.page)))
        return resultOf(request, {
          finalUrl: outcome.page.finalUrl,
          status: outcome.page.status,
          links: rendered.links
        })
      })

      return Discoverer.of({ discover })
    })
  )
}

/** A media type that holds no links. */
const noLinks: LinkExtraction = { links: [], shell: { isShell: false, evidence: "" } }

const resultOf = (
  request: DiscoverRequest,
  page: { readonly finalUrl: string; readonly status: number; readonly links: ReadonlyArray<Link> }
): DiscoverResult => {
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
