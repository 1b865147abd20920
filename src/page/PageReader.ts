import { Clock, Context, Effect, Layer, Metric } from "effect"
import type { Redirect, Warning } from "../domain/Document.ts"
import type { PageError } from "../domain/PageError.ts"
import { Extractor } from "../extract/Extractor.ts"
import type { Extraction, LinkExtraction, PageInput, PagePriority } from "../extract/Page.ts"
import { Fetcher } from "../fetch/Fetcher.ts"
import { metrics } from "../observability/metrics.ts"
import { byDeadline } from "./by-deadline.ts"
import { pageInput, renderedInput } from "./page-input.ts"
import { ShellRenderer } from "./ShellRenderer.ts"

export interface PageRequest {
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

/** What a page can be read for. */
interface Readings {
  readonly document: Extraction
  readonly links: LinkExtraction
}
type Want = keyof Readings

export type ReadPage<W extends Want> = Readings[W] & {
  readonly finalUrl: string
  readonly status: number
}

/** The one way to a page: fetch it, read it, and if it is a shell, render it and read it again. */
export class PageReader extends Context.Service<PageReader, {
  read<W extends Want>(request: PageRequest, want: W): Effect.Effect<ReadPage<W>, PageError>
}>()("gleaner/page/PageReader") {
  static readonly layer = Layer.effect(
    PageReader,
    Effect.gen(function*() {
      const fetcher = yield* Fetcher
      const shells = yield* ShellRenderer
      const readings = readingsWith(yield* Extractor)

      const read = Effect.fn("PageReader.read")(function*<W extends Want>(request: PageRequest, want: W) {
        yield* Effect.annotateCurrentSpan({ url: shown(request.url) })
        const { isGain, readOf } = readings[want]
        const readIn = (input: PageInput) => byDeadline(request, readOf(input, request.priority))
        const started = yield* Clock.currentTimeMillis
        const fetched = yield* fetcher.fetch({ ...request, url: new URL(request.url) })
        if (fetched.cacheHit) yield* Metric.update(metrics.cacheHits, 1)
        const input = pageInput(request, fetched, (yield* Clock.currentTimeMillis) - started)
        const first = yield* readIn(input)
        const page: ReadPage<W> = { ...first, finalUrl: fetched.finalUrl, status: fetched.status }
        if (!first.shell.isShell) return page
        yield* Effect.annotateCurrentSpan({ rendered_because: first.shell.evidence })
        const outcome = yield* shells.render(request, fetched)
        if (outcome._tag === "Static") {
          // The warning belongs to the Document, so the Document is made once more.
          if (outcome.warnings.length === 0) return page
          return { ...page, ...(yield* readIn(withWarnings(input, outcome.warnings))) }
        }
        const elapsed = (yield* Clock.currentTimeMillis) - started
        const rendered = yield* readIn(renderedInput(input, outcome.page, elapsed))
        yield* shells.learn(fetched, isGain(first, rendered))
        yield* Metric.update(metrics.renderedPages, 1)
        return { ...rendered, finalUrl: outcome.page.finalUrl, status: outcome.page.status }
      }, counted)

      return PageReader.of({ read })
    })
  )
}

interface Reading<A> {
  readonly readOf: (input: PageInput, priority: PagePriority) => Effect.Effect<A, PageError>
  /** Whether the rendered page says what the static one did not. */
  readonly isGain: (before: A, rendered: A) => boolean
}

const readingsWith = (extractor: Extractor["Service"]): { readonly [W in Want]: Reading<Readings[W]> } => ({
  document: {
    readOf: (input, priority) => Effect.tap(extractor.extract(input, priority), timed),
    isGain: (before, rendered) => before.textHash !== rendered.textHash
  },
  links: {
    readOf: (input, priority) =>
      Effect.catchIf(
        extractor.links(input, priority),
        (error) => error.code === "unsupported_content_type",
        () => Effect.succeed(noLinks)
      ),
    isGain: (before, rendered) => {
      const known = new Set(before.links.map(({ url }) => url))
      return rendered.links.some(({ url }) => !known.has(url))
    }
  }
})

/** A media type that holds no links. */
const noLinks: LinkExtraction = { links: [], shell: { isShell: false, evidence: "" } }

const withWarnings = (input: PageInput, warnings: ReadonlyArray<Warning>): PageInput => ({
  ...input,
  warnings: [...input.warnings, ...warnings]
})

/** A query may hold tokens and names, which are not for traces. */
const shown = (url: string): string => url.replace(/[?#].*$/s, "")

const timed = ({ timings }: Extraction) =>
  Effect.forEach(
    timings,
    ({ elapsed_ms, name }) => Metric.update(Metric.withAttributes(metrics.stages, { stage: name }), elapsed_ms),
    { discard: true }
  )

const counted = <A>(page: Effect.Effect<A, PageError>): Effect.Effect<A, PageError> =>
  page.pipe(
    Effect.tap(() => ended("ok")),
    Effect.tapError(({ code }) => ended(code))
  )

const ended = (outcome: string) => Metric.update(Metric.withAttributes(metrics.pages, { outcome }), 1)
