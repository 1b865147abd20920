import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import type { Document } from "../../../core/domain/document/Document.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import { fieldOfFormat, formatNames, type PageFormat, pageFormats } from "../../../core/domain/options/page-formats.ts"
import { chunkOption, documentOption, type PageOptions } from "../../../core/domain/options/PageOptions.ts"
import { type CommandFailed, usage } from "./exit-codes.ts"

/** Formats of the command line. The API has chunks as a field of the Document. */
export type Format = PageFormat | "chunks"

const formatFlag = <F extends string>(formats: ReadonlyArray<F>, more: string) =>
  Flag.Literals("format", formats).pipe(
    Flag.withAlias("f"),
    Flag.withDescription(
      `Output: ${
        formatNames.map((name) => `${name}, ${pageFormats[name].description}`).join("; ")
      }${more}. Default: markdown; json with --fields, --schema or chunks.`
    ),
    Flag.optional
  )

/** For saved pages. */
export const savedFormat = formatFlag(formatNames, "")

export const format = formatFlag(
  [...formatNames, "chunks"] satisfies ReadonlyArray<Format>,
  "; chunks, each chunk with the title of its page as a line of JSON"
)

/** The given format, or the default. Fails if it does not print what the options ask for. */
export const formatOf = <F extends Format>(
  given: Option.Option<F>,
  options: PageOptions = {}
): Effect.Effect<F | "json" | "markdown", CommandFailed> => {
  const { fields } = options
  const ofJson = documentOption(options)
  const format: F | "json" | "markdown" = Option.getOrElse(
    given,
    () => fields === undefined && ofJson === undefined ? "markdown" : "json"
  )
  if (isChunks(format)) {
    return fields === undefined && options.schema === undefined
      ? Effect.succeed(format)
      : usage("--format chunks prints only chunks; omit --fields and --schema.")
  }
  const field = fieldOfFormat(format)
  const unused = format === "csv" ? chunkOption(options) : field === undefined ? undefined : ofJson
  if (unused !== undefined) {
    return usage(`--${flagName(unused)} is for --format json; omit one of the flags.`)
  }
  return field === undefined || fields === undefined || fields.includes(field)
    ? Effect.succeed(format)
    : usage(`--fields lacks ${field}, which --format ${format} prints; add it, or omit one of the flags.`)
}

const isChunks = (format: Format): format is "chunks" => format === "chunks"

export const parsedDocument = (json: Uint8Array): Document => JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding

/** Formats a page. JSON is indented for a single page, otherwise one line. */
export const rendition = (document: Document, format: Exclude<PageFormat, "csv">, isAlone = true): string => {
  const field = fieldOfFormat(format)
  return field === undefined ? JSON.stringify(document, null, isAlone ? 2 : 0) : document[field] ?? ""
}
