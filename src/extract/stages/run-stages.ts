import { Clock, Effect } from "effect"
import { createHash } from "node:crypto"
import type { Explanation } from "../../core/domain/document/Explanation.ts"
import type { StageTiming } from "../../core/domain/document/Trace.ts"
import * as fault from "../../core/domain/errors/page-errors.ts"
import type { PageError } from "../../core/domain/errors/PageError.ts"
import { type StageName, stageNames } from "../../core/domain/names/stage-names.ts"
import { isRequested } from "../../core/domain/options/PageOptions.ts"
import { compact } from "../../core/kernel/compact.ts"
import { ownText } from "../../core/kernel/own-text.ts"
import { monotonicNow } from "../../core/kernel/RequestContext.ts"
import { shownUrl } from "../../core/kernel/shown-url.ts"
import { explainBlocks } from "../explain/explain-blocks.ts"
import { contentHash, textHash } from "../fingerprint/content-hash.ts"
import { makeFingerprint } from "../fingerprint/make-fingerprint.ts"
import { pageLikeness } from "../fingerprint/page-likeness.ts"
import type { Extraction, LinkExtraction, PageInput } from "../Page.ts"
import { parserName, readableTypes } from "../parsers/media-types.ts"
import { type Goal, type Reading, type Stage, unread } from "../Reading.ts"
import { compressedJson } from "../works/compressed-json.ts"
import type { DocumentPair } from "../works/document-diff.ts"
import { encodeLine } from "../works/encode-line.ts"
import type { LayoutExamples } from "../works/learn-rules.ts"
import { pageTerms } from "../works/page-terms.ts"
import { type PassageSearch, rankedPassages } from "../works/ranked-passages.ts"
import type { SitemapText } from "../works/sitemap-entries.ts"
import { storedChunks, type StoredPage } from "../works/stored-chunks.ts"
import { type RepeatingPage, storedRepeats } from "../works/stored-repeats.ts"
import { type IndexedDocument, storedTerms } from "../works/stored-terms.ts"
import { withTrace } from "../works/with-trace.ts"
import { wantedParts } from "./wanted-parts.ts"

/** The methods of an extractor in this process, over the services of the stages. */
export const runStages = Effect.fnUntraced(function*<S>(stages: ReadonlyArray<Stage<S>>) {
  const bound = yield* Effect.forEach(
    stages,
    ({ bind, ...stage }) => Effect.map(bind, (run): BoundStage => ({ ...stage, run }))
  )

  const extract = Effect.fn("Extractor.extract")(function*(input: PageInput) {
    return extractionOf(yield* readWith(bound, input, "document"))
  }, contained)

  const links = Effect.fn("Extractor.links")(function*(input: PageInput) {
    const { reading, timings } = yield* readWith(bound, input, "links")
    return { links: reading.links, shell: reading.shell, timings, ...detected(reading) } satisfies LinkExtraction
  }, contained)

  const explain = Effect.fn("Extractor.explain")(function*(input: PageInput) {
    const { reading, timings } = yield* readWith(bound, input, "explanation")
    const { page, shell } = reading
    const { blocks, summary } = explainBlocks(page, input.siteLines)
    const { finalUrl: final_url, status, url } = input
    const explanation: Explanation = { url, final_url, status, summary, blocks }
    const text = blocks.filter(({ kept }) => kept).map(({ text }) => text).join("\n")
    return {
      json: encodeLine(JSON.stringify(explanation)),
      textHash: hashOf(text),
      shell,
      timings,
      ...detected(reading)
    }
  }, contained)

  const sitemap = Effect.fn("Extractor.sitemap")(
    (part: SitemapText) => Effect.map(sitemaps, ({ sitemapEntries }) => sitemapEntries(part)),
    contained
  )

  const chunks = Effect.fn("Extractor.chunks")((page: StoredPage) => storedChunks(page), contained)

  const passages = Effect.fn("Extractor.passages")((search: PassageSearch) => rankedPassages(search), contained)

  const terms = Effect.fn("Extractor.terms")((page: IndexedDocument) => Effect.sync(() => storedTerms(page)), contained)

  const repeats = Effect.fn("Extractor.repeats")((page: RepeatingPage) => storedRepeats(page), contained)

  const diff = Effect.fn("Extractor.diff")(
    (pair: DocumentPair) => Effect.map(diffs, ({ documentDiff }) => documentDiff(pair)),
    contained
  )

  const learn = Effect.fn("Extractor.learn")(
    (pages: LayoutExamples) => Effect.map(learning, ({ learnRules }) => learnRules(pages)),
    contained
  )

  return {
    extract,
    links,
    explain,
    chunks,
    passages,
    terms,
    repeats,
    sitemap,
    diff,
    learn,
    parsers: readableTypes(),
    languages
  }
})

// Work that has libraries of its own, which most pages do not need.
const sitemaps = Effect.promise(() => import("../works/sitemap-entries.ts"))
const diffs = Effect.promise(() => import("../works/document-diff.ts"))
const learning = Effect.promise(() => import("../works/learn-rules.ts"))

const detected = ({ page: { input }, softFailures }: Reading) =>
  input.checksLogin === true ? { warnings: softFailures } : {}

interface BoundStage extends Omit<Stage<never>, "bind"> {
  readonly run: (reading: Reading) => Effect.Effect<Partial<Reading>, PageError>
}

interface TimedReading {
  readonly reading: Reading
  readonly timings: ReadonlyArray<StageTiming>
}

/** Runs the stages in order. Each is timed, has a span, and is skipped if its part is not needed. */
const readWith = Effect.fnUntraced(function*(stages: ReadonlyArray<BoundStage>, input: PageInput, goal: Goal) {
  const reading = unread(input)
  const timings: Array<StageTiming> = []
  const wanted = wantedParts(stages, input, goal)
  const clock = yield* Clock.Clock
  const { ocr } = input
  for (const { gives, isForTrees, name, run } of stages) {
    // Use the monotonic clock, because a stage may be shorter than a tick of the wall clock.
    const started = monotonicNow(clock)
    if (wanted.has(gives) && (isForTrees !== true || reading.page.known.rendition === undefined)) {
      Object.assign(reading, yield* Effect.withSpan(run(reading), `Stage.${name}`, untraced))
    }
    if (isTraced(name)) {
      const before = name === "parse" && typeof ocr === "object" ? ocr.millis : 0
      timings.push({ name, elapsed_ms: wanted.has(gives) ? toMicros(before + monotonicNow(clock) - started) : 0 })
    }
  }
  return { reading, timings } satisfies TimedReading
})

/** No stack traces: one costs more than a small stage, and every stage is run from the same line. */
const untraced = { captureStackTrace: false } as const

/** Milliseconds with three decimals. */
const toMicros = (millis: number): number => Math.round(millis * 1000) / 1000

const traced: ReadonlySet<string> = new Set(stageNames)

const isTraced = (name: Stage<never>["name"]): name is StageName => traced.has(name)

const extractionOf = (read: TimedReading): Extraction => {
  const open = openExtraction(read)
  const { provenance } = read.reading.page.input
  if (provenance === undefined) return open
  const extraction = {
    ...open,
    fingerprint: makeFingerprint(read.reading),
    likeness: pageLikeness(read.reading),
    ...(read.reading.page.input.isIndexed === true ? { terms: termsOfReading(read.reading) } : {})
  }
  const { frames, isShell, refresh } = open.shell
  return isShell || refresh !== undefined || frames !== undefined || open.scans !== undefined
    ? extraction
    : { ...extraction, json: compressedJson(withTrace(open, provenance)), isCompressed: true }
}

const termsOfReading = ({ content, facts, page }: Reading): string =>
  pageTerms({ url: page.input.finalUrl, title: facts.title, markdown: content.markdown })

const openExtraction = ({ reading, timings }: TimedReading): Extraction => {
  const { content, data, document, facts, links, page, records, shell, softFailures } = reading
  return {
    json: encodeLine(JSON.stringify(document).slice(0, -1)),
    isCompressed: false,
    isTraced: isRequested("trace", page.input.options),
    links,
    title: ownText(facts.title),
    textHash: textHash(content),
    contentHash: contentHash(facts.title, content.markdown, records),
    shell,
    robots: facts.robots.map(ownText),
    statements: facts.statements,
    canonicalUrl: ownText(facts.metadata.canonical_url),
    ...compact({ hidden: page.hidden, ocr: page.ocr, scans: page.scans }),
    ...(page.input.prefer !== undefined && parserName(page.input.mediaType) === page.input.prefer
      ? { variant: page.input.prefer }
      : {}),
    timings,
    warnings: [
      ...page.warnings,
      ...content.selection.warnings,
      ...facts.warnings,
      ...(data?.warnings ?? []),
      ...softFailures
    ],
    ...(data === undefined ? {} : { data: data.trace })
  }
}

const languages: Effect.Effect<ReadonlyArray<string>> = Effect.succeed([])

const hashOf = (text: string): string => text === "" ? "" : createHash("sha256").update(text).digest("hex")

/** Turns a defect into an error of the page, so no page ends the service. */
const contained = <A>(
  effect: Effect.Effect<A, PageError>,
  input: { readonly url: string }
): Effect.Effect<A, PageError> =>
  Effect.catchDefect(effect, (defect) =>
    Effect.andThen(
      Effect.logError("extraction failed by a defect", { url: shownUrl(input.url) }, defect),
      Effect.fail(fault.notExtracted(input.url))
    ))
