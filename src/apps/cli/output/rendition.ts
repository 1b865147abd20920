import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import type { Document } from "../../../core/domain/document/Document.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import { chunkOption, type PageOptions } from "../../../core/domain/options/PageOptions.ts"
import { type CommandFailed, usage } from "./exit-codes.ts"

export type Format = "markdown" | "text" | "json" | "csv"

export const format = Flag.Literals("format", ["markdown", "text", "json", "csv"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription(
    "Output: the content as markdown or text, the Document as JSON, or a row of CSV (with --fields records the records, with --fields tables the largest table). Default: markdown; json with --fields or chunks."
  ),
  Flag.optional
)

/** The given format, or the default. Fails if it does not print what the options ask for. */
export const formatOf = (
  given: Option.Option<Format>,
  options: PageOptions = {}
): Effect.Effect<Format, CommandFailed> => {
  const { fields } = options
  const chunks = chunkOption(options)
  const format = Option.getOrElse(given, () => fields === undefined && chunks === undefined ? "markdown" : "json")
  if (format !== "json" && chunks !== undefined) {
    return usage(`--${flagName(chunks)} is for --format json; omit one of the flags.`)
  }
  return format === "json" || format === "csv" || fields === undefined || fields.includes(format)
    ? Effect.succeed(format)
    : usage(`--fields lacks ${format}, which --format ${format} prints; add it, or omit one of the flags.`)
}

export const parsedDocument = (json: Uint8Array): Document => JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding

/** Formats a page. JSON is indented for a single page, otherwise one line. */
export const rendition = (document: Document, format: Exclude<Format, "csv">, isAlone = true): string =>
  format === "json" ? JSON.stringify(document, null, isAlone ? 2 : 0) : document[format]
