import { Option } from "effect"
import { Flag } from "effect/cli"
import type { Document } from "../domain/Document.ts"

export type Format = "markdown" | "text" | "json"

/** What a command prints of a page. */
export const format = Flag.Literals("format", ["markdown", "text", "json"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription(
    "What to print: the content as markdown or text, or the Document as JSON. Default markdown; json with --fields."
  ),
  Flag.optional
)

export const formatOf = (given: Option.Option<Format>, fields?: ReadonlyArray<string>): Format =>
  Option.getOrElse(given, () => fields === undefined ? "markdown" : "json")

export const parsedDocument = (json: Uint8Array): Document => JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding

/** A page by itself is indented; of many pages, each is one line. */
export const rendition = (document: Document, format: Format, isAlone = true): string =>
  format === "json" ? JSON.stringify(document, null, isAlone ? 2 : 0) : document[format]
