import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { pageCsv } from "../../../core/domain/csv/page-csv.ts"
import type { DocumentField } from "../../../core/domain/document/DocumentField.ts"
import { fieldOfFormat, formatNames, pageFormats } from "../../../core/domain/options/page-formats.ts"
import { chunkOption, documentOption, type PageOptions } from "../../../core/domain/options/PageOptions.ts"
import { csvType } from "../../../core/kernel/csv.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { acceptedType } from "../http/accepted-type.ts"
import { notFor, wrongOption } from "../http/wrong-option.ts"

/** Representation of a scrape: its options with the fields that it needs, and how it is made from the bytes. */
export interface Rendition<O extends PageOptions> {
  readonly options: O
  readonly answer: (json: Uint8Array) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

/**
 * The format that Accept prefers (RFC 9110 section 12.5.1). For a format of one field, the other fields are neither made
 * nor sent.
 */
export const acceptedRendition = Effect.fnUntraced(function*<O extends PageOptions>(options: O) {
  const type = yield* acceptedType("a scrape can give", formatNames.map((name) => pageFormats[name].type))
  const format = formatNames.find((name) => pageFormats[name].type === type) ?? "json"
  if (format === "json") return { options, answer: asTheyAre } satisfies Rendition<O>
  const field = fieldOfFormat(format)
  const unused = field === undefined ? chunkOption(options) : documentOption(options)
  if (unused !== undefined) {
    return yield* wrongOption(unused, notFor(type))
  }
  if (field === undefined) {
    const { fields, textOf } = pageCsv(options.fields)
    const answer = (json: Uint8Array) => Effect.map(inSlices(() => textOf(json)), csvAnswer)
    return { options: { ...options, fields }, answer } satisfies Rendition<O>
  }
  if (options.fields !== undefined && !options.fields.includes(field)) {
    return yield* wrongOption(
      "fields",
      `lacks ${field}, which is all that Accept: ${type} answers; add it or leave fields out`
    )
  }
  return { options: { ...options, fields: [field] }, answer: textOf(field, type) } satisfies Rendition<O>
})

/** The bytes of the extractor. The Document was encoded once, where it was made. */
const asTheyAre = (json: Uint8Array) =>
  Effect.succeed(HttpServerResponse.uint8Array(json, { contentType: "application/json" }))

const csvAnswer = (text: string) => HttpServerResponse.text(text, { contentType: csvType })

const textOf = (field: DocumentField, type: string) => (json: Uint8Array) =>
  Effect.sync(() =>
    HttpServerResponse.text(decodeTexts(new TextDecoder().decode(json))[field] ?? "", {
      contentType: `${type}; charset=utf-8`
    })
  )

const decodeTexts = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)))
