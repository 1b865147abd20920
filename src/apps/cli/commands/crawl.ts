import { Effect, Layer, Option } from "effect"
import { Argument, Command } from "effect/cli"
import { crawlOptions } from "../../../core/domain/job/Job.ts"
import { seededCrawl } from "../../../core/domain/job/seeds.ts"
import { sourceFaults } from "../../../core/domain/options/CrawlSource.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import { credentialsOf } from "../../../core/domain/SiteCredentials.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { CrawlPlanner } from "../../../crawling/crawl/plan/CrawlPlanner.ts"
import { CrawlFiles, fileJobs, unrecordedJobs } from "../../../crawling/stores/files/FileJobs.ts"
import { memoryStoreOver } from "../../../crawling/stores/memory/memory-stores.ts"
import { servicesWithStores } from "../../../Gleaner.ts"
import { storesSince, withSince } from "../job-files/earlier-crawl.ts"
import { formatOfJob, isComparing, type JobFiles, jobFlags } from "../job-files/job-flags.ts"
import { resumedOptions } from "../job-files/resumed-options.ts"
import { decodeOptions, optionFlags } from "../option-flags.ts"
import { usage } from "../output/exit-codes.ts"
import { printLine } from "../output/output.ts"
import { withFileFields } from "../run-job/job-outputs.ts"
import { withPictures } from "../run-job/picture-files.ts"
import { bounds, failureOf, runJob } from "../run-job/run-job.ts"
import { forCommand, owner, settingsAndLogs } from "../run.ts"
import { urlsIn } from "../url-sources.ts"
import { ArchiveFiles } from "../warc/ArchiveFiles.ts"

/** As many as the API takes. */
const maxSeeds = 1000

const flags = {
  seeds: Argument.String("url").pipe(
    Argument.withDescription("URLs of the seeds, - reads them from stdin, one per line"),
    Argument.variadic({ min: 0, max: maxSeeds })
  ),
  options: optionFlags("crawl"),
  ...jobFlags
}

/** The services of a job, with its files and its earlier crawl. */
export const servicesOfJob = (
  { column = Option.none(), format, out, repeats, resume, since, wacz, warc }: JobFiles & {
    readonly column?: Option.Option<string>
  }
) => {
  // Only JSON Lines of Documents that are written as the pages are stored can be resumed.
  const isRecorded = formatOfJob({ format }) === "jsonl" && !isComparing({ repeats }) && Option.isNone(column)
  const file = Option.orElse(resume, () => Option.filter(out, (name) => isRecorded && name !== "-"))
  const stores = memoryStoreOver(Option.match(file, {
    onNone: () => unrecordedJobs,
    onSome: (file) => fileJobs({ file, isResumed: Option.isSome(resume) })
  }))
  return servicesWithStores(
    Option.match(since, { onNone: () => stores, onSome: (source) => storesSince(source, stores) })
  ).pipe(
    Layer.provideMerge(ArchiveFiles.layer({ resume, wacz, warc })),
    Layer.provideMerge(settingsAndLogs)
  )
}

export const crawl = Command.make("crawl", flags, (input) =>
  Effect.gen(function*() {
    const { earlier } = yield* CrawlFiles
    const urls = (yield* urlsIn(input.seeds, "stdin")).map(({ url }) => url.href)
    if (urls.length > maxSeeds) return yield* usage(`A crawl has at most ${maxSeeds} seeds.`)
    const asked = yield* decodeOptions("crawl", input.options)
    const [wrong] = sourceFaults(asked)
    if (wrong !== undefined) return yield* usage(`--${flagName(wrong[0])} ${wrong[1]}.`)
    const seeded = seededCrawl({ ...asked, urls })
    const first = seeded.seed?.href ?? earlier?.job.url
    if (first === undefined) return yield* usage("gleaner crawl needs the URL of the seed, or --resume.")
    const seed = new URL(first)
    const distinct = seeded.options.seeds ?? (seeded.seed === undefined ? [] : [first])
    const options = earlier === undefined
      ? crawlOptions(
        yield* withSince(yield* withFileFields(yield* withPictures(seeded.options, input), input), input),
        yield* Settings
      )
      : yield* resumedOptions(earlier, "crawl", { ...input, options: asked, urls: distinct })
    if (asked.dry_run === true) {
      if (distinct.length > 1) return yield* usage("--dry-run plans a crawl of one seed.")
      const plan = yield* forCommand((yield* CrawlPlanner).plan(owner, seed, options, credentialsOf(seed.href, asked)))
      return yield* printLine(JSON.stringify(plan, null, 2))
    }
    const ended = yield* runJob(seed, options, input, credentialsOf(seed.href, asked))
    const refused = ended.errors.find(({ code, url }) => url === ended.url && !bounds.includes(code))
    if (ended.stats.stored === 0 && refused !== undefined) return yield* failureOf({ ...ended, errors: [refused] })
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription(
      "Crawl a site and print its pages as JSON Lines, or write markdown files, a copy of the site, or llms.txt"
    ),
    Command.provide((input) => servicesOfJob(input)),
    Command.withExamples([
      { command: "gleaner crawl example.com --markdown pages", description: "A folder of markdown" },
      { command: "gleaner crawl example.com --mirror copy", description: "A copy that works without a server" },
      { command: "gleaner crawl --resume pages.jsonl", description: "Go on with an interrupted --out pages.jsonl" }
    ])
  )
