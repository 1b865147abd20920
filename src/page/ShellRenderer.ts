import { Context, Effect, Layer, Option, Result } from "effect"
import type { Warning } from "../domain/document/Document.ts"
import type { PageError } from "../domain/errors/PageError.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { decodeBody, type DecodedBody } from "../fetch/decode-body.ts"
import type { FetchedPage } from "../fetch/Hop.ts"
import { compact } from "../kernel/compact.ts"
import { partitionOf, RequestContext } from "../kernel/RequestContext.ts"
import type { RenderedPage } from "../render/page/render-page.ts"
import { Renderer } from "../render/Renderer.ts"
import { Visits } from "../visits/Visits.ts"
import { RenderMemory } from "./RenderMemory.ts"

export type RenderOutcome =
  | { readonly _tag: "Rendered"; readonly page: RenderedPage }
  | { readonly _tag: "Static"; readonly warnings: ReadonlyArray<Warning> }

export interface RenderWish {
  /** Where the browser may be led during a crawl. */
  readonly isInScope: ((url: URL) => boolean) | undefined
  /** Sent to their origin alone. */
  readonly credentials: SiteCredentials | undefined
  /** The caller takes nothing from a cache. */
  readonly isFresh: boolean
  /** The selector that the caller waits for. */
  readonly waitFor: string | undefined
  /** The page is rendered only because of that selector, which says nothing of its host. */
  readonly isAwaited: boolean
}

/**
 * Renders a shell: the browser visits the page, and each page that it is led to. A failure costs the rendering, never
 * the page.
 */
export class ShellRenderer extends Context.Service<ShellRenderer, {
  render(fetched: FetchedPage, wish: RenderWish): Effect.Effect<RenderOutcome, never, RequestContext>
  /** Whether rendering this page added anything. It is remembered for the job or the key, and the host. */
  learn(fetched: FetchedPage, added: boolean): Effect.Effect<void, never, RequestContext>
  /** Whether it looks like the latest shells that this job or key got from the origin. Then it need not be read. */
  isKnown(fetched: FetchedPage): Effect.Effect<boolean, never, RequestContext>
  /** The page has text of its own. */
  notShell(fetched: FetchedPage): Effect.Effect<void, never, RequestContext>
}>()("gleaner/page/ShellRenderer") {
  static readonly layer = Layer.effect(
    ShellRenderer,
    Effect.gen(function*() {
      const renderer = yield* Renderer
      const memory = yield* RenderMemory
      const visits = yield* Visits

      const render = Effect.fn("ShellRenderer.render")(function*(
        fetched: FetchedPage,
        { credentials, isAwaited, isFresh, isInScope, waitFor }: RenderWish
      ) {
        if (!renderer.available) return unavailable
        const url = new URL(fetched.finalUrl)
        // A host whose shells stay empty after rendering is not rendered for a while.
        const asker = yield* RequestContext
        if (!isAwaited && !(yield* memory.isWorthwhile({ partition: partitionOf(asker), url }))) return unchanged
        const rendering = visits.browse(url, (goOn) =>
          renderer.render({
            url,
            isFresh,
            mayVisit: (target) => Effect.provideService(goOn(target), RequestContext, asker),
            ...(credentials === undefined || hasLeft(fetched, credentials) ? {} : { credentials }),
            ...compact({ isInScope, waitFor })
          }))
        return yield* Effect.match(Effect.flatMap(rendering, Effect.fromResult), {
          onFailure: (error): RenderOutcome => ({ _tag: "Static", warnings: [failed(error)] }),
          onSuccess: (page): RenderOutcome => ({ _tag: "Rendered", page })
        })
      })

      const staticPage = (fetched: FetchedPage) =>
        Effect.map(RequestContext, (asker) => ({
          partition: partitionOf(asker),
          url: new URL(fetched.finalUrl),
          read: (maxBytes: number) => readIfSmall(fetched, maxBytes)
        }))

      return ShellRenderer.of({
        render,
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

/** A redirect has left the origin of the credentials. Then they are not sent any more. */
const hasLeft = ({ finalUrl, redirects }: FetchedPage, { origin }: SiteCredentials): boolean =>
  [finalUrl, ...redirects.map(({ location }) => location)].some((url) => new URL(url).origin !== origin)

const unchanged: RenderOutcome = { _tag: "Static", warnings: [] }

const unavailable: RenderOutcome = {
  _tag: "Static",
  warnings: [{
    code: "rendering_unavailable",
    message: "The page needs JavaScript, and no browser is installed here. This is the page without it."
  }]
}

const failed = (error: PageError): Warning => ({
  code: error.code === "upstream_timeout" ? "render_timeout" : "render_failed",
  message: `The page needs JavaScript and could not be rendered (${error.detail}). This is the page without it.`
})
