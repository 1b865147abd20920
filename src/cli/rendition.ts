import { Flag } from "effect/cli"
import type { Document } from "../domain/Document.ts"

/** What a command prints of one page. */
export const format = Flag.Literals("format", ["markdown", "text", "json"]).pipe(
  Flag.withAlias("f"),
  Flag.withDescription("What to print: the content as markdown or text, or the whole Document as JSON"),
  Flag.withDefault("markdown")
)

export const rendition = (json: Uint8Array, format: "markdown" | "text" | "json"): string => {
  const document = JSON.parse(new TextDecoder().decode(json)) as Document // our own encoding of a Document
  return format === "json" ? JSON.stringify(document, null, 2) : document[format]
}
