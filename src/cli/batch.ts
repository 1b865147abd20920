import { Effect, FileSystem, Result, Stdio, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { fileFault } from "../domain/file-fault.ts"
import { batchOptions } from "../domain/Job.ts"
import { credentialsOf } from "../domain/SiteCredentials.ts"
import { parseRequestUrl } from "../domain/WebUrl.ts"
import { Settings } from "../Settings.ts"
import { servicesOfJob } from "./crawl.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { outputFlags, withFileFields } from "./job-outputs.ts"
import { decodeOptions, optionFlags } from "./option-flags.ts"
import { runJob } from "./run-job.ts"

const flags = {
  sources: Argument.String("url").pipe(
    Argument.withDescription("Pages, files with one URL on each line, or - for such lines on stdin"),
    Argument.variadic({ min: 1 })
  ),
  options: optionFlags("batch"),
  ...outputFlags
}

export const batch = Command.make("batch", flags, (input) =>
  Effect.gen(function*() {
    const asked = yield* withFileFields(yield* decodeOptions("batch", input.options), input)
    const typed = (yield* Effect.forEach(input.sources, typedIn)).flat()
    const urls = yield* urlsOf(typed)
    const [first] = urls
    if (first === undefined) return yield* usage("There is no URL in the input.")
    const options = batchOptions(urls.map(({ href }) => href), asked, yield* Settings)
    const credentials = credentialsOf(first.href, asked)
    if (credentials !== undefined && urls.some(({ origin }) => origin !== first.origin)) {
      return yield* usage("--headers and --cookies go to one site; give URLs of one origin, or leave them out.")
    }
    const { stats } = yield* runJob(first, options, input, credentials)
    if (stats.failed + stats.skipped > 0) {
      return yield* new CommandFailed({
        message: `${stats.failed} pages failed and ${stats.skipped} were skipped`,
        code: exitCode.failed
      })
    }
  }).pipe(Effect.scoped)).pipe(
    Command.withDescription("Fetch a list of pages and print them as JSON Lines"),
    Command.provide(({ warc }) => servicesOfJob(warc)),
    Command.withExamples([
      { command: "gleaner batch urls.txt --out pages.jsonl", description: "The pages of a file, one URL on each line" },
      { command: "gleaner batch example.com/a example.org/b --fields url,title,text", description: "Two pages" }
    ])
  )

interface Typed {
  readonly text: string
  /** Where it stands, in words. */
  readonly place: string
}

/** `-` and the name of a file stand for their lines. Empty lines and those that begin with # are left out. */
const typedIn = Effect.fnUntraced(function*(source: string): Effect.fn.Return<
  ReadonlyArray<Typed>,
  CommandFailed,
  FileSystem.FileSystem | Stdio.Stdio
> {
  const fs = yield* FileSystem.FileSystem
  const isFile = !source.includes("://") && (yield* Effect.orElseSucceed(fs.exists(source), () => false))
  if (source !== "-" && !isFile) return [{ text: source, place: "" }]
  const bytes = source === "-" ? (yield* Stdio.Stdio).stdin : fs.stream(source)
  const lines = yield* bytes.pipe(
    Stream.decodeText,
    Stream.splitLines,
    Stream.runCollect,
    Effect.mapError((cause) =>
      new CommandFailed({ message: `${source} cannot be read: ${fileFault(cause)}`, code: exitCode.failed })
    )
  )
  const name = source === "-" ? "stdin" : source
  return lines.map((line, index) => ({ text: line.trim(), place: ` (line ${index + 1} of ${name})` }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"))
})

/** All bad URLs are told at once. */
const urlsOf = (typed: ReadonlyArray<Typed>): Effect.Effect<ReadonlyArray<URL>, CommandFailed> => {
  const parsed = typed.map(({ place, text }) => ({ text, place, url: parseRequestUrl(text) }))
  const faults = parsed.flatMap(({ place, text, url }) =>
    Result.isFailure(url) ? [`${JSON.stringify(text)}${place} ${url.failure}`] : []
  )
  if (faults.length === 0) {
    return Effect.succeed(parsed.flatMap(({ url }) => Result.isSuccess(url) ? [url.success] : []))
  }
  const more = faults.length > mostFaults ? `; and ${faults.length - mostFaults} more` : ""
  return usage(`${faults.slice(0, mostFaults).join("; ")}${more}.`)
}

const usage = (message: string) => Effect.fail(new CommandFailed({ message, code: exitCode.usage }))

const mostFaults = 20
