/** A part of an OpenAPI document: JSON of unknown shape. */
export type Part = Record<string, unknown>

/** A header field with text. */
export const textField = (description: string, example: string): Part => ({
  description,
  schema: { type: "string" },
  example
})

/** A body that is text. */
export const textBody = (description: string, example: string): Part => ({
  schema: { type: "string", description },
  example
})

/** The time of each stage (W3C Server Timing). */
export const serverTiming = {
  "Server-Timing": textField("Milliseconds of each stage.", "fetch;dur=62.1, parse;dur=8.033")
}

/** Adds header fields and media types, which schemas cannot express, to the answer of an endpoint with this status. */
export const describeAnswer =
  (status: 200 | 201 | 202, { content = {}, headers = {} }: { readonly content?: Part; readonly headers?: Part }) =>
  (operation: Part): Part => {
    const responses = operation["responses"] as Record<string, Part> // as OpenAPI has them
    const answer = responses[status] ?? {}
    const merged = { ...answer, headers, content: { ...answer["content"] as Part, ...content } }
    return { ...operation, responses: { ...responses, [status]: merged } }
  }

/** Other media types that Accept can request of a Document. */
export const rendered = describeAnswer(200, {
  headers: serverTiming,
  content: {
    "text/markdown": textBody(
      "The content as markdown.",
      "# How tides are predicted\n\nA tide table is printed a year ahead."
    ),
    "text/plain": textBody(
      "The content as plain text.",
      "How tides are predicted\n\nA tide table is printed a year ahead."
    ),
    "text/csv": textBody(
      "The fields of the Document as one row; with fields records its records, with tables its largest table.",
      "url,title\r\nhttps://example.com/tides,How tides are predicted\r\n"
    )
  }
})
