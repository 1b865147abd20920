import { Effect, Option, Result, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { PageError } from "../../domain/errors/PageError.ts"
import { withSchemeHint } from "../../domain/errors/scheme-hint.ts"
import { noStats } from "../../domain/job/Job.ts"
import type { OptionsOf } from "../../domain/options/RequestOptions.ts"
import { withScheme } from "../../domain/WebUrl.ts"
import { counted } from "../../kernel/counted.ts"
import { PageReader } from "../../page/PageReader.ts"
import type { ReadPage } from "../../page/projections.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { countReason, reasonsText } from "../output/closing-line.ts"
import { failed, inWords, usage } from "../output/exit-codes.ts"
import { printLine } from "../output/output.ts"
import { progressOf } from "../output/progress.ts"
import { type Format, format, formatOf, parsedDocument, rendition } from "../output/rendition.ts"
import { reportPage } from "../output/report-page.ts"
import { notice } from "../output/verbosity.ts"
import { forCommand, services, servicesForMany } from "../run.ts"
import { urlsIn } from "../url-sources.ts"

const urls = Argument.String("url").pipe(
  Argument.withDescription("URLs, with https:// prepended to a bare host; - reads URLs from stdin, one per line"),
  Argument.variadic({ min: 1 })
)

/** Pages fetched ahead of the one that is printed next. Each domain keeps its delay. */
const inFlight = 8

export const scrape = Command.make(
  "scrape",
  { urls, format, options: optionFlags("scrape") },
  (input) =>
    Effect.gen(function*() {
      const isAlone = isOne(input.urls)
      const targets = (yield* urlsIn(input.urls, "stdin")).map(({ text }) => ({ typed: text, url: withScheme(text) }))
      if (targets.length === 0) return yield* usage("The input contains no URL.")
      const asked = yield* decodeOptions("scrape", input.options)
      const origins = new Set(targets.map(({ url }) => new URL(url).origin))
      if (origins.size > 1 && (asked.headers ?? asked.cookies) !== undefined) {
        return yield* usage("--headers and --cookies are sent to one origin; give URLs of one origin, or omit them")
      }
      const format = yield* formatOf(input.format, asked)
      const reader = yield* PageReader
      yield* printAll(
        Stream.mapEffect(
          Stream.fromIterable(targets),
          (target) => scrapeOne(reader, asked, target),
          { concurrency: inFlight }
        ),
        { format, isAlone, pages: targets.length }
      )
    })
).pipe(
  Command.withDescription("Fetch pages and print them"),
  Command.provide(({ urls }) => isOne(urls) ? services : servicesForMany),
  Command.withExamples([
    { command: "gleaner scrape example.com --format text", description: "The text of a page" },
    {
      command: "gleaner scrape example.com/a example.com/b --fields url,title,markdown",
      description: "Three fields of two pages, as JSON Lines"
    },
    { command: "gleaner scrape - --format json < urls.txt", description: "The pages of a list, as JSON Lines" }
  ])
)

/** Scrapes a page. A failure is part of the result. */
const scrapeOne = (
  reader: PageReader["Service"],
  asked: OptionsOf<"scrape">,
  { typed, url }: { readonly typed: string; readonly url: string }
) =>
  forCommand(reader.read({ ...asked, url }, "document")).pipe(
    Effect.mapError(withSchemeHint(typed)),
    Effect.result,
    Effect.map((result) => ({ url, result }))
  )

/** Prints pages as they come. Failures are counted; if there is only one page, its failure ends the command. */
const printAll = Effect.fnUntraced(function*<R>(
  results: Stream.Stream<Effect.Success<ReturnType<typeof scrapeOne>>, never, R>,
  { format, isAlone, pages }: { readonly format: Format; readonly isAlone: boolean; readonly pages: number }
) {
  const progress = yield* progressOf(pages, Option.none())
  const reasons = new Map<string, number>()
  let ended = 0
  let failures = 0
  yield* Stream.runForEach(
    results,
    Effect.fnUntraced(function*({ result, url }) {
      ended++
      yield* progress.clear
      if (Result.isSuccess(result)) yield* printLine(shownOf(result.success, url, format, isAlone))
      const failure = Result.isSuccess(result) ? yield* reportPage(result.success) : result.failure
      if (isAlone) return failure === undefined ? undefined : yield* failure
      if (failure !== undefined) {
        failures++
        const status = Result.isSuccess(result) ? result.success.status : 0
        countReason(reasons, { code: failure instanceof PageError ? failure.code : "http_status", status })
        yield* notice(`gleaner: ${inWords(failure).line ?? ""}`)
      }
      yield* progress.show({ ...noStats, stored: ended - failures, failed: failures, pending: pages - ended })
    })
  )
  yield* progress.clear
  if (failures > 0) return yield* failed(`${failures} of ${counted(pages, "page")} failed${reasonsText(reasons)}`)
})

/** `-` stands for a list, however many URLs it has. */
const isOne = (urls: ReadonlyArray<string>): boolean => urls.length === 1 && urls[0] !== "-"

/** Separates several texts as head(1) does. */
const shownOf = (page: ReadPage<"document">, url: string, format: Format, isAlone: boolean): string => {
  const shown = rendition(parsedDocument(page.json), format, isAlone)
  return isAlone || format === "json" ? shown : `==> ${url} <==\n${shown}\n`
}
