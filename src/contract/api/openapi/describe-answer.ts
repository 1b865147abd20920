import { pageFormats } from "../../../core/domain/options/page-formats.ts"

/** A part of an OpenAPI document: JSON of unknown shape. */
export type JsonObject = Record<string, unknown>

/** A header field with text. */
export const textField = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: "string" },
  example
})

/** A body that is text. */
export const textBody = (description: string, example: string): JsonObject => ({
  schema: { type: "string", description },
  example
})

/** The time of each stage (W3C Server Timing). */
export const serverTiming = {
  "Server-Timing": textField("Milliseconds of each stage.", "fetch;dur=62.1, parse;dur=8.033")
}

interface Answer {
  readonly description?: string
  readonly content?: JsonObject
  readonly headers?: JsonObject
}

/** Adds header fields and media types, which schemas cannot express, to the answer of an endpoint with this status. */
export const describeAnswer =
  (status: 200 | 201 | 202, { content = {}, headers = {}, ...more }: Answer) => (operation: JsonObject): JsonObject => {
    const responses = operation["responses"] as Record<string, JsonObject> // as OpenAPI has them
    const answer = responses[status] ?? {}
    const merged = { ...answer, ...more, headers, content: { ...answer["content"] as JsonObject, ...content } }
    return { ...operation, responses: { ...responses, [status]: merged } }
  }

/** Both changes of an operation, in order. */
export const described =
  (...changes: ReadonlyArray<(operation: JsonObject) => JsonObject>) => (operation: JsonObject): JsonObject =>
    changes.reduce((changed, change) => change(changed), operation)

/** The answer has an entity tag (RFC 9110 section 8.8.3). */
export const tagged = (operation: JsonObject): JsonObject => ({
  ...operation,
  responses: {
    ...operation["responses"] as JsonObject,
    304: { description: "The representation is that of If-None-Match." }
  }
})

/** A list with `limit`, which is text in a query. */
export const listed = ({ default: ofRoute, maximum }: { readonly default: number; readonly maximum: number }) =>
(
  operation: JsonObject
): JsonObject => ({
  ...operation,
  parameters: (operation["parameters"] as ReadonlyArray<JsonObject>).map((parameter) =>
    parameter["name"] === "limit"
      ? { ...parameter, schema: { type: "integer", minimum: 1, maximum, default: ofRoute }, example: ofRoute }
      : parameter
  )
})

const { json: _json, ...otherFormats } = pageFormats

/** The media types that Accept can request instead of a Document. */
export const rendered = describeAnswer(200, {
  headers: serverTiming,
  content: Object.fromEntries(
    Object.values(otherFormats).map((
      { description, example, type }
    ) => [type, textBody(`Returns ${description}.`, example)])
  )
})
