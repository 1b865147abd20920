import { Effect, Option } from "effect"
import { fileFields, type FilePage } from "../../client/markdown-file.ts"
import type { PageOptions } from "../../domain/options/PageOptions.ts"
import { type CommandFailed, usage } from "../output/exit-codes.ts"
import { markdownFolder } from "../output/MarkdownFolder.ts"
import { openOutput, type Output } from "../output/output.ts"
import { CrawlRecord } from "../resume/CrawlRecord.ts"
import type { JobFiles } from "./job-flags.ts"

type Outputs = Pick<JobFiles, "markdown" | "out">

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
    : usage(`--markdown needs ${missing.join(", ")} in --fields.`)
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
