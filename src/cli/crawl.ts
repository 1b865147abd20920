import { Effect, Layer, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { crawlOptions } from "../domain/Job.ts"
import { credentialsOf } from "../domain/SiteCredentials.ts"
import { Settings } from "../Settings.ts"
import { outputFlags, withFileFields } from "./job-outputs.ts"
import { decodeOptions, optionFlags } from "./option-flags.ts"
import { bounds, failureOf, runJob } from "./run-job.ts"
import { servicesForMany, settingsAndLogs, urlOf } from "./run.ts"
import { WarcFile } from "./warc/WarcFile.ts"

const flags = {
  url: Argument.String("url").pipe(Argument.withDescription("The seed")),
  options: optionFlags("crawl"),
  ...outputFlags
}

/** The services of a job, with its WARC file. */
export const servicesOfJob = (warc: Option.Option<string>) =>
  servicesForMany.pipe(
    Layer.provideMerge(Option.match(warc, { onNone: () => WarcFile.layerNone, onSome: WarcFile.layer })),
    Layer.provide(settingsAndLogs)
  )

export const crawl = Command.make("crawl", flags, (input) =>
  Effect.gen(function*() {
    const seed = new URL(yield* urlOf(input.url))
    const asked = yield* decodeOptions("crawl", input.options)
    const options = crawlOptions(yield* withFileFields(asked, input), yield* Settings)
    const ended = yield* runJob(seed, options, input, credentialsOf(seed.href, asked))
    const refused = ended.errors.find(({ code, url }) => url === ended.url && !bounds.includes(code))
    if (ended.stats.stored === 0 && refused !== undefined) return yield* failureOf({ ...ended, errors: [refused] })
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Crawl a site and print its pages as JSON Lines, or write them as markdown files"),
    Command.provide(({ warc }) => servicesOfJob(warc))
  )
