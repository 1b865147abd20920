import { Effect, Option } from "effect"
import { fileFields, type FilePage } from "../../client/markdown-file.ts"
import type { DocumentField } from "../../domain/document/DocumentField.ts"
import type { PageOptions } from "../../domain/options/PageOptions.ts"
import { csvOutput } from "../output/csv-output.ts"
import { type CommandFailed, usage } from "../output/exit-codes.ts"
import { markdownFolder } from "../output/MarkdownFolder.ts"
import { openOutput, type Output } from "../output/output.ts"
import { CrawlRecord } from "../resume/CrawlRecord.ts"
import { lockFiles } from "../resume/lock-files.ts"
import { isCsv, type JobFiles } from "./job-flags.ts"

type Outputs = Pick<JobFiles, "format" | "markdown" | "out">

/** Restricts the fields to those of CSV or of markdown files, unless JSON Lines are written too. */
export const withFileFields = <O extends PageOptions>(
  options: O,
  { format, markdown, out }: Outputs
): Effect.Effect<O, CommandFailed> => {
  if (Option.isNone(markdown)) {
    return isCsv({ format })
      ? Effect.map(csvOutput(options.fields), ({ fields }) => ({ ...options, fields }))
      : Effect.succeed(options)
  }
  const { fields } = options
  if (fields === undefined) return Effect.succeed(Option.isSome(out) ? options : { ...options, fields: fileFields })
  const missing = fileFields.filter((name) => !fields.includes(name))
  return missing.length === 0
    ? Effect.succeed(options)
    : usage(`--markdown needs ${missing.join(", ")} in --fields.`)
}

/** Opens the output of documents: markdown files, a file or stdout. A resumed crawl appends to its file. */
export const openOutputs = Effect.fnUntraced(function*(
  { format, markdown, out }: Outputs,
  fields: ReadonlyArray<DocumentField> | undefined
) {
  const { earlier, file: recorded } = yield* CrawlRecord
  const open = isCsv({ format })
    ? openCsv(out, fields)
    : openOutput(Option.orElse(out, () => Option.fromUndefinedOr(recorded)), earlier === undefined ? "w" : "a")
  if (Option.isNone(markdown)) return yield* open
  const stored = (earlier?.pages ?? []).flatMap(({ end: { row } }) =>
    row.outcome === "stored" ? [row.redirected_to ?? row.url] : []
  )
  const file = yield* markdownFolder(markdown.value, stored)
  const lines = recorded === undefined && Option.isNone(out) ? undefined : yield* open
  const output: Output = (line) =>
    Effect.andThen(file(JSON.parse(line) as FilePage), lines === undefined ? Effect.void : lines(line)) // our own encoding
  return output
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
