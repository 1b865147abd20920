import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import type { Document } from "../../../core/domain/document/Document.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import { fieldOfFormat, formatNames, type PageFormat, pageFormats } from "../../../core/domain/options/page-formats.ts"
import { chunkOption, documentOption, type PageOptions } from "../../../core/domain/options/PageOptions.ts"
import { type CommandFailed, usage } from "./exit-codes.ts"

export type Format = PageFormat

export const format = Flag.Literals("format", formatNames).pipe(
  Flag.withAlias("f"),
  Flag.withDescription(
    `Output: ${
      formatNames.map((name) => `${name}, ${pageFormats[name].description}`).join("; ")
    }. Default: markdown; json with --fields, --schema or chunks.`
  ),
  Flag.optional
)

/** The given format, or the default. Fails if it does not print what the options ask for. */
export const formatOf = (
  given: Option.Option<Format>,
  options: PageOptions = {}
): Effect.Effect<Format, CommandFailed> => {
  const { fields } = options
  const ofJson = documentOption(options)
  const format = Option.getOrElse(given, () => fields === undefined && ofJson === undefined ? "markdown" : "json")
  const field = fieldOfFormat(format)
  const unused = format === "csv" ? chunkOption(options) : field === undefined ? undefined : ofJson
  if (unused !== undefined) {
    return usage(`--${flagName(unused)} is for --format json; omit one of the flags.`)
  }
  return field === undefined || fields === undefined || fields.includes(field)
    ? Effect.succeed(format)
    : usage(`--fields lacks ${field}, which --format ${format} prints; add it, or omit one of the flags.`)
}

export const parsedDocument = (json: Uint8Array): Document => JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding

/** Formats a page. JSON is indented for a single page, otherwise one line. */
export const rendition = (document: Document, format: Exclude<Format, "csv">, isAlone = true): string => {
  const field = fieldOfFormat(format)
  return field === undefined ? JSON.stringify(document, null, isAlone ? 2 : 0) : document[field] ?? ""
}
