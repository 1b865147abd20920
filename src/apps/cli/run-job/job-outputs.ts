import { Effect, FileSystem, Option, Stream } from "effect"
import type { Document } from "../../../core/domain/document/Document.ts"
import { commonFields, type DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import type { OptionsOf } from "../../../core/domain/options/RouteOptions.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { boundedLines } from "../../../crawling/stores/files/bounded-lines.ts"
import { CrawlFiles } from "../../../crawling/stores/files/FileJobs.ts"
import { maxLineLength } from "../../../crawling/stores/files/ledger-lines.ts"
import { fileFlag, formatOfJob, type JobFiles } from "../job-files/job-flags.ts"
import type { UrlTable } from "../job-files/url-table.ts"
import { chunkFields } from "../output/chunk-lines.ts"
import { csvOutput } from "../output/csv-output.ts"
import { type CommandFailed, failed, usage } from "../output/exit-codes.ts"
import type { Output } from "../output/output.ts"
import { reportOverwrite } from "../output/verbosity.ts"
import { archiveFields, archiveSink } from "./archive-sink.ts"
import { openLines } from "./line-outputs.ts"
import { givenOutputs, openSinks, outputFields, type OutputName } from "./page-sinks.ts"

interface Outputs extends Pick<JobFiles, "format" | "out" | "wacz" | "warc" | OutputName> {
  /** The table that the URLs are from. */
  readonly table?: UrlTable | undefined
}

/** Restricts the fields to those of the files, unless JSON Lines are written too. */
export const withFileFields = <O extends OptionsOf<"crawl">>(
  options: O,
  files: Outputs
): Effect.Effect<O, CommandFailed> => {
  const wanted = givenOutputs(files)
  if (formatOfJob(files) === "chunks") {
    if (wanted.length > 0) return usage(`--format chunks prints only chunks; omit ${wanted.map(fileFlag).join(", ")}.`)
    return options.fields === undefined && options.schema === undefined
      ? Effect.succeed({ ...options, fields: chunkFields })
      : usage("--format chunks prints only chunks; omit --fields and --schema.")
  }
  if (wanted.length === 0) return Effect.map(fieldsOfLines(files, options.fields), (more) => ({ ...options, ...more }))
  const needed = [
    ...new Set([...wanted.flatMap((name): ReadonlyArray<DocumentField> => outputFields[name]), ...archiveFields(files)])
  ]
  // A mirror has every page, whatever its text.
  const whole = Option.isSome(files.mirror) ? { dedup: false, ...options } : options
  if (options.fields !== undefined) return Effect.as(checkFields(options.fields, wanted), whole)
  if (Option.isNone(files.out)) return Effect.succeed({ ...whole, fields: needed })
  // By default, a Document has no HTML.
  return Effect.succeed(needed.includes("html") ? { ...whole, fields: commonFields } : whole)
}

/** Rows of a table are found by the URL. */
const fieldsOfLines = (
  files: Outputs,
  given: ReadonlyArray<DocumentField> | undefined
): Effect.Effect<{ readonly fields?: ReadonlyArray<DocumentField> }, CommandFailed> => {
  const fields = given === undefined || files.table === undefined ? given : [...new Set(["url" as const, ...given])]
  if (["csv", "parquet"].includes(formatOfJob(files))) {
    return Effect.map(csvOutput(fields), ({ fields }) => ({ fields }))
  }
  return Effect.succeed(fields === undefined ? {} : { fields })
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
  if (earlier === undefined && Option.isSome(files.out)) yield* reportOverwrite(files.out.value)
  const archive = yield* archiveSink
  const hasLines = sinks.length === 0 || recorded !== undefined || Option.isSome(files.out)
  const lines = hasLines ? yield* openLines(files, fields, files.table) : undefined
  const output: Output = Effect.fnUntraced(function*(line) {
    const taking = archive === undefined ? sinks : [...sinks, archive]
    const document = taking.length === 0 ? undefined : documentOf(line)
    if (document !== undefined) { for (const { page } of taking) yield* page(document) }
    if (lines !== undefined) yield* lines.output(line)
  })
  const end = Effect.fnUntraced(
    function*(rows: Effect.Effect<ReadonlyArray<LedgerRow>, CommandFailed>, isComplete: boolean) {
      for (const sink of sinks) yield* sink.end(rows, isComplete)
      if (archive !== undefined) yield* archive.end(rows, isComplete)
      if (lines !== undefined) yield* lines.end(rows)
    }
  )
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
