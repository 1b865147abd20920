import { Effect, FileSystem, Option, Schema, Stream } from "effect"
import { boundedLines } from "./bounded-lines.ts"
import { cannotRead, unusable } from "./FilesError.ts"
import { ledgerName, maxLineLength } from "./ledger-lines.ts"
import { countLines } from "./truncate-lines.ts"

/**
 * Fails if the JSON Lines are not those of the ledger: appending would corrupt a file of the user. `urls`: the stored
 * pages in the order of the ledger. Documents after the last row are not compared.
 */
export const checkDocuments = Effect.fnUntraced(function*(file: string, urls: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const unreadable = cannotRead(file)
  const lines = Math.min(urls.length, yield* Effect.mapError(countLines(file), unreadable))
  yield* boundedLines(Stream.mapError(fs.stream(file), unreadable), maxLineLength).pipe(
    Stream.take(lines),
    Stream.zipWithIndex,
    Stream.mapError((error) => error._tag === "LineTooLong" ? notOf(file, error.number) : error),
    Stream.runForEach(([line, index]) => isOf(line, urls[index]) ? Effect.void : Effect.fail(notOf(file, index + 1)))
  )
})

/** With --fields, a Document may have no URL to compare. */
const isOf = (line: string, url: string | undefined): boolean =>
  Option.match(decode(line), { onNone: () => false, onSome: (document) => (document.url ?? url) === url })

const decode = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ url: Schema.optionalKey(Schema.String) }))
)

const notOf = (file: string, line: number) =>
  unusable(
    `line ${line} of ${file} is not a Document of ${
      ledgerName(file)
    }, so nothing was changed; give the two files of one run`
  )
