import { parse } from "csv-parse/sync"
import { Effect, FileSystem, Result, Stdio, Stream } from "effect"
import { delimiterOf } from "../../../core/domain/csv/delimiter.ts"
import { canonical, parseRequestUrl } from "../../../core/domain/WebUrl.ts"
import { fileFault } from "../../../core/kernel/file-fault.ts"
import { nearestName } from "../../../core/kernel/nearest-name.ts"
import { failed, usage } from "../output/exit-codes.ts"

/** A table with a column of URLs. */
export interface UrlTable {
  /** Names of the other columns, which the output carries. */
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<TableRow>
}

export interface TableRow {
  /** The URL as it is in the table. */
  readonly typed: string
  /** A valid URL, or the reason why there is none. */
  readonly url: Result.Result<URL, string>
  /** Cells of the other columns. */
  readonly cells: ReadonlyArray<string>
}

/** The distinct URLs of a table, in its order. */
export const urlsOfTable = ({ rows }: UrlTable): ReadonlyArray<URL> => {
  const urls = new Map<string, URL>()
  for (const { url } of rows) {
    if (Result.isSuccess(url) && !urls.has(canonical(url.success))) urls.set(canonical(url.success), url.success)
  }
  return [...urls.values()]
}

/** Reads a table with a line of names: comma-, semicolon- or tab-separated values. `-` stands for stdin. */
export const readUrlTable = Effect.fnUntraced(function*(source: string, column: string) {
  const shown = source === "-" ? "stdin" : source
  const [header = [], ...body] = yield* recordsOf(yield* textOf(source, shown), shown)
  const names = uniqueNames(header)
  const at = names.findIndex((name) => name === column)
  if (at < 0) {
    const nearest = nearestName(column, names)
    return yield* usage(
      `--column ${column} is not a column of ${shown}, which has ${names.slice(0, maxShown).join(", ")}${
        names.length > maxShown ? " and others" : ""
      }${nearest === undefined ? "" : `; the nearest is ${nearest}`}.`
    )
  }
  const withoutUrl = (cells: ReadonlyArray<string>) => cells.filter((_, index) => index !== at)
  const table: UrlTable = {
    columns: withoutUrl(names),
    rows: body.map((cells) => {
      const typed = (cells[at] ?? "").trim()
      return {
        typed,
        url: typed === "" ? Result.fail("has no URL") : parseRequestUrl(typed),
        cells: withoutUrl(names.map((_, index) => cells[index] ?? ""))
      }
    })
  }
  return table
})

const maxShown = 20
/** Bytes. The rows are in memory until the job has ended. */
const maxTable = 256 * 1024 * 1024

const textOf = Effect.fnUntraced(function*(source: string, shown: string) {
  const fs = yield* FileSystem.FileSystem
  const bytes = source === "-" ? (yield* Stdio.Stdio).stdin : fs.stream(source)
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* bytes.pipe(
    Stream.mapError((cause) => failed(`${shown} cannot be read: ${fileFault(cause)}`)),
    Stream.runForEach((chunk) => {
      chunks.push(chunk)
      size += chunk.length
      return size > maxTable ? Effect.fail(failed(`${shown} is larger than ${maxTable} bytes; split it`)) : Effect.void
    })
  )
  return new TextDecoder().decode(Buffer.concat(chunks))
})

const recordsOf = (text: string, shown: string) =>
  Effect.try({
    try: (): ReadonlyArray<ReadonlyArray<string>> =>
      parse(text, { delimiter: delimiterOf(text), relax_column_count: true, skip_empty_lines: true }),
    catch: (cause) => failed(`${shown} is not a table of values: ${cause instanceof Error ? cause.message : "invalid"}`)
  })

/** A column without a name has its number; of equal names, later ones have theirs too. */
const uniqueNames = (header: ReadonlyArray<string>): ReadonlyArray<string> => {
  const taken = new Set<string>()
  return header.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`
    const free = taken.has(name) ? `${name} ${index + 1}` : name
    taken.add(free)
    return free
  })
}
