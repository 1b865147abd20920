import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { type CsvTable } from "../../../core/domain/csv/csv-table.ts"
import { parquetType } from "../../../core/domain/csv/parquet-type.ts"
import { ParquetFile } from "../../../core/domain/csv/ParquetFile.ts"
import { recordColumns, recordRow } from "../../../core/domain/csv/record-table.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"

/** The rows of each Document. `first`: the rows of the first one, if they differ. */
export const parquetRows = <E>(table: CsvTable, documents: Stream.Stream<Uint8Array, E>, first = table) =>
  HttpServerResponse.stream(
    Stream.suspend(() => {
      const file = new ParquetFile(table)
      return Stream.mapEffect(Stream.zipWithIndex(documents), ([json, index]) =>
        inSlices(function*() {
          return file.add(yield* (index === 0 ? first : table).rowsOf(json))
        })).pipe(Stream.concat(Stream.sync(() => file.end())))
    }).pipe(Stream.filter(({ length }) => length > 0)),
    { contentType: parquetType }
  )

/** A file of these records. */
export const recordsParquet = (
  records: ReadonlyArray<{ readonly pageUrl: Uint8Array; readonly json: Uint8Array }>
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(
    inSlices(function*() {
      const file = new ParquetFile({ columns: recordColumns })
      const parts: Array<Uint8Array> = []
      for (const { json, pageUrl } of records) {
        parts.push(file.add([yield* recordRow(pageUrl, json)]))
        yield
      }
      return Buffer.concat([...parts, file.end()])
    }),
    (bytes) => HttpServerResponse.uint8Array(bytes, { contentType: parquetType })
  )
