import { Effect, Metric, Result } from "effect"
import { compact } from "../core/kernel/compact.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import { metrics } from "../core/observability/metrics.ts"
import { type Render, renderingFailed } from "./decide-rendering.ts"
import { renderedInput, renderedProvenance } from "./page-input.ts"
import { failedPicture, type PagePicture } from "./Pictures.ts"
import type { Extracted, Projection } from "./projections.ts"
import { extract, release, type SentPage, warned } from "./SentPage.ts"
import type { ShellRenderer } from "./ShellRenderer.ts"

/** Renders a page and extracts it again. If that fails, it is the page without rendering, with a warning. */
export const readRendered = Effect.fnUntraced(function*<A extends Extracted, P>(
  shells: ShellRenderer["Service"],
  page: SentPage,
  projection: Projection<A, P>,
  first: A | undefined,
  { because, isEvidence }: Render
) {
  yield* Effect.annotateCurrentSpan({ rendered_because: because })
  // Another page may wait for memory while it has the turn that the browser needs. This body frees its own.
  yield* release(page)
  const [elapsed, result] = yield* RequestContext.timed(Effect.result(shells.render(page.fetched, page.request)))
  if (Result.isFailure(result)) {
    const failed = renderingFailed(result.failure, page.request.actions !== undefined)
    // A second visit for its picture would fail as well.
    const picture = page.request.picture === undefined ? undefined : failedPicture(result.failure)
    return yield* withoutRendering(warned(page, failed), projection, first, picture)
  }
  const rendered = result.success
  const provenance = renderedProvenance(
    page.provenance,
    rendered,
    because,
    elapsed,
    (yield* RequestContext).waits,
    page.request
  )
  const extraction = yield* extract(page.request, projection, renderedInput(page.input, rendered), provenance)
  if (first !== undefined && isEvidence) yield* shells.learn(page.fetched, projection.isGain(first, extraction))
  yield* Metric.update(metrics.renderedPages, 1)
  const { finalUrl, picture, status, unseen } = rendered
  return { ...projection.pageOf(extraction, provenance), finalUrl, status, ...compact({ picture, unseen }) }
})

/** The page without rendering. */
export const withoutRendering = Effect.fnUntraced(function*<A extends Extracted, P>(
  { fetched, input, provenance, request }: SentPage,
  projection: Projection<A, P>,
  first: A | undefined,
  picture?: PagePicture
) {
  const extraction = first ?? (yield* extract(request, projection, input, provenance))
  const { finalUrl, status } = fetched
  return { ...projection.pageOf(extraction, provenance), finalUrl, status, ...compact({ picture }) }
})
