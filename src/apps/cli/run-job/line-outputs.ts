import { Effect, Option } from "effect"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import type { LedgerRow } from "../../../core/domain/job/LedgerRow.ts"
import { CrawlFiles } from "../../../crawling/stores/files/FileJobs.ts"
import { lockFiles } from "../../../crawling/stores/files/lock-files.ts"
import { formatOfJob, type JobFiles } from "../job-files/job-flags.ts"
import type { UrlTable } from "../job-files/url-table.ts"
import { chunkLines } from "../output/chunk-lines.ts"
import { csvOutput } from "../output/csv-output.ts"
import type { CommandFailed, ReaderGone } from "../output/exit-codes.ts"
import { openOutput, type Output } from "../output/output.ts"
import { openParquet } from "../output/parquet-output.ts"
import { openTableLines } from "./table-lines.ts"

/** Lines that a job writes for its documents, on stdout or in a file. */
export interface Lines {
  readonly output: Output
  /** Called once, after the last page. */
  readonly end: (
    rows: Effect.Effect<ReadonlyArray<LedgerRow>, CommandFailed>
  ) => Effect.Effect<void, CommandFailed | ReaderGone>
}

/** Opens the lines in the format of the job, for a table with its columns. */
export const openLines = Effect.fnUntraced(function*(
  { format, out }: Pick<JobFiles, "format" | "out">,
  fields: ReadonlyArray<DocumentField> | undefined,
  table: UrlTable | undefined
) {
  const { earlier, file: recorded } = yield* CrawlFiles
  const name = formatOfJob({ format })
  // JSON Lines of Documents are locked with their ledger.
  if (recorded === undefined && Option.isSome(out) && out.value !== "-") yield* lockFiles(out.value)
  if (name === "parquet") {
    const { table: rows } = yield* csvOutput(fields)
    const { end, output } = yield* openParquet(out, rows)
    const lines: Lines = { output, end: () => end }
    return lines
  }
  const write = yield* openOutput(
    Option.orElse(out, () => Option.fromUndefinedOr(recorded)),
    earlier === undefined ? "w" : "a"
  )
  if (table !== undefined) {
    const { end, output } = yield* openTableLines(table, { fields, isCsv: name === "csv", write })
    const lines: Lines = { output, end: (rows) => Effect.flatMap(rows, end) }
    return lines
  }
  const output: Output = name === "csv"
    ? yield* csvLines(write, fields)
    : name === "chunks"
    ? linesOfChunks(write)
    : write
  const lines: Lines = { output, end: () => Effect.void }
  return lines
})

/** The rows of each page, under one header. */
const csvLines = Effect.fnUntraced(function*(write: Output, fields: ReadonlyArray<DocumentField> | undefined) {
  const { header, rowsOf } = yield* csvOutput(fields)
  // Each row has its own line break.
  const print: Output = (rows) => rows === "" ? Effect.void : write(rows.replace(/\n$/, ""))
  yield* print(header)
  const encoder = new TextEncoder()
  const output: Output = (json) => Effect.flatMap(rowsOf(encoder.encode(json)), print)
  return output
})

const linesOfChunks = (write: Output): Output => (json) =>
  Effect.forEach(chunkLines(json), (line) => write(line), { discard: true })
