import { Effect, Option, Result } from "effect"
import { Argument, Command } from "effect/cli"
import { batchOptions } from "../../../core/domain/job/Job.ts"
import { credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlFiles } from "../../../crawling/stores/files/FileJobs.ts"
import { textFlag } from "../flags.ts"
import { withSince } from "../job-files/earlier-crawl.ts"
import { formatOfJob, jobFlags } from "../job-files/job-flags.ts"
import { resumedOptions } from "../job-files/resumed-options.ts"
import { readUrlTable, urlsOfTable } from "../job-files/url-table.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { notice, Verbose } from "../output/verbosity.ts"
import { withFileFields } from "../run-job/job-outputs.ts"
import { withPictures } from "../run-job/picture-files.ts"
import { runJob } from "../run-job/run-job.ts"
import { urlsIn } from "../url-sources.ts"
import { servicesOfJob } from "./crawl.ts"

const flags = {
  sources: Argument.String("url").pipe(
    Argument.withDescription("URLs, files with one URL per line, or - for URLs on stdin; with --column one table"),
    Argument.variadic({ min: 0 })
  ),
  column: textFlag(
    "column",
    "The URL is a table (CSV), and this is its column of URLs. Its other columns are carried into CSV or, under row, into JSON Lines; error is empty or says what failed"
  ),
  options: optionFlags("batch"),
  ...jobFlags
}

type BatchInput = Command.Command.Config.Infer<typeof flags>

export const batch = Command.make("batch", flags, (input) =>
  Effect.gen(function*() {
    const { earlier } = yield* CrawlFiles
    const decoded = yield* decodeOptions("batch", input.options)
    const table = yield* tableOf(input)
    const given = table === undefined
      ? (yield* urlsIn(input.sources, "files")).map(({ url }) => url)
      : urlsOfTable(table)
    const hrefs = given.map(({ href }) => href)
    const files = { ...input, table }
    const options = earlier === undefined
      ? batchOptions(
        hrefs,
        yield* withSince(yield* withFileFields(yield* withPictures(decoded, input), files), input),
        yield* Settings
      )
      : yield* resumedOptions(earlier, "batch", { ...input, options: decoded, urls: hrefs })
    const urls = (options.urls ?? []).map((url) => new URL(url))
    const [first] = urls
    if (first === undefined) {
      return yield* usage(
        `The ${table === undefined ? "input" : "column"} contains no ${table === undefined ? "" : "valid "}URL.`
      )
    }
    const credentials = credentialsOf(first.href, decoded)
    if (credentials !== undefined && urls.some(({ origin }) => origin !== first.origin)) {
      return yield* usage("--headers and --cookies are sent to one origin; give URLs of one origin, or omit them.")
    }
    const { stats, unchanged } = yield* runJob(first, options, files, credentials)
    const skipped = stats.skipped - unchanged
    const invalid = table?.rows.filter(({ url }) => Result.isFailure(url)).length ?? 0
    if (invalid > 0) yield* notice(`gleaner: ${counted(invalid, "row")} of the table had no valid URL`)
    if (stats.failed + skipped + invalid > 0) {
      const named = table !== undefined || (yield* Verbose) ? "" : "; --verbose names them"
      return yield* failed(
        `${counted(stats.failed, "page")} failed and ${skipped} ${skipped === 1 ? "was" : "were"} skipped${named}`
      )
    }
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Fetch a list of pages and print them as JSON Lines"),
    Command.provide((input) => servicesOfJob(input)),
    Command.withExamples([
      { command: "gleaner batch urls.txt --out pages.jsonl", description: "The pages of a file with one URL per line" },
      {
        command: "gleaner batch shops.csv --column website --format csv --fields title,status --out pages.csv",
        description: "The pages of a table, with its other columns"
      },
      { command: "gleaner batch example.com/a example.org/b --fields url,title,text", description: "Two pages" }
    ])
  )

const tableOf = Effect.fnUntraced(function*({ column, format, resume, sources }: BatchInput) {
  if (Option.isNone(column)) return undefined
  const [source] = sources
  if (Option.isSome(resume)) return yield* usage("Rows of a table cannot be resumed; omit --resume or --column.")
  if (source === undefined || sources.length > 1) return yield* usage("--column needs one table: a file of CSV, or -.")
  if (["chunks", "parquet"].includes(formatOfJob({ format }))) {
    return yield* usage("--column is for --format jsonl and csv.")
  }
  return yield* readUrlTable(source, column.value)
})
