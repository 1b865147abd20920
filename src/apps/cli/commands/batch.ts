import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { batchOptions } from "../../../core/domain/job/Job.ts"
import { credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlFiles } from "../../../crawling/stores/files/FileJobs.ts"
import { withSince } from "../job-files/earlier-crawl.ts"
import { jobFlags } from "../job-files/job-flags.ts"
import { resumedOptions } from "../job-files/resumed-options.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { failed, usage } from "../output/exit-codes.ts"
import { withFileFields } from "../run-job/job-outputs.ts"
import { withPictures } from "../run-job/picture-files.ts"
import { runJob } from "../run-job/run-job.ts"
import { urlsIn } from "../url-sources.ts"
import { servicesOfJob } from "./crawl.ts"

const flags = {
  sources: Argument.String("url").pipe(
    Argument.withDescription("URLs, files with one URL per line, or - for URLs on stdin"),
    Argument.variadic({ min: 0 })
  ),
  options: optionFlags("batch"),
  ...jobFlags
}

export const batch = Command.make("batch", flags, (input) =>
  Effect.gen(function*() {
    const { earlier } = yield* CrawlFiles
    const decoded = yield* decodeOptions("batch", input.options)
    const given = (yield* urlsIn(input.sources, "files")).map(({ url }) => url)
    const hrefs = given.map(({ href }) => href)
    const options = earlier === undefined
      ? batchOptions(
        hrefs,
        yield* withSince(yield* withFileFields(yield* withPictures(decoded, input), input), input),
        yield* Settings
      )
      : yield* resumedOptions(earlier, "batch", { ...input, options: decoded, urls: hrefs })
    const urls = (options.urls ?? []).map((url) => new URL(url))
    const [first] = urls
    if (first === undefined) return yield* usage("The input contains no URL.")
    const credentials = credentialsOf(first.href, decoded)
    if (credentials !== undefined && urls.some(({ origin }) => origin !== first.origin)) {
      return yield* usage("--headers and --cookies are sent to one origin; give URLs of one origin, or omit them.")
    }
    const { stats, unchanged } = yield* runJob(first, options, input, credentials)
    const skipped = stats.skipped - unchanged
    if (stats.failed + skipped > 0) {
      return yield* failed(
        `${counted(stats.failed, "page")} failed and ${skipped} ${skipped === 1 ? "was" : "were"} skipped`
      )
    }
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Fetch a list of pages and print them as JSON Lines"),
    Command.provide((input) => servicesOfJob(input)),
    Command.withExamples([
      { command: "gleaner batch urls.txt --out pages.jsonl", description: "The pages of a file with one URL per line" },
      { command: "gleaner batch example.com/a example.org/b --fields url,title,text", description: "Two pages" }
    ])
  )
