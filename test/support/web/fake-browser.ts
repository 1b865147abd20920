import { Clock, type Duration, Effect, Layer, Result } from "effect"
import type { PageError } from "../../../src/core/domain/errors/PageError.ts"
import type { RenderedPage } from "../../../src/web/render/render-page.ts"
import { Renderer } from "../../../src/web/render/Renderer.ts"
import type { RenderRequest } from "../../../src/web/render/RenderRequest.ts"

/** Result of rendering a page. A string is its HTML after the scripts have run. */
export type FakeRendering = string | Partial<RenderedPage> | Effect.Effect<RenderedPage, PageError>

export interface FakeBrowser {
  readonly layer: Layer.Layer<Renderer>
  /** Rendered pages, with the time on the test's clock. */
  readonly log: ReadonlyArray<{ readonly url: string; readonly at: number }>
}

/** A browser behind the `Renderer` service that takes its pages from `render`, each after `takes`. */
export const fakeBrowser = (
  render: (request: RenderRequest) => FakeRendering,
  takes: Duration.Input = 0
): FakeBrowser => {
  const log: Array<{ readonly url: string; readonly at: number }> = []
  const layer = Layer.succeed(Renderer, {
    available: true,
    starts: Effect.succeed(true),
    check: Effect.succeed(Result.succeed("Chrome/1")),
    render: (request) =>
      Effect.gen(function*() {
        log.push({ url: request.url.href, at: yield* Clock.currentTimeMillis })
        yield* Effect.sleep(takes)
        const rendered = render(request)
        return Effect.isEffect(rendered) ? yield* rendered : pageOf(request, rendered)
      })
  })
  return { layer, log }
}

const pageOf = ({ url }: RenderRequest, page: string | Partial<RenderedPage>): RenderedPage => ({
  html: "",
  finalUrl: url.href,
  status: 200,
  warnings: [],
  ...(typeof page === "string" ? { html: page } : page)
})
