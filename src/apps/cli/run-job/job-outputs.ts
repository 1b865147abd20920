import { Effect, FileSystem, Option, Stream } from "effect"
import type { Document } from "../../../core/domain/document/Document.ts"
import { commonFields, type DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import type { OptionsOf } from "../../../core/domain/options/RouteOptions.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { boundedLines } from "../../../crawling/stores/files/bounded-lines.ts"
import { CrawlFiles } from "../../../crawling/stores/files/FileJobs.ts"
import { maxLineLength } from "../../../crawling/stores/files/ledger-lines.ts"
import { lockFiles } from "../../../crawling/stores/files/lock-files.ts"
import { fileFlag, isComparing, isCsv, type JobFiles } from "../job-files/job-flags.ts"
import { csvOutput } from "../output/csv-output.ts"
import { type CommandFailed, failed, usage } from "../output/exit-codes.ts"
import { openOutput, type Output } from "../output/output.ts"
import { reportOverwrite } from "../output/verbosity.ts"
import { givenOutputs, openSinks, outputFields, type OutputName } from "./page-sinks.ts"

type Outputs = Pick<JobFiles, "format" | "out" | "repeats" | OutputName>

/** Restricts the fields to those of the files, unless JSON Lines are written too. */
export const withFileFields = <O extends OptionsOf<"crawl">>(
  options: O,
  files: Outputs
): Effect.Effect<O, CommandFailed> => {
  const wanted = givenOutputs(files)
  if (wanted.length === 0) {
    return isCsv(files)
      ? Effect.map(csvOutput(options.fields), ({ fields }) => ({ ...options, fields }))
      : Effect.succeed(options)
  }
  const needed = [...new Set<DocumentField>(wanted.flatMap((name) => [...outputFields[name]]))]
  // A mirror has every page, whatever its text.
  const whole = Option.isSome(files.mirror) ? { dedup: false, ...options } : options
  if (options.fields !== undefined) return Effect.as(checkFields(options.fields, wanted), whole)
  if (Option.isNone(files.out)) return Effect.succeed({ ...whole, fields: needed })
  // By default, a Document has no HTML.
  return Effect.succeed(needed.includes("html") ? { ...whole, fields: commonFields } : whole)
}

/** Fails if the fields lack one that a file is made from. */
const checkFields = (fields: ReadonlyArray<DocumentField>, wanted: ReadonlyArray<OutputName>) =>
  Effect.forEach(wanted, (name) => {
    const missing = outputFields[name].filter((field) => !fields.includes(field))
    return missing.length === 0 ? Effect.void : usage(`${fileFlag(name)} needs ${missing.join(", ")} in --fields.`)
  }, { discard: true })

/**
 * Opens the outputs of documents: JSON Lines in a file or on stdout, and other files. A resumed crawl appends to its
 * JSON Lines, and makes the other files from its earlier documents too.
 */
export const openOutputs = Effect.fnUntraced(function*(
  files: Outputs,
  fields: ReadonlyArray<DocumentField> | undefined,
  urls: ReadonlyArray<URL>
) {
  const { earlier, file: recorded } = yield* CrawlFiles
  const sinks = yield* openSinks(files, urls)
  if (earlier !== undefined && sinks.length > 0) {
    const { fields } = earlier.job.options
    yield* checkFields(fields ?? commonFields.filter((name) => name !== "html"), givenOutputs(files))
    yield* replay(earlier.file, (document) => Effect.forEach(sinks, ({ page }) => page(document), { discard: true }))
  }
  if (isComparing(files) && !isCsv(files) && Option.isSome(files.out) && files.out.value !== "-") {
    yield* lockFiles(files.out.value)
  }
  if (earlier === undefined && Option.isSome(files.out)) yield* reportOverwrite(files.out.value)
  const hasLines = sinks.length === 0 || recorded !== undefined || Option.isSome(files.out)
  const lines = hasLines
    ? yield* isCsv(files)
      ? openCsv(files.out, fields)
      : openOutput(Option.orElse(files.out, () => Option.fromUndefinedOr(recorded)), earlier === undefined ? "w" : "a")
    : undefined
  const output: Output = Effect.fnUntraced(function*(line) {
    const document = sinks.length === 0 ? undefined : documentOf(line)
    if (document !== undefined) { for (const { page } of sinks) yield* page(document) }
    if (lines !== undefined) yield* lines(line)
  })
  const end = (rows: Effect.Effect<ReadonlyArray<LedgerRow>, CommandFailed>, isComplete: boolean) =>
    Effect.forEach(sinks, (sink) => sink.end(rows, isComplete), { discard: true })
  return { output, end }
})

const documentOf = (line: string) => JSON.parse(line) as Document // our own encoding

const replay = Effect.fnUntraced(function*(
  file: string,
  page: (document: Document) => Effect.Effect<void, CommandFailed>
) {
  const fs = yield* FileSystem.FileSystem
  yield* boundedLines(fs.stream(file), maxLineLength).pipe(
    Stream.mapError((error) =>
      failed(`${file} cannot be read: ${error._tag === "LineTooLong" ? "a line is too long" : fileFault(error)}`)
    ),
    Stream.runForEach((line) => page(documentOf(line)))
  )
})

/** Writes the rows of each page under one header. */
const openCsv = Effect.fnUntraced(function*(
  out: Option.Option<string>,
  fields: ReadonlyArray<DocumentField> | undefined
) {
  if (Option.isSome(out) && out.value !== "-") yield* lockFiles(out.value)
  const { header, rowsOf } = yield* csvOutput(fields)
  const write = yield* openOutput(out)
  // Each row has its own line break.
  const print: Output = (rows) => rows === "" ? Effect.void : write(rows.replace(/\n$/, ""))
  yield* print(header)
  const encoder = new TextEncoder()
  const output: Output = (json) => Effect.flatMap(rowsOf(encoder.encode(json)), print)
  return output
})
