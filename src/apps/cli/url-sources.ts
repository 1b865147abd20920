import { Effect, FileSystem, Result, Stdio, Stream } from "effect"
import { parseRequestUrl } from "../../core/domain/WebUrl.ts"
import { fileFault } from "../../core/kernel/file-fault.ts"
import { boundedLines } from "../../crawling/stores/files/bounded-lines.ts"
import { type CommandFailed, failed, usage } from "./output/exit-codes.ts"

/** A URL as typed, and parsed. */
export interface TypedUrl {
  readonly text: string
  readonly url: URL
}

/** Whether the name of a file stands for its lines. `-` always stands for the lines of stdin. */
type Reads = "files" | "stdin"

/** The URLs of a command line, in their order. */
export const urlsIn = (sources: ReadonlyArray<string>, reads: Reads) =>
  Effect.flatMap(Effect.forEach(sources, (source) => typedIn(source, reads)), (typed) => urlsOf(typed.flat()))

interface Typed {
  readonly text: string
  /** Its line and file, as text for an error. */
  readonly place: string
}

/** Skips empty lines and lines that begin with #. */
const typedIn = Effect.fnUntraced(function*(source: string, reads: Reads): Effect.fn.Return<
  ReadonlyArray<Typed>,
  CommandFailed,
  FileSystem.FileSystem | Stdio.Stdio
> {
  const fs = yield* FileSystem.FileSystem
  const isThere = !source.includes("://") && (yield* Effect.orElseSucceed(fs.exists(source), () => false))
  const isFile = reads === "files" && isThere
  if (reads === "stdin" && isThere && pageName.test(source)) {
    return yield* usage(`${source} is a file; gleaner extract ${source} reads it`)
  }
  const isMissing = reads === "files" ? listName.test(source) : pageName.test(source) && !source.includes("/")
  if (isMissing && !isThere) {
    return yield* usage(`${source}: there is no such file; a host of that name is written http://${source}`)
  }
  if (source !== "-" && !isFile) return [{ text: source, place: "" }]
  const bytes = source === "-" ? (yield* Stdio.Stdio).stdin : fs.stream(source)
  const lines = yield* boundedLines(bytes, maxLineLength).pipe(
    Stream.runCollect,
    Effect.mapError((cause) =>
      failed(
        cause._tag === "LineTooLong"
          ? `line ${cause.number} of ${source} has more than ${maxLineLength} characters, so it is not a list of URLs`
          : `${source} cannot be read: ${fileFault(cause)}`
      )
    )
  )
  const name = source === "-" ? "stdin" : source
  return lines.map((line, index) => ({ text: line.trim(), place: ` (line ${index + 1} of ${name})` }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"))
})

/** Endings that no host has: they are not top-level domains. Without a path, a name with one is that of a file. */
const listName = /^(?!.*:\/\/).+\.(?:txt|csv|tsv|jsonl?|list)$/i
const pageName = /\.(?:html?|xhtml|xml|pdf|docx?|txt|csv|jsonl?)$/i

/** Characters. Longer URLs are reported as invalid, with their line. */
const maxLineLength = 1024 * 1024

/** One error lists all invalid URLs. */
const urlsOf = (typed: ReadonlyArray<Typed>): Effect.Effect<ReadonlyArray<TypedUrl>, CommandFailed> => {
  const parsed = typed.map(({ place, text }) => ({ text, place, url: parseRequestUrl(text) }))
  const faults = parsed.flatMap(({ place, text, url }) =>
    Result.isFailure(url) ? [{ text, what: `${shown(text)}${place}`, why: url.failure }] : []
  )
  if (faults.length === 0) {
    return Effect.succeed(parsed.flatMap(({ text, url }) => Result.isSuccess(url) ? [{ text, url: url.success }] : []))
  }
  const byFault = [...Map.groupBy(faults, ({ why }) => why)].map(([why, same]) => {
    const more = same.length > maxShown ? ` and ${same.length - maxShown} more` : ""
    return `${same.slice(0, maxShown).map(({ what }) => what).join(", ")}${more}${
      same.length > 1 ? ": each" : ""
    } ${why}`
  })
  // Names of columns, and rows with several values.
  const isTable = typed.length > 1 && faults.filter(({ text }) => /[,;\t]/.test(text)).length * 2 > faults.length
  return usage(
    `${byFault.join("; ")}${
      isTable ? "; for a table, give the name of its column of URLs: gleaner batch TABLE.csv --column url" : ""
    }.`
  )
}

/** Texts with the same fault that are named. */
const maxShown = 5

/** Truncates the text: a file that is not a list of URLs may have lines of any length. */
const shown = (text: string): string =>
  text.length > maxShownLength ? `${JSON.stringify(text.slice(0, maxShownLength))}...` : JSON.stringify(text)
const maxShownLength = 100
