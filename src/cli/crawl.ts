import { Console, Effect, Layer, Option, Ref, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CrawlSupervisor } from "../crawl/CrawlSupervisor.ts"
import { crawlOptions, isFinal, type Job, JobId } from "../domain/Job.ts"
import type { PageOptions } from "../domain/PageOptions.ts"
import { credentialsOf } from "../domain/SiteCredentials.ts"
import { JobStore } from "../jobs/JobStore.ts"
import { Settings } from "../Settings.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { fileFields, type FilePage, markdownFolder } from "./MarkdownFolder.ts"
import { decodeOptions, optionFlags } from "./option-flags.ts"
import { openOutput, type Output } from "./output.ts"
import { owner, servicesForMany, settingsAndLogs, urlOf } from "./run.ts"
import { WarcFile } from "./warc/WarcFile.ts"

const flags = {
  url: Argument.String("url").pipe(Argument.withDescription("The seed")),
  options: optionFlags("crawl"),
  out: Flag.Path("out").pipe(
    Flag.withAlias("o"),
    Flag.withDescription("File for the JSON Lines; stdout without it"),
    Flag.optional
  ),
  markdown: Flag.Path("markdown").pipe(
    Flag.withDescription(
      "Folder for the markdown of each page, a file a page. The JSON Lines are then written only with --out"
    ),
    Flag.optional
  ),
  warc: Flag.Path("warc").pipe(
    Flag.withDescription("WARC file of every request and response; compressed where its name ends in .gz"),
    Flag.optional
  )
}

export const crawl = Command.make("crawl", flags, (input) =>
  Effect.gen(function*() {
    const seed = new URL(yield* urlOf(input.url))
    const given = yield* decodeOptions("crawl", input.options)
    const options = crawlOptions(yield* withFileFields(given, input), yield* Settings)
    const supervisor = yield* CrawlSupervisor
    const warc = yield* WarcFile
    const output = yield* openOutputs(input)
    const job = yield* Effect.mapError(
      supervisor.start(owner, seed, options, undefined, credentialsOf(seed.href, given)),
      (error) => new CommandFailed({ message: error.message, code: exitCode.failed })
    )
    const id = JobId.make(job.id)
    const progress = progressBeside(input.out)
    const written = yield* Ref.make(0)
    // Ctrl-C cancels the crawl and still writes what it has.
    const ended = yield* follow(id, output, written, progress).pipe(
      Effect.raceFirst(warc.failure),
      Effect.onInterrupt(() => Effect.andThen(supervisor.cancel(owner, id), Effect.ignore(write(id, output, written))))
    )
    yield* progress("")
    yield* Console.error(summary(ended))
    if (ended.status === "failed") return yield* failureOf(ended)
    yield* tellBounds(ended)
    const refused = ended.errors.find(({ code, url }) => url === ended.url && !bounds.includes(code))
    if (ended.stats.stored === 0 && refused !== undefined) return yield* failureOf({ ...ended, errors: [refused] })
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Crawl a site and print its pages as JSON Lines, or write them as markdown files"),
    Command.provide(({ warc }) =>
      servicesForMany.pipe(
        Layer.provideMerge(Option.match(warc, { onNone: () => WarcFile.layerNone, onSome: WarcFile.layer })),
        Layer.provide(settingsAndLogs)
      )
    )
  )

interface Outputs {
  readonly out: Option.Option<string>
  readonly markdown: Option.Option<string>
}

/** Files of markdown need some fields, and nothing else needs more where no JSON Lines are written. */
const withFileFields = <O extends PageOptions>(
  options: O,
  { markdown, out }: Outputs
): Effect.Effect<O, CommandFailed> => {
  if (Option.isNone(markdown)) return Effect.succeed(options)
  const { fields } = options
  if (fields === undefined) return Effect.succeed(Option.isSome(out) ? options : { ...options, fields: fileFields })
  const missing = fileFields.filter((name) => !fields.includes(name))
  return missing.length === 0
    ? Effect.succeed(options)
    : Effect.fail(
      new CommandFailed({ message: `--markdown needs ${missing.join(", ")} in --fields.`, code: exitCode.usage })
    )
}

/** Where the documents go: a folder of markdown files, a file or stdout. */
const openOutputs = Effect.fnUntraced(function*({ markdown, out }: Outputs) {
  if (Option.isNone(markdown)) return yield* openOutput(out)
  const file = yield* markdownFolder(markdown.value)
  const lines = Option.isNone(out) ? undefined : yield* openOutput(out)
  const output: Output = (line) =>
    Effect.andThen(file(JSON.parse(line) as FilePage), lines === undefined ? Effect.void : lines(line)) // our own encoding
  return output
})

/** Writes documents as they come, until the job has ended. A progress line is shown when a person watches. */
const follow = Effect.fnUntraced(function*(id: JobId, output: Output, written: Ref.Ref<number>, progress: Progress) {
  const store = yield* JobStore
  for (;;) {
    const snapshot = Option.getOrUndefined(yield* store.get(owner, id))
    if (snapshot === undefined) return yield* Effect.die(new Error("the crawl is gone"))
    const { job, revision } = snapshot
    yield* write(id, output, written)
    if (isFinal(job.status)) return job
    yield* progress(summary(job))
    yield* Effect.andThen(store.changed(id, revision), Effect.sleep(betweenLooks))
  }
})

/** As often as a person can follow. */
const betweenLooks = "250 millis"

/**
 * Writes the documents that are not written yet, then frees them. A document whose writing has begun is written to its
 * end.
 */
const write = Effect.fnUntraced(function*(id: JobId, output: Output, written: Ref.Ref<number>) {
  const store = yield* JobStore
  const decoder = new TextDecoder()
  yield* Stream.runForEach(
    store.documents(id, yield* Ref.get(written)),
    (json) =>
      output(decoder.decode(json)).pipe(
        Effect.andThen(Ref.updateAndGet(written, (count) => count + 1)),
        Effect.flatMap((count) => store.release(id, count)),
        Effect.uninterruptible
      )
  )
})

const summary = ({ stats, status }: Job): string =>
  `${status}: ${stats.crawled} crawled, ${stats.stored} stored, ${stats.failed} failed, ${stats.skipped} skipped, ${stats.duplicates} duplicates, ${stats.pending} pending`

type Progress = (line: string) => Effect.Effect<void>

/** One line that overwrites itself, shown on a terminal, unless the documents go to that terminal too. */
const progressBeside = (out: Option.Option<string>): Progress =>
  process.stderr.isTTY && (Option.isSome(out) || !process.stdout.isTTY)
    ? (line) => Effect.sync(() => process.stderr.write(`\r${line}${eraseRest}`)) // "" clears the line
    : () => Effect.void

/** ECMA-48, "erase in line". */
const eraseRest = "\u001B[K"

const bounds: ReadonlyArray<string> = ["store_full", "ledger_full", "frontier_full"]

/** The exit code does not tell that the crawl left something out because of a bound, so this does. */
const tellBounds = ({ errors }: Job) =>
  Effect.forEach(bounds, (bound) => {
    const error = errors.findLast(({ code }) => code === bound)
    return error === undefined ? Effect.void : Console.error(`gleaner: ${error.url}: ${error.message} (${bound})`)
  }, { discard: true })

const failureOf = ({ errors, url }: Job): CommandFailed => {
  const reason = errors.at(-1)
  return new CommandFailed({
    message: `${reason?.url ?? url}: ${reason?.message ?? "the crawl failed"} (${reason?.code ?? "failed"})`,
    code: exitCode.failed
  })
}
