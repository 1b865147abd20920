import { Context, Effect, Layer } from "effect"
import type { Warning } from "../domain/Document.ts"
import { PageError } from "../domain/PageError.ts"

export interface RenderRequest {
  readonly url: URL
  /** Milliseconds since the epoch by which the caller needs an answer. */
  readonly deadline: number
  /** A crawl's gate for redirects of the main frame. */
  readonly isInScope?: (url: URL) => boolean
}

export interface RenderedPage {
  readonly html: string
  readonly finalUrl: string
  readonly status: number
  readonly warnings: ReadonlyArray<Warning>
}

/** Runs a page's JavaScript in a browser that has no way out but the address policy. */
export class Renderer extends Context.Service<Renderer, {
  /** Whether a browser is installed: `capabilities.rendering` of the health answer. */
  readonly available: boolean
  /** Fails with `upstream_timeout`, `fetch_failed`, `address_blocked` or `out_of_scope`; the caller then keeps the static page. */
  render(request: RenderRequest): Effect.Effect<RenderedPage, PageError>
}>()("gleaner/render/Renderer") {
  /** Where there is no browser, or the operator wants none. */
  static readonly layerDisabled = Layer.succeed(Renderer, {
    available: false,
    render: ({ url }) =>
      Effect.fail(new PageError({ url: url.href, code: "fetch_failed", detail: "No browser is installed here." }))
  })
}
