import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import type { Document } from "../../domain/document/Document.ts"
import { usage } from "../url-sources.ts"
import type { CommandFailed } from "./exit-codes.ts"

export type Format = "markdown" | "text" | "json"

/** What a command prints of a page. */
export const format = Flag.Literals("format", ["markdown", "text", "json"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription(
    "What to print: the content as markdown or text, or the Document as JSON. Default markdown; json with --fields."
  ),
  Flag.optional
)

/**
 * The format that is asked for, or the one that shows the fields. It is a fault if they lack the field that the format
 * prints.
 */
export const formatOf = (
  given: Option.Option<Format>,
  fields?: ReadonlyArray<string>
): Effect.Effect<Format, CommandFailed> => {
  const format = Option.getOrElse(given, () => fields === undefined ? "markdown" : "json")
  return format === "json" || fields === undefined || fields.includes(format)
    ? Effect.succeed(format)
    : usage(`--fields lacks ${format}, which is all that --format ${format} prints; add it, or leave one of them out.`)
}

export const parsedDocument = (json: Uint8Array): Document => JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding

/** A page by itself is indented; of many pages, each is one line. */
export const rendition = (document: Document, format: Format, isAlone = true): string =>
  format === "json" ? JSON.stringify(document, null, isAlone ? 2 : 0) : document[format]
