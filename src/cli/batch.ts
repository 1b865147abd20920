import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { batchOptions } from "../domain/Job.ts"
import { credentialsOf } from "../domain/SiteCredentials.ts"
import { Settings } from "../Settings.ts"
import { servicesOfJob } from "./crawl.ts"
import { sinceFlag, withSince } from "./earlier-crawl.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { outputFlags, withFileFields } from "./job-outputs.ts"
import { decodeOptions, optionFlags } from "./option-flags.ts"
import { runJob } from "./run-job.ts"
import { urlsIn, usage } from "./url-sources.ts"

const flags = {
  sources: Argument.String("url").pipe(
    Argument.withDescription("Pages, files with one URL on each line, or - for such lines on stdin"),
    Argument.variadic({ min: 1 })
  ),
  options: optionFlags("batch"),
  since: sinceFlag,
  ...outputFlags
}

export const batch = Command.make("batch", flags, (input) =>
  Effect.gen(function*() {
    const decoded = yield* decodeOptions("batch", input.options)
    const asked = yield* withSince(yield* withFileFields(decoded, input), input)
    const urls = (yield* urlsIn(input.sources, "files")).map(({ url }) => url)
    const [first] = urls
    if (first === undefined) return yield* usage("There is no URL in the input.")
    const options = batchOptions(urls.map(({ href }) => href), asked, yield* Settings)
    const credentials = credentialsOf(first.href, asked)
    if (credentials !== undefined && urls.some(({ origin }) => origin !== first.origin)) {
      return yield* usage("--headers and --cookies go to one site; give URLs of one origin, or leave them out.")
    }
    const { stats, unchanged } = yield* runJob(first, options, input, credentials)
    const skipped = stats.skipped - unchanged
    if (stats.failed + skipped > 0) {
      return yield* new CommandFailed({
        message: `${stats.failed} pages failed and ${skipped} were skipped`,
        code: exitCode.failed
      })
    }
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Fetch a list of pages and print them as JSON Lines"),
    Command.provide((input) => servicesOfJob(input)),
    Command.withExamples([
      { command: "gleaner batch urls.txt --out pages.jsonl", description: "The pages of a file, one URL on each line" },
      { command: "gleaner batch example.com/a example.org/b --fields url,title,text", description: "Two pages" }
    ])
  )
