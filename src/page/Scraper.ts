import { Clock, Context, Effect, Layer, Metric } from "effect"
import type { Redirect } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"
import { Extractor } from "../extract/Extractor.ts"
import type { Extraction, PageInput, PagePriority, PageWay } from "../extract/Page.ts"
import { allTimings, withTrace } from "../extract/with-trace.ts"
import { Fetcher } from "../fetch/Fetcher.ts"
import { metrics } from "../observability/metrics.ts"
import { byDeadline } from "./by-deadline.ts"
import { pageInput, renderedInput, renderedWay, wayOf } from "./page-input.ts"
import { ShellRenderer } from "./ShellRenderer.ts"

export interface ScrapeRequest {
  /** As the caller gave it, `https://` prefixed: Document.url. */
  readonly url: string
  readonly useCache: boolean
  readonly includeHtml: boolean
  readonly priority: PagePriority
  readonly owner: string
  /** Milliseconds since the epoch. */
  readonly deadline: number
  readonly depth: number
  readonly isInScope?: (url: URL) => boolean
  readonly mayRedirect?: (chain: ReadonlyArray<Redirect>) => boolean
  readonly followed?: ReadonlyArray<Redirect>
}

/** What is known of a page beside its Document: `json` is the whole of that, its warnings are in its trace. */
export interface ScrapedPage extends Omit<Extraction, "warnings"> {
  readonly finalUrl: string
  readonly status: number
}

/** The one way to get a page: fetch (robots, turn), extract, and for a shell render and extract again. */
export class Scraper extends Context.Service<Scraper, {
  scrape(request: ScrapeRequest): Effect.Effect<ScrapedPage, PageError>
}>()("gleaner/page/Scraper") {
  static readonly layer = Layer.effect(
    Scraper,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const extractor = yield* Extractor
      const shells = yield* ShellRenderer

      const read = (request: ScrapeRequest, input: PageInput) =>
        byDeadline(request, extractor.extract(input, request.priority))

      const scrape = Effect.fn("Scraper.scrape")(function*(request: ScrapeRequest) {
        yield* Effect.annotateCurrentSpan({ url: shown(request.url) })
        const started = yield* Clock.currentTimeMillis
        const fetched = yield* fetcher.fetch({ ...request, url: new URL(request.url) })
        const input = pageInput(request, fetched)
        const way = wayOf(fetched, (yield* Clock.currentTimeMillis) - started)
        const extraction = yield* read(request, input)
        if (fetched.cacheHit) yield* Metric.update(metrics.cacheHits, 1)
        if (!extraction.shell.isShell) return scraped(extraction, way, fetched)
        const outcome = yield* shells.render(request, fetched, extraction.shell)
        if (outcome._tag === "Static") {
          return scraped(extraction, { ...way, warnings: [...way.warnings, ...outcome.warnings] }, fetched)
        }
        const elapsed = (yield* Clock.currentTimeMillis) - started
        const rendered = yield* read(request, renderedInput(input, outcome.page))
        yield* shells.learn(fetched, rendered.textHash !== extraction.textHash)
        yield* Metric.update(metrics.renderedPages, 1)
        return scraped(rendered, renderedWay(way, outcome.page, elapsed), outcome.page)
      }, measured)

      return Scraper.of({ scrape })
    })
  )
}

const scraped = (
  extraction: Extraction,
  way: PageWay,
  { finalUrl, status }: { readonly finalUrl: string; readonly status: number }
): ScrapedPage => ({
  ...extraction,
  json: withTrace(extraction, way),
  timings: allTimings(extraction, way),
  finalUrl,
  status
})

/** What a query may hold (tokens, names) is not for traces. */
const shown = (url: string): string => url.replace(/[?#].*$/s, "")

const measured = (page: Effect.Effect<ScrapedPage, PageError>): Effect.Effect<ScrapedPage, PageError> =>
  page.pipe(
    Effect.tap(({ timings }) =>
      Effect.forEach(
        timings,
        ({ elapsed_ms, name }) => Metric.update(Metric.withAttributes(metrics.stages, { stage: name }), elapsed_ms),
        { discard: true }
      )
    ),
    Effect.tap(() => ended("ok")),
    Effect.tapError(({ code }) => ended(code))
  )

const ended = (outcome: string) => Metric.update(Metric.withAttributes(metrics.pages, { outcome }), 1)
