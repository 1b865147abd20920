import { Schema } from "effect"

/** Options of a page that a language model reads: values are beside the main content, too. */
export const modelTextOptions = { fields: ["title", "markdown"], include_selectors: ["body"] } as const

/**
 * The text of a page that was extracted with these options. Undefined if it is too large. `isOpen`: the JSON has no last
 * brace.
 */
export const modelText = (json: Uint8Array, isOpen = false): string | undefined => {
  if (json.byteLength > maxBytes) return undefined
  const { markdown, title } = decode(`${new TextDecoder().decode(json)}${isOpen ? "}" : ""}`)
  return title === "" || markdown.includes(title) ? markdown : `${title}\n\n${markdown}`
}

/** Decoded in the main thread. */
const maxBytes = 1024 * 1024

/** Our own JSON. */
const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ title: Schema.String, markdown: Schema.String }))
)
