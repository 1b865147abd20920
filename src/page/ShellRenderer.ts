import { Context, Effect, Layer, Option, Result } from "effect"
import type { PageError } from "../domain/errors/PageError.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { decodeBody, type DecodedBody } from "../fetch/decode-body.ts"
import type { FetchedPage } from "../fetch/Hop.ts"
import { compact } from "../kernel/compact.ts"
import { partitionOf, RequestContext } from "../kernel/RequestContext.ts"
import type { RenderedPage } from "../render/page/render-page.ts"
import { Renderer } from "../render/Renderer.ts"
import { Visits } from "../visits/Visits.ts"
import type { RenderingFacts } from "./decide-rendering.ts"
import { fetchRequest, type PageRequest } from "./PageRequest.ts"
import { RenderMemory } from "./RenderMemory.ts"

/** Renders shells, and learns for each job or key which hosts and which pages need it. */
export class ShellRenderer extends Context.Service<ShellRenderer, {
  /** The browser visits the page, and each page that it is redirected to. */
  render(fetched: FetchedPage, request: PageRequest): Effect.Effect<RenderedPage, PageError, RequestContext>
  browserFor(fetched: FetchedPage): Effect.Effect<RenderingFacts["browser"], never, RequestContext>
  /** Stores whether rendering this page added anything. */
  learn(fetched: FetchedPage, added: boolean): Effect.Effect<void, never, RequestContext>
  /** Whether the page has the shape of a shell of its origin. Then it need not be extracted. */
  isKnown(fetched: FetchedPage): Effect.Effect<boolean, never, RequestContext>
  /** Stores that the page has text of its own. */
  notShell(fetched: FetchedPage): Effect.Effect<void, never, RequestContext>
}>()("gleaner/page/ShellRenderer") {
  static readonly layer = Layer.effect(
    ShellRenderer,
    Effect.gen(function*() {
      const renderer = yield* Renderer
      const memory = yield* RenderMemory
      const visits = yield* Visits

      const render = Effect.fn("ShellRenderer.render")(function*(fetched: FetchedPage, request: PageRequest) {
        const { credentials, isInScope, language, useCache } = fetchRequest(request)
        const url = new URL(fetched.finalUrl)
        const context = yield* RequestContext
        const rendering = visits.browse(url, (mayVisit) =>
          renderer.render({
            url: routeOf(fetched),
            isFresh: !useCache,
            mayVisit: (target) => Effect.provideService(mayVisit(target), RequestContext, context),
            ...(credentials === undefined || hasLeft(fetched, credentials) ? {} : { credentials }),
            ...compact({ actions: request.actions, isInScope, language, waitFor: request.wait_for })
          }))
        return yield* Effect.flatMap(rendering, Effect.fromResult)
      })

      const staticPage = (fetched: FetchedPage) =>
        Effect.map(RequestContext, (context) => ({
          partition: partitionOf(context),
          url: new URL(fetched.finalUrl),
          read: (maxBytes: number) => readIfSmall(fetched, maxBytes)
        }))

      return ShellRenderer.of({
        render,
        browserFor: (fetched) =>
          renderer.available
            ? Effect.map(
              Effect.flatMap(staticPage(fetched), memory.isWorthwhile),
              (isWorthwhile) => isWorthwhile ? "ready" : "unproductive"
            )
            : Effect.succeed("missing"),
        learn: (fetched, added) =>
          Effect.flatMap(
            staticPage(fetched),
            (page) => Effect.andThen(memory.learn(page, added), memory.learnShell(page, added))
          ),
        isKnown: (fetched) =>
          renderer.available && fetched.status < 400
            ? Effect.flatMap(staticPage(fetched), memory.isKnownShell)
            : Effect.succeed(false),
        notShell: (fetched) => Effect.flatMap(staticPage(fetched), (page) => memory.learnShell(page, false))
      })
    })
  )
}

/** Empty blocks of a coding become no bytes, so a large body may cost much even if it unpacks to a small one. */
const readIfSmall = (sent: FetchedPage, maxBytes: number): DecodedBody | undefined =>
  sent.body.length > maxBytes ? undefined : Option.getOrUndefined(Result.getSuccess(decodeBody(sent, maxBytes)))

/** Applications route by the fragment. A redirect without one keeps it (Fetch standard, "location URL"). */
const routeOf = ({ finalUrl, redirects, url }: FetchedPage): URL => {
  const route = new URL(finalUrl)
  const visited = [url, ...redirects.map(({ location }) => location)].map((visited) => new URL(visited).hash)
  route.hash = visited.findLast((hash) => hash !== "") ?? ""
  return route
}

/** After a redirect to another origin, the credentials are no longer sent. */
const hasLeft = ({ finalUrl, redirects }: FetchedPage, { origin }: SiteCredentials): boolean =>
  [finalUrl, ...redirects.map(({ location }) => location)].some((url) => new URL(url).origin !== origin)
