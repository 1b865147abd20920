import { Context, Duration, Effect, Exit, Layer, Metric, Scope } from "effect"
import type { StageTiming } from "../domain/document/Document.ts"
import type { DocumentField } from "../domain/document/DocumentField.ts"
import type { Signals } from "../domain/document/Signals.ts"
import { PageError } from "../domain/errors/PageError.ts"
import type { PageOptions } from "../domain/options/PageOptions.ts"
import type { SiteCredentials } from "../domain/SiteCredentials.ts"
import { Extractor } from "../extract/Extractor.ts"
import type { Extraction, LinkExtraction, PageInput, Provenance } from "../extract/Page.ts"
import { allTimings, allWarnings, withTrace } from "../extract/stages/with-trace.ts"
import { BodyScope } from "../fetch/BodyBudget.ts"
import { type FetchedPage, Fetcher } from "../fetch/Fetcher.ts"
import { RequestContext } from "../kernel/RequestContext.ts"
import { shownUrl } from "../kernel/shown-url.ts"
import { byLabel } from "../observability/by-label.ts"
import { metrics } from "../observability/metrics.ts"
import { ownToken } from "../robots/RobotsRules.ts"
import { readSignals } from "../robots/signals.ts"
import { Settings } from "../Settings.ts"
import { Visits } from "../visits/Visits.ts"
import { pageInput, provenanceOf, renderedInput, renderedWay } from "./page-input.ts"
import { ShellRenderer } from "./ShellRenderer.ts"

export interface PageRequest {
  /** As the caller gave it, with `https://` before a bare host: Document.url. */
  readonly url: string
  readonly useCache: boolean
  readonly includeHtml: boolean
  readonly depth: number
  /** What is asked of its reading. */
  readonly options?: PageOptions
  /** Fields that the asker needs for itself, besides those that are answered. */
  readonly needs?: ReadonlyArray<DocumentField>
  /** The Document goes to a store, so it is compressed where the page is read. */
  readonly isKept?: boolean
  /** Sent to their origin alone, by requests and by the browser. */
  readonly credentials?: SiteCredentials | undefined
  /** Where the browser may be led during a crawl. */
  readonly isInScope?: (url: URL) => boolean
}

/** What a page can be read for, and what the extractor returns for it. */
interface Readings {
  readonly document: Extraction
  readonly links: LinkExtraction
}
type Want = keyof Readings

/**
 * What the caller gets for it. `json` is the whole Document, with its trace; with `isKept` it is compressed, unless the
 * page looks like a shell. `warnings` are all of them.
 */
interface Pages {
  readonly document: Omit<Extraction, "isTraced" | "isCompressed"> & {
    readonly signals: Signals
    readonly isRendered: boolean
  }
  readonly links: LinkExtraction
}

export type ReadPage<W extends Want> = Pages[W] & Place

/** Where a page was found, and with which status. */
interface Place {
  readonly finalUrl: string
  readonly status: number
}

/** The one way to a page: fetch it, extract it. If it is a shell, render it and extract it again. */
export class PageReader extends Context.Service<PageReader, {
  read<W extends Want>(request: PageRequest, want: W): Effect.Effect<ReadPage<W>, PageError, RequestContext>
  /** The same for a caller that follows redirects in its own way and has errors of its own. */
  readFrom<W extends Want, E>(
    request: PageRequest,
    fetching: Effect.Effect<FetchedPage, E, RequestContext>,
    want: W
  ): Effect.Effect<ReadPage<W>, E | PageError, RequestContext>
}>()("gleaner/page/PageReader") {
  static readonly layer = Layer.effect(
    PageReader,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const shells = yield* ShellRenderer
      const visits = yield* Visits
      const { maxBody, userAgent } = yield* Settings
      const reader = { agent: ownToken(userAgent), maxBytes: maxBody }
      const readings = readingsWith(yield* Extractor)

      /** A header field speaks of this page alone, so it wins. */
      const signalsOf = ({ finalUrl, headers }: FetchedPage) =>
        Effect.map(visits.signalsFor(new URL(finalUrl)), (signals): Signals => ({
          ...signals,
          ...readSignals(headers["content-signal"] ?? ""),
          ...readSignals(headers["content-usage"] ?? "")
        }))

      const readFrom = Effect.fn("PageReader.read")(function*<W extends Want, E>(
        request: PageRequest,
        fetching: Effect.Effect<FetchedPage, E, RequestContext>,
        want: W
      ) {
        yield* Effect.annotateCurrentSpan({ url: shownUrl(request.url), owner: (yield* RequestContext).owner })
        const { isGain, pageOf, readOf } = readings[want]
        const readIn = (input: PageInput, way: Provenance) =>
          readOf(request.isKept === true ? { ...input, keptWith: way } : input).pipe(
            RequestContext.within(Duration.infinity, () => noTime(request.url))
          )
        const body = yield* Scope.fork(yield* Effect.scope)
        const [elapsed, fetched] = yield* RequestContext.timed(Effect.provideService(fetching, BodyScope, body))
        yield* measured([{ name: "fetch", elapsed_ms: elapsed }])
        if (fetched.cacheHit) yield* Metric.update(metrics.cacheHits, 1)
        const input = pageInput(request, fetched, reader)
        const way = provenanceOf(fetched, elapsed, yield* signalsOf(fetched))
        // Who waits for an element gets a look at the page, since it may be there.
        const isKnown = request.options?.wait_for === undefined && (yield* shells.isKnown(fetched))
        const look = isKnown ?
          undefined :
          yield* Effect.tapErrorTag(
            readIn(input, way),
            "PageError",
            (error) => isNoPage(error) ? fetcher.forget(fetched) : Effect.void
          )
        if (look !== undefined && !look.shell.isShell) {
          yield* shells.notShell(fetched)
          return pageOf(look, way, fetched)
        }
        const because = look?.shell.evidence ?? likeOthers
        yield* Effect.annotateCurrentSpan({ rendered_because: because })
        // A body that arrives may hold the turn that the browser waits for, so this one must not keep it waiting.
        yield* Scope.close(body, Exit.void)
        const isAwaited = look?.shell.isAwaited === true
        const [rendering, outcome] = yield* RequestContext.timed(shells.render(fetched, {
          isInScope: request.isInScope,
          credentials: request.credentials,
          isFresh: !request.useCache,
          waitFor: request.options?.wait_for,
          isAwaited
        }))
        if (outcome._tag === "Static") {
          const warned = { ...way, warnings: [...way.warnings, ...outcome.warnings] }
          return pageOf(look ?? (yield* readIn(input, warned)), warned, fetched)
        }
        const seen = renderedWay(way, outcome.page, because, elapsed + rendering)
        const rendered = yield* readIn(renderedInput(input, outcome.page), seen)
        // A page that has only not what its caller waits for says nothing of the shells of its host.
        if (look !== undefined && !isAwaited) yield* shells.learn(fetched, isGain(look, rendered))
        yield* Metric.update(metrics.renderedPages, 1)
        return pageOf(rendered, seen, outcome.page)
      }, (reading) => counted(Effect.scoped(reading)))

      return PageReader.of({
        readFrom,
        read: (request, want) => readFrom(request, fetcher.fetch({ ...request, url: new URL(request.url) }), want)
      })
    })
  )
}

interface Reading<A, P> {
  readonly readOf: (input: PageInput) => Effect.Effect<A, PageError, RequestContext>
  /** Whether the rendered page has something that the static one does not. */
  readonly isGain: (before: A, rendered: A) => boolean
  readonly pageOf: (reading: A, way: Provenance, place: Place) => P & Place
}

const readingsWith = (extractor: Extractor["Service"]): { readonly [W in Want]: Reading<Readings[W], Pages[W]> } => ({
  document: {
    readOf: (input) =>
      Effect.gen(function*() {
        const asker = yield* RequestContext
        const [elapsed, extraction] = yield* RequestContext.timed(extractor.extract(input, asker))
        // The time beyond its stages was a wait for a free process.
        asker.waited.millis += Math.max(0, elapsed - ownTime(extraction))
        yield* measured(extraction.timings)
        return extraction
      }),
    isGain: (before, rendered) => before.textHash !== rendered.textHash,
    pageOf: (extraction, way, { finalUrl, status }) => ({
      ...extraction,
      json: extraction.isCompressed ? extraction.json.slice() : withTrace(extraction, way),
      timings: allTimings(extraction, way),
      signals: way.signals,
      isRendered: way.rendered,
      warnings: allWarnings(extraction, way),
      finalUrl,
      status
    })
  },
  links: {
    readOf: (input) =>
      Effect.flatMap(RequestContext, (asker) =>
        Effect.catchIf(
          extractor.links({ ...input, options: linksAlone }, asker),
          (error) => error.code === "unsupported_content_type",
          () => Effect.succeed(noLinks)
        )),
    isGain: (before, rendered) => {
      const known = new Set(before.links.map(({ url }) => url))
      return rendered.links.some(({ url }) => !known.has(url))
    },
    pageOf: (found, way, { finalUrl, status }) => ({ ...found, timings: allTimings(found, way), finalUrl, status })
  }
})

const likeOthers = "it looks like the latest pages of its site, which were empty before scripts ran"

/** No markdown is written for links. */
const linksAlone: PageOptions = { fields: ["links"] }

/** A media type without links. */
const noLinks: LinkExtraction = { links: [], shell: { isShell: false, evidence: "" }, timings: [] }

/** Only a reader sees how large a body is without its codings, and whether it can be read. */
const isNoPage = ({ code, reason }: PageError): boolean => code === "body_too_large" || reason === "decode"

const noTime = (url: string): PageError =>
  new PageError({
    url,
    code: "overloaded",
    detail:
      `The page was fetched, but no time was left to extract it. Try again in ${retryAfter} s, or with a longer timeout_seconds.`,
    retryAfter
  })

/** A queue of pages is usually done in as many seconds. */
const retryAfter = 5

const ownTime = ({ timings }: Extraction): number => timings.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0)

const stageTime = byLabel(metrics.stages, "stage")

const measured = (timings: ReadonlyArray<StageTiming>) =>
  Effect.map(Effect.context<never>(), (context) => {
    for (const { elapsed_ms, name } of timings) stageTime(name).updateUnsafe(elapsed_ms / 1000, context)
  })

const counted = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  page.pipe(
    Effect.tap(() => ended("ok")),
    Effect.tapError((error) => error instanceof PageError ? ended(error.code) : Effect.void)
  )

const pagesOf = byLabel(metrics.pages, "outcome")

const ended = (outcome: string) => Metric.update(pagesOf(outcome), 1)
