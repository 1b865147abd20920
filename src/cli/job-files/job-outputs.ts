import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import type { PageOptions } from "../../domain/options/PageOptions.ts"
import { CommandFailed, exitCode } from "../output/exit-codes.ts"
import { fileFields, type FilePage, markdownFolder } from "../output/MarkdownFolder.ts"
import { openOutput, type Output } from "../output/output.ts"
import { CrawlRecord } from "../resume/CrawlRecord.ts"

/** Files for the pages and the traffic of a job. */
export const outputFlags = {
  // Not Flag.Path, which would resolve `-` to a file.
  out: Flag.String("out").pipe(
    Flag.withAlias("o"),
    Flag.withDescription(
      "File for the JSON Lines. Default: stdout. FILE.ledger is written too, for --since and --resume"
    ),
    Flag.optional
  ),
  markdown: Flag.Path("markdown").pipe(
    Flag.withDescription(
      "Folder for markdown, one file per page. JSON Lines are then written only with --out"
    ),
    Flag.optional
  ),
  warc: Flag.Path("warc").pipe(
    Flag.withDescription("WARC file for all requests and responses; compressed if the name ends in .gz"),
    Flag.optional
  )
}

export interface Outputs {
  readonly out: Option.Option<string>
  readonly markdown: Option.Option<string>
}

/** Restricts the fields to those of markdown files, unless JSON Lines are written too. */
export const withFileFields = <O extends PageOptions>(
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

/** Opens the output of documents: markdown files, a file or stdout. A resumed crawl appends to its file. */
export const openOutputs = Effect.fnUntraced(function*({ markdown, out }: Outputs) {
  const { earlier, file: recorded } = yield* CrawlRecord
  const open = openOutput(Option.orElse(out, () => Option.fromUndefinedOr(recorded)), earlier === undefined ? "w" : "a")
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
