import { Effect, Layer, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { CrawlPlanner } from "../crawl/CrawlPlanner.ts"
import { crawlOptions } from "../domain/Job.ts"
import { credentialsOf } from "../domain/SiteCredentials.ts"
import { servicesWithStores } from "../Gleaner.ts"
import { Settings } from "../Settings.ts"
import { sinceFlag, storesSince, withSince } from "./earlier-crawl.ts"
import { outputFlags, withFileFields } from "./job-outputs.ts"
import { decodeOptions, optionFlags } from "./option-flags.ts"
import { openOutput } from "./output.ts"
import { bounds, failureOf, runJob } from "./run-job.ts"
import { forCommand, owner, servicesForMany, settingsAndLogs, urlOf } from "./run.ts"
import { WarcFile } from "./warc/WarcFile.ts"

const flags = {
  url: Argument.String("url").pipe(Argument.withDescription("The seed")),
  options: optionFlags("crawl"),
  since: sinceFlag,
  ...outputFlags
}

const servicesSince = (source: string) =>
  servicesWithStores(storesSince(source)).pipe(Layer.provideMerge(settingsAndLogs))

/** The services of a job, with its WARC file and the earlier crawl that it knows. */
export const servicesOfJob = ({ since, warc }: Record<"since" | "warc", Option.Option<string>>) =>
  Option.match(since, { onNone: () => servicesForMany, onSome: servicesSince }).pipe(
    Layer.provideMerge(Option.match(warc, { onNone: () => WarcFile.layerNone, onSome: WarcFile.layer })),
    Layer.provide(settingsAndLogs)
  )

export const crawl = Command.make("crawl", flags, (input) =>
  Effect.gen(function*() {
    const seed = new URL(yield* urlOf(input.url))
    const asked = yield* decodeOptions("crawl", input.options)
    const given = yield* withSince(yield* withFileFields(asked, input), input)
    const options = crawlOptions(given, yield* Settings)
    if (asked.dry_run === true) {
      const plan = yield* forCommand((yield* CrawlPlanner).plan(owner, seed, options, credentialsOf(seed.href, asked)))
      return yield* (yield* openOutput(Option.none()))(JSON.stringify(plan, null, 2))
    }
    const ended = yield* runJob(seed, options, input, credentialsOf(seed.href, asked))
    const refused = ended.errors.find(({ code, url }) => url === ended.url && !bounds.includes(code))
    if (ended.stats.stored === 0 && refused !== undefined) return yield* failureOf({ ...ended, errors: [refused] })
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Crawl a site and print its pages as JSON Lines, or write them as markdown files"),
    Command.provide((input) => servicesOfJob(input))
  )
