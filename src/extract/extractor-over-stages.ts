import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import type { StageName, StageTiming } from "../domain/Document.ts"
import { PageError } from "../domain/PageError.ts"
import { Combine } from "./Combine.ts"
import { Content } from "./Content.ts"
import { fold } from "./dom/walk.ts"
import { Extractor } from "./Extractor.ts"
import { Links } from "./Links.ts"
import { Media } from "./Media.ts"
import { Metadata } from "./Metadata.ts"
import type { PageInput } from "./Page.ts"
import { Parse } from "./Parse.ts"
import { mediaTypes } from "./parsers/media-types.ts"
import { Records } from "./Records.ts"
import { shellVerdict } from "./shell.ts"
import { sitemapEntries, type SitemapText } from "./sitemap-entries.ts"
import { softFailures } from "./soft-failures.ts"

/** The extractor in this process, over whatever stages are provided. */
export const extractorOverStages = Layer.effect(
  Extractor,
  Effect.gen(function*() {
    const parse = yield* Parse
    const content = yield* Content
    const metadata = yield* Metadata
    const links = yield* Links
    const media = yield* Media
    const records = yield* Records
    const combine = yield* Combine

    const extract = Effect.fn("Extractor.extract")(function*(input: PageInput) {
      const timings: Array<StageTiming> = [{ name: "fetch", elapsed_ms: milliseconds(input.fetchElapsed) }]
      const timed = stopwatch(timings)
      const page = yield* timed("parse", parse.parse(input))
      const chosen = yield* timed("content", content.content(page))
      const facts = yield* timed("metadata", metadata.metadata(page, chosen))
      const shell = shellVerdict(page, chosen)
      page.warnings.push(...softFailures(page, facts.title, chosen.text, shell))
      const found = yield* timed("links", links.links(page))
      const seen = yield* timed("media", media.media(page, chosen))
      const items = yield* timed("records", records.records(page, chosen, facts))
      const parts = { page, content: chosen, facts, links: found, media: seen, records: items }
      // The document holds the list of timings itself, so that combine's own is in it once it is done.
      const document = yield* timed("combine", combine.combine(parts, timings))
      const text = fold(chosen.text)
      return {
        json: encoder.encode(oneLine(JSON.stringify(document))),
        links: found,
        title: facts.title,
        textHash: text === "" ? "" : createHash("sha256").update(text).digest("hex"),
        shell,
        canonicalUrl: facts.metadata.canonical_url,
        timings
      }
    }, contained)

    const linksOnly = Effect.fn("Extractor.links")(function*(input: PageInput) {
      const page = yield* parse.parse(input)
      const chosen = yield* content.content(page)
      return { links: yield* links.links(page), shell: shellVerdict(page, chosen) }
    }, contained)

    const sitemap = Effect.fn("Extractor.sitemap")(
      (part: SitemapText) => Effect.sync(() => sitemapEntries(part)),
      contained
    )

    return Extractor.of({ extract, links: linksOnly, sitemap, parsers: mediaTypes })
  })
)

const encoder = new TextEncoder()

/** JSON lets these stand as they are, and many readers of JSON Lines take them for the end of a line. */
const oneLine = (json: string): string =>
  lineEnds.reduce((text, [mark, escape]) => text.includes(mark) ? text.replaceAll(mark, escape) : text, json)

const lineEnds = [["\u0085", "\\u0085"], ["\u2028", "\\u2028"], ["\u2029", "\\u2029"]] as const

const milliseconds = (value: number): number => Math.round(value * 1000) / 1000

/** Measures stages in fractional milliseconds; the monotonic clock, since a stage may be shorter than the wall clock's tick. */
const stopwatch =
  (timings: Array<StageTiming>) => <A, E>(name: StageName, stage: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const started = performance.now()
      return Effect.tap(
        stage,
        () => Effect.sync(() => timings.push({ name, elapsed_ms: milliseconds(performance.now() - started) }))
      )
    })

/** Whatever a page does to a stage costs that page, never the service. */
const contained = <A>(
  effect: Effect.Effect<A, PageError>,
  input: { readonly url: string }
): Effect.Effect<A, PageError> =>
  Effect.catchDefect(effect, (defect) =>
    Effect.andThen(
      Effect.logError("extraction failed by a defect", { url: input.url }, defect),
      Effect.fail(
        new PageError({
          url: input.url,
          code: "fetch_failed",
          reason: "decode",
          detail: "The page was fetched but could not be read; the service has logged why."
        })
      )
    ))
