import { Context, Effect, Layer, Option, Result } from "effect"
import type { PictureOptions } from "../core/domain/document/Picture.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import type { SiteCredentials } from "../core/domain/SiteCredentials.ts"
import { compact } from "../core/kernel/compact.ts"
import { partitionOf, RequestContext } from "../core/kernel/RequestContext.ts"
import { decodeBody, type DecodedBody } from "../web/fetch/decode-body.ts"
import type { FetchedPage } from "../web/fetch/Hop.ts"
import type { RenderingUnavailable } from "../web/render/Camera.ts"
import type { RenderedPage } from "../web/render/render-page.ts"
import { Renderer } from "../web/render/Renderer.ts"
import type { RenderRequest } from "../web/render/RenderRequest.ts"
import { Visits } from "../web/visits/Visits.ts"
import type { RenderingFacts } from "./decide-rendering.ts"
import { fetchRequest, type PageRequest } from "./PageRequest.ts"
import { failedPicture, noCamera, type PagePicture, pagePicture, Pictures } from "./Pictures.ts"
import { RenderMemory } from "./RenderMemory.ts"
import { maxShell } from "./shell-shape.ts"

export interface PicturedPage extends RenderedPage {
  /** If the request has a `picture`. */
  readonly picture?: PagePicture
}

/** Renders shells, and learns for each job or key which hosts and which pages need it. */
export class ShellRenderer extends Context.Service<ShellRenderer, {
  /** The browser visits the page, and each page that it is redirected to. */
  render(fetched: FetchedPage, request: PageRequest): Effect.Effect<PicturedPage, PageError, RequestContext>
  browserFor(fetched: FetchedPage): Effect.Effect<RenderingFacts["browser"], never, RequestContext>
  /** Stores whether rendering this page added anything. */
  learn(fetched: FetchedPage, added: boolean): Effect.Effect<void, never, RequestContext>
  /** Whether the page has the shape of a shell of its origin. Then it need not be extracted. */
  isKnown(fetched: FetchedPage): Effect.Effect<boolean, never, RequestContext>
  /** Stores that the page has text of its own. */
  notShell(fetched: FetchedPage): Effect.Effect<void, never, RequestContext>
}>()("gleaner/page/ShellRenderer") {
  static readonly layerNoDeps = Layer.effect(
    ShellRenderer,
    Effect.gen(function*() {
      const renderer = yield* Renderer
      const memory = yield* RenderMemory
      const visits = yield* Visits
      const { camera } = yield* Pictures

      /** Takes the picture in the same rendering. A page whose picture fails is rendered without it. */
      const renderIn = (rendering: RenderRequest, options: PictureOptions | undefined) => {
        const plain = renderer.render(rendering)
        if (options === undefined) return plain
        if (Option.isNone(camera)) return Effect.map(plain, (page) => ({ ...page, picture: noCamera }))
        const request = { ...rendering, options, isRead: true }
        const withoutPicture = (error: PageError | RenderingUnavailable) =>
          Effect.map(plain, (page) => ({ ...page, picture: failedPicture(error) }))
        return camera.value.take(request).pipe(
          Effect.flatMap((taken) =>
            taken.page === undefined
              ? plain
              : Effect.succeed({ ...taken.page, picture: pagePicture(taken, request) })
          ),
          Effect.catchTag("RenderingUnavailable", withoutPicture),
          Effect.catchIf((error) => error.code === "body_too_large", withoutPicture)
        )
      }

      const render = Effect.fn("ShellRenderer.render")(function*(fetched: FetchedPage, request: PageRequest) {
        const { credentials, isInScope, language, useCache } = fetchRequest(request, [])
        const url = new URL(fetched.finalUrl)
        const rendering = visits.browse(url, (mayVisit) =>
          renderIn({
            url: routeOf(fetched),
            isFresh: !useCache,
            mayVisit,
            ...(credentials === undefined || hasLeft(fetched, credentials) ? {} : { credentials }),
            ...compact({
              received: request.actions === undefined ? receivedOf(fetched) : undefined,
              actions: request.actions,
              isInScope,
              language,
              waitFor: request.wait_for,
              hidesOverlays: request.hide_overlays
            })
          }, request.picture))
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

  /** Over a `DomainLease` that other nodes and later processes share. */
  static readonly layerShared = this.layerNoDeps.pipe(
    Layer.provide([Renderer.layer, RenderMemory.layer, Pictures.layerShared, Visits.layerShared])
  )
}

/** Empty blocks of a coding become no bytes, so a large body may cost much even if it unpacks to a small one. */
const readIfSmall = (sent: FetchedPage, maxBytes: number): DecodedBody | undefined =>
  sent.body.length > maxBytes ? undefined : Option.getOrUndefined(Result.getSuccess(decodeBody(sent, maxBytes)))

/**
 * A response that saves the browser a request. If it or a redirect to it sets cookies, the browser requests it, and may
 * then have them for the requests of the page. It also requests one that a cache has kept, whose scripts may be gone.
 */
const receivedOf = (fetched: FetchedPage): RenderRequest["received"] => {
  const { cacheHit, hasCookies, headers, status } = fetched
  if (status !== 200 || cacheHit || hasCookies === true || headers["set-cookie"] !== undefined) return undefined
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(headers["content-type"] ?? "")) return undefined
  const decoded = readIfSmall(fetched, maxShell)
  return decoded === undefined ? undefined : { headers, body: decoded.body }
}

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
