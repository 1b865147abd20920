import { Effect, Metric, Result, Scope } from "effect"
import type { Warning } from "../core/domain/document/Trace.ts"
import type { PageError } from "../core/domain/errors/PageError.ts"
import { RequestContext } from "../core/kernel/RequestContext.ts"
import { shownUrl } from "../core/kernel/shown-url.ts"
import { metrics } from "../core/observability/metrics.ts"
import { Settings } from "../core/settings/Settings.ts"
import type { Provenance } from "../extract/Page.ts"
import { BodyScope } from "../web/fetch/BodyBudget.ts"
import { Fetcher } from "../web/fetch/Fetcher.ts"
import type { FetchedPage } from "../web/fetch/Hop.ts"
import type { PageSource } from "../web/fetch/PageSource.ts"
import { headerStatements } from "../web/rights/header-statements.ts"
import { contentSignal, contentUsage } from "../web/rights/read-values.ts"
import { ownToken } from "../web/robots/RobotsRules.ts"
import { Visits } from "../web/visits/Visits.ts"
import { pageInput, provenanceOf } from "./page-input.ts"
import { recordStages } from "./page-metrics.ts"
import type { PageRequest } from "./PageRequest.ts"
import type { Extracted, Projection } from "./projections.ts"
import { extract, release, type SentPage, unlessFailed, warned } from "./SentPage.ts"
import { ShellRenderer } from "./ShellRenderer.ts"

/** Fetches a page and extracts it, before any rendering. */
export const sentPageReader = Effect.gen(function*() {
  const fetcher = yield* Fetcher
  const shells = yield* ShellRenderer
  const statements = yield* pageStatements
  const { maxBody, userAgent } = yield* Settings
  const reader = { agent: ownToken(userAgent), maxBytes: maxBody }

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
      provenance: provenanceOf(fetched, before + elapsed, waits, yield* statements(request, fetched)),
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
  return Effect.fnUntraced(function*<A extends Extracted, P, E>(
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
})

/** The signals and statements of a site about the use of a page. */
const pageStatements = Effect.gen(function*() {
  const fetcher = yield* Fetcher
  const visits = yield* Visits
  const agent = ownToken((yield* Settings).userAgent)

  /** A header field is about this page only, so its signals win. */
  return Effect.fnUntraced(function*({ intent }: PageRequest, { finalUrl, headers }: FetchedPage) {
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
        ...headerStatements(headers, url, agent).filter(({ fault }) => fault !== undefined)
      ]
    }
    return said
  })
})

const notFollowed = (target: string, { detail }: PageError): Warning => ({
  code: "refresh_not_followed",
  message: `The page leads on to ${shownUrl(target)}, which could not be read (${detail}). This is the page before it.`
})

/** Only the extractor sees how large a body is without its codings, and whether it can be decoded. */
const isUnreadable = ({ code, reason }: PageError): boolean => code === "body_too_large" || reason === "decode"
