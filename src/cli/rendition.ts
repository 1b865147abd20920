import { Flag } from "effect/cli"
import type { Document } from "../domain/Document.ts"

/** What a command prints of a page. */
export const format = Flag.Literals("format", ["markdown", "text", "json"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("What to print: the content as markdown or text, or the whole Document as JSON"),
  Flag.withDefault("markdown")
)

export const documentOf = (json: Uint8Array): Document => JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding

export const rendition = (document: Document, format: "markdown" | "text" | "json"): string =>
  format === "json" ? JSON.stringify(document, null, 2) : document[format]
