import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { wrongCursor } from "../../../../contract/api/Paging.ts"
import { type CsvTable, headerOf, linesOf } from "../../../../core/domain/csv/csv-table.ts"
import { csvType } from "../../../../core/kernel/csv.ts"
import { inSlices, inTurn } from "../../../../core/kernel/slices/in-slices.ts"
import { answerFields } from "../../http/answer-fields.ts"
import { invalidFields } from "../../http/decode-problems.ts"

type Documents<E> = Stream.Stream<Uint8Array, E>

const encoder = new TextEncoder()
const comma = encoder.encode(",")
const newline = encoder.encode("\n")

/**
 * A JSON object with the members of `head`, then `documents`, then those of `more`. The stored documents are sent one
 * after the other; they are never collected in memory. When the stream fails, the connection is cut, so that no reader
 * takes the answer for complete.
 */
export const withDocuments = <E>(head: object, documents: Documents<E>, more: object = {}) => {
  const before = JSON.stringify(head).slice(1, -1)
  const after = JSON.stringify(more).slice(1, -1)
  const separated = Stream.flatMap(
    Stream.zipWithIndex(inTurns(documents)),
    ([bytes, index]) => index === 0 ? Stream.make(bytes) : Stream.make(comma, bytes)
  )
  const body = Stream.make(encoder.encode(`{${before}${before === "" ? "" : ","}"documents":[`)).pipe(
    Stream.concat(separated),
    Stream.concat(Stream.make(encoder.encode(`]${after === "" ? "" : ","}${after}}`)))
  )
  return HttpServerResponse.stream(body, { contentType: "application/json" })
}

/** Documents that are sent as they are: each is written in a turn of the request's owner. */
const inTurns = <E>(documents: Documents<E>): Documents<E> =>
  Stream.mapEffect(documents, (bytes) => Effect.as(inTurn, bytes))

/** A header, and the rows of each Document. `first`: the rows of the first one, if they differ. */
export const csvRows = <E>(table: CsvTable, documents: Documents<E>, first = table) =>
  HttpServerResponse.stream(
    Stream.make(headerOf(table)).pipe(
      Stream.concat(
        Stream.mapEffect(
          Stream.zipWithIndex(documents),
          ([json, index]) => inSlices(() => linesOf(index === 0 ? first : table, json))
        )
      ),
      Stream.encodeText
    ),
    { contentType: csvType }
  )

/** One Document a line. */
export const jsonLines = <E>(contentType: string, documents: Documents<E>) =>
  HttpServerResponse.stream(Stream.flatMap(inTurns(documents), (bytes) => Stream.make(bytes, newline)), { contentType })

/** Links the next part of a list (RFC 8288), which is not in JSON. */
export const linkNext = (path: string, query: Readonly<Record<string, unknown>>) => {
  const given = Object.entries(query).flatMap(([name, value]) => value === undefined ? [] : [[name, String(value)]])
  return answerFields({ link: `<${path}?${new URLSearchParams(given)}>; rel="next"` })
}

export const foreignCursor = invalidFields([{ parameter: "after", detail: wrongCursor }])
