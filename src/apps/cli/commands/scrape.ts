import { Effect, Option, Result, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { pageCsv } from "../../../core/domain/csv/page-csv.ts"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import { PageError } from "../../../core/domain/errors/PageError.ts"
import { withSchemeHint } from "../../../core/domain/errors/scheme-hint.ts"
import { noStats } from "../../../core/domain/job/Job.ts"
import { contradiction } from "../../../core/domain/options/contradiction.ts"
import type { OptionsOf } from "../../../core/domain/options/RouteOptions.ts"
import { withScheme } from "../../../core/domain/WebUrl.ts"
import { compact } from "../../../core/kernel/compact.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { PageReader } from "../../../page/PageReader.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { chunkFields, chunkLines } from "../output/chunk-lines.ts"
import { countReason, reasonsText } from "../output/closing-line.ts"
import { csvOutput } from "../output/csv-output.ts"
import { type CommandFailed, failed, inWords, usage } from "../output/exit-codes.ts"
import { writeBytes } from "../output/output.ts"
import { progressOf } from "../output/progress.ts"
import { type Format, format, formatOf, parsedDocument, rendition } from "../output/rendition.ts"
import { reportPage } from "../output/report-page.ts"
import { notice } from "../output/verbosity.ts"
import { waitingFor } from "../output/waiting.ts"
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
      const fault = contradiction(asked)
      if (fault !== undefined) return yield* usage(`--max-age-seconds ${fault}.`)
      const origins = new Set(targets.map(({ url }) => new URL(url).origin))
      if (origins.size > 1 && (asked.headers ?? asked.cookies) !== undefined) {
        return yield* usage("--headers and --cookies are sent to one origin; give URLs of one origin, or omit them")
      }
      const format = yield* formatOf(input.format, asked)
      const reader = yield* PageReader
      const { fields, header, textOf } = yield* printingOf(format, isAlone, asked.fields)
      yield* writeBytes(header)
      yield* printAll(
        Stream.mapEffect(
          Stream.fromIterable(targets),
          (target) => {
            const page = scrapeOne(reader, { ...asked, ...compact({ fields }) }, target)
            return isAlone ? waitingFor(target.url)(page) : page
          },
          { concurrency: inFlight }
        ),
        { textOf, isAlone, pages: targets.length }
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
    {
      command: "gleaner scrape example.com/shop --format csv --fields records",
      description: "The records of a page, for a spreadsheet"
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
  { isAlone, pages, textOf }: { readonly isAlone: boolean; readonly pages: number } & Pick<Printing, "textOf">
) {
  const progress = isAlone ? undefined : yield* progressOf({ budget: pages, out: Option.none() })
  const reasons = new Map<string, number>()
  let ended = 0
  let failures = 0
  yield* Stream.runForEach(
    results,
    Effect.fnUntraced(function*({ result, url }) {
      ended++
      if (progress !== undefined) yield* progress.clear
      if (Result.isSuccess(result)) yield* writeBytes(yield* textOf(result.success.json, url))
      const failure = Result.isSuccess(result) ? yield* reportPage(result.success) : result.failure
      if (isAlone) return failure === undefined ? undefined : yield* failure
      if (failure !== undefined) {
        failures++
        const status = Result.isSuccess(result) ? result.success.status : 0
        countReason(reasons, { code: failure instanceof PageError ? failure.code : "http_status", status })
        yield* notice(`gleaner: ${inWords(failure).line ?? ""}`)
      }
      if (progress !== undefined) {
        yield* progress.show({ ...noStats, stored: ended - failures, failed: failures, pending: pages - ended })
      }
    })
  )
  if (progress !== undefined) yield* progress.clear
  if (failures > 0) return yield* failed(`${failures} of ${counted(pages, "page")} failed${reasonsText(reasons)}`)
}, Effect.scoped)

/** `-` stands for a list, however many URLs it has. */
const isOne = (urls: ReadonlyArray<string>): boolean => urls.length === 1 && urls[0] !== "-"

interface Printing {
  readonly fields: ReadonlyArray<DocumentField> | undefined
  /** Printed before the first page. */
  readonly header: string
  readonly textOf: (json: Uint8Array, url: string) => Effect.Effect<string>
}

/** How pages are printed. Separates several texts as head(1) does. */
const printingOf = Effect.fnUntraced(function*(
  format: Format,
  isAlone: boolean,
  fields: ReadonlyArray<DocumentField> | undefined
): Effect.fn.Return<Printing, CommandFailed> {
  if (format === "chunks") {
    const textOf = (json: Uint8Array) =>
      Effect.sync(() => chunkLines(new TextDecoder().decode(json)).map((line) => `${line}\n`).join(""))
    return { fields: chunkFields, header: "", textOf }
  }
  if (format !== "csv") {
    const textOf = (json: Uint8Array, url: string) =>
      Effect.sync(() => {
        const shown = rendition(parsedDocument(json), format, isAlone)
        return isAlone || format === "json" ? `${shown}\n` : `==> ${url} <==\n${shown}\n\n`
      })
    return { fields, header: "", textOf }
  }
  if (isAlone) {
    const page = pageCsv(fields)
    return { fields: page.fields, header: "", textOf: (json) => inSlices(() => page.textOf(json)) }
  }
  const { fields: needed, header, rowsOf } = yield* csvOutput(fields)
  return { fields: needed, header, textOf: rowsOf }
})
