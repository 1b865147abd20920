import { Context, Effect, Layer } from "effect"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import { shownUrl } from "../core/kernel/shown-url.ts"
import { Settings } from "../core/settings/Settings.ts"
import { Extractor } from "../extract/Extractor.ts"
import { Fetcher } from "../web/fetch/Fetcher.ts"
import type { PageSource } from "../web/fetch/PageSource.ts"
import { DomainLease } from "../web/politeness/DomainLease.ts"
import { Visits } from "../web/visits/Visits.ts"
import { decideRendering } from "./decide-rendering.ts"
import { counted } from "./page-metrics.ts"
import { fetchRequest, type PageRequest } from "./PageRequest.ts"
import { type Extracted, type Projection, type ProjectionName, projectionsOver, type ReadPage } from "./projections.ts"
import { readFrames } from "./read-frames.ts"
import { readRendered, withoutRendering } from "./read-rendered.ts"
import { sentPageReader } from "./read-sent-page.ts"
import { warned } from "./SentPage.ts"
import { ShellRenderer } from "./ShellRenderer.ts"

/**
 * The one way to a page: fetch it, extract it. If it is a shell, render it and extract it again. A refresh is followed
 * like a redirect, and frames that may have the content are fetched.
 */
export class PageReader extends Context.Service<PageReader, {
  read<N extends ProjectionName>(
    request: PageRequest,
    projection: N
  ): Effect.Effect<ReadPage<N>, PageError, RequestContext>
  /** The same for a caller that follows redirects itself and has errors of its own. */
  readFrom<N extends ProjectionName, E>(
    request: PageRequest,
    source: PageSource<E>,
    projection: N
  ): Effect.Effect<ReadPage<N>, E | PageError, RequestContext>
}>()("gleaner/page/PageReader") {
  static readonly layerNoDeps = Layer.effect(
    PageReader,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const shells = yield* ShellRenderer
      const readSent = yield* sentPageReader
      const { maxBody } = yield* Settings
      const extractor = yield* Extractor
      const projections = projectionsOver(extractor)

      const readFrom = Effect.fn("PageReader.read")(function*<A extends Extracted, P, E>(
        request: PageRequest,
        source: PageSource<E>,
        projection: Projection<A, P>
      ) {
        yield* Effect.annotateCurrentSpan({ url: shownUrl(request.url), owner: (yield* RequestContext).owner })
        const { first, page } = yield* readSent(request, source, projection)
        const decision = decideRendering({
          isActing: request.actions !== undefined,
          shell: first?.shell,
          browser: yield* shells.browserFor(page.fetched)
        })
        if (decision._tag === "Render") return yield* readRendered(shells, page, projection, first, decision)
        const whole = yield* readFrames(warned(page, ...decision.warnings), source, projection, first, maxBody)
        return yield* withoutRendering(whole.page, projection, whole.extraction)
      }, (reading, { timeout_seconds }) => counted(Effect.scoped(reading)).pipe(RequestContext.atMost(timeout_seconds)))

      return PageReader.of({
        read: (request, name) =>
          Effect.flatMap(
            fetcher.open(fetchRequest(request, extractor.parsers)),
            (source) => readFrom(request, source, projections[name])
          ),
        readFrom: (request, source, name) => readFrom(request, source, projections[name])
      })
    })
  )

  /** Over a `DomainLease` that other nodes and later processes share. */
  static readonly layerShared = this.layerNoDeps.pipe(
    Layer.provide([Fetcher.layerShared, ShellRenderer.layerShared, Visits.layerShared, Extractor.layer])
  )

  static readonly layer = this.layerShared.pipe(Layer.provide(DomainLease.layerOpen))
}
