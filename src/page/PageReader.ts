import { Context, Effect, Layer, Metric, Result, Scope } from "effect"
import type { Warning } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { compact } from "../core/kernel/compact.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import { shownUrl } from "../core/kernel/shown-url.ts"
import { metrics } from "../core/observability/metrics.ts"
import { Settings } from "../core/settings/Settings.ts"
import { Extractor } from "../extract/Extractor.ts"
import type { Provenance } from "../extract/Page.ts"
import { BodyScope } from "../web/fetch/BodyBudget.ts"
import { Fetcher } from "../web/fetch/Fetcher.ts"
import type { FetchedPage } from "../web/fetch/Hop.ts"
import type { PageSource } from "../web/fetch/PageSource.ts"
import { DomainLease } from "../web/politeness/DomainLease.ts"
import { headerStatements } from "../web/rights/header-statements.ts"
import { contentSignal, contentUsage } from "../web/rights/read-values.ts"
import { ownToken } from "../web/robots/RobotsRules.ts"
import { Visits } from "../web/visits/Visits.ts"
import { decideRendering, type Render, renderingFailed } from "./decide-rendering.ts"
import { pageInput, provenanceOf, renderedInput, renderedProvenance } from "./page-input.ts"
import { counted, recordStages } from "./page-metrics.ts"
import { fetchRequest, type PageRequest } from "./PageRequest.ts"
import { failedPicture, type PagePicture } from "./Pictures.ts"
import { type Extracted, type Projection, type ProjectionName, projectionsOver, type ReadPage } from "./projections.ts"
import { readFrames } from "./read-frames.ts"
import { extract, release, type SentPage, unlessFailed, warned } from "./SentPage.ts"
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
      const visits = yield* Visits
      const { maxBody, userAgent } = yield* Settings
      const reader = { agent: ownToken(userAgent), maxBytes: maxBody }
      const extractor = yield* Extractor
      const projections = projectionsOver(extractor)

      /** A header field is about this page alone, so its signals win. */
      const saidOf = Effect.fnUntraced(function*({ intent }: PageRequest, { finalUrl, headers }: FetchedPage) {
        const url = new URL(finalUrl)
        const rules = yield* visits.knownRules(url)
        const said: Pick<Provenance, "signals" | "statements"> = {
          signals: {
            ...rules?.signalsFor(url),
            ...contentSignal(headers["content-signal"] ?? "").uses,
            ...contentUsage(headers["content-usage"] ?? "")?.uses
          },
          statements: [
            ...(intent === undefined ? rules?.statementsFor(url) ?? [] : yield* fetcher.knownStatements(url)),
            // The page has the others. Only an explanation lists these.
            ...headerStatements(headers, url, reader.agent).filter(({ fault }) => fault !== undefined)
          ]
        }
        return said
      })

      const fetchPage = Effect.fnUntraced(function*<E>(
        request: PageRequest,
        fetching: Effect.Effect<FetchedPage, E, RequestContext>,
        before = 0
      ) {
        const bodies = yield* Scope.fork(yield* Effect.scope)
        const [elapsed, fetched] = yield* RequestContext.timed(Effect.provideService(fetching, BodyScope, bodies))
        yield* recordStages([{ name: "fetch", elapsed_ms: elapsed }])
        if (fetched.cacheHit) yield* Metric.update(metrics.cacheHits, 1)
        const { waits } = yield* RequestContext
        const page: SentPage = {
          request,
          fetched,
          input: pageInput(request, fetched, reader),
          provenance: provenanceOf(fetched, before + elapsed, waits, yield* saidOf(request, fetched)),
          bodies
        }
        return page
      })

      /**
       * Undefined for a known shell, and for a page with actions. A page with `wait_for` is always extracted, since the
       * element may be there.
       */
      const firstExtraction = Effect.fnUntraced(function*<A extends Extracted, P>(
        { fetched, input, provenance, request }: SentPage,
        projection: Projection<A, P>
      ) {
        if (request.actions !== undefined) return undefined
        if (request.wait_for === undefined && (yield* shells.isKnown(fetched))) return undefined
        const extraction = yield* Effect.tapErrorTag(
          extract(request, projection, input, provenance),
          "PageError",
          (error) => isUnreadable(error) ? fetcher.forget(fetched, request) : Effect.void
        )
        if (!extraction.shell.isShell) yield* shells.notShell(fetched)
        return extraction
      })

      /** The page and its extraction, after the refreshes that lead on. One that cannot be followed is a warning. */
      const readSent = Effect.fnUntraced(function*<A extends Extracted, P, E>(
        request: PageRequest,
        source: PageSource<E>,
        projection: Projection<A, P>
      ) {
        let page = yield* fetchPage(request, source.page)
        for (;;) {
          const first = yield* firstExtraction(page, projection)
          const target = first?.shell.refresh
          if (target === undefined) return { page, first }
          yield* release(page)
          const next = yield* unlessFailed(
            fetchPage(request, source.refresh(new URL(target)), page.provenance.fetchElapsed)
          )
          if (Result.isFailure(next)) return { page: warned(page, notFollowed(target, next.failure)), first }
          page = next.success
        }
      })

      const renderPage = Effect.fnUntraced(function*<A extends Extracted, P>(
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
        if (decision._tag === "Render") return yield* renderPage(page, projection, first, decision)
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

/** The page without rendering. */
const withoutRendering = Effect.fnUntraced(function*<A extends Extracted, P>(
  { fetched, input, provenance, request }: SentPage,
  projection: Projection<A, P>,
  first: A | undefined,
  picture?: PagePicture
) {
  const extraction = first ?? (yield* extract(request, projection, input, provenance))
  const { finalUrl, status } = fetched
  return { ...projection.pageOf(extraction, provenance), finalUrl, status, ...compact({ picture }) }
})

const notFollowed = (target: string, { detail }: PageError): Warning => ({
  code: "refresh_not_followed",
  message: `The page leads on to ${shownUrl(target)}, which could not be read (${detail}). This is the page before it.`
})

/** Only the extractor sees how large a body is without its codings, and whether it can be decoded. */
const isUnreadable = ({ code, reason }: PageError): boolean => code === "body_too_large" || reason === "decode"
