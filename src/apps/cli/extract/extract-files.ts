import { Effect, FileSystem, Option, Result, Stdio, Stream } from "effect"
import * as path from "node:path"
import type { Warning } from "../../../core/domain/document/Trace.ts"
import { noStats } from "../../../core/domain/job/Job.ts"
import type { PageFormat } from "../../../core/domain/options/page-formats.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { readSaved } from "../../../page/saved-page.ts"
import { SavedPageError } from "../../../page/SavedPageError.ts"
import { countReason, reasonsText } from "../output/closing-line.ts"
import { carryingCsv } from "../output/csv-output.ts"
import { brief, failed, inWords } from "../output/exit-codes.ts"
import { printLine, writeBytes } from "../output/output.ts"
import { progressOf } from "../output/progress.ts"
import { parsedDocument, rendition } from "../output/rendition.ts"
import { notice, Verbose } from "../output/verbosity.ts"
import { documentLine, errorLine } from "./extracted-lines.ts"
import { filesIn, type FoundFile } from "./files-in.ts"
import { markdownNames, savedMarkdown } from "./saved-markdown.ts"

interface Files {
  readonly sources: ReadonlyArray<string>
  readonly contentType: string | undefined
  readonly format: PageFormat
  /** Folder for markdown. Without it, pages are printed. */
  readonly markdown: string | undefined
}

/**
 * Extracts files and the files of folders, and prints them in their order or writes markdown. A file that cannot be
 * read is reported, and the command fails at its end.
 */
export const extractFiles = Effect.fnUntraced(function*({ contentType, format, markdown, sources }: Files) {
  const files = yield* filesIn(sources, markdown)
  if (files.length === 0) return yield* failed(`${sources.join(", ")}: there is no file to extract`)
  const { header, page } = markdown === undefined
    ? yield* printer(format)
    : yield* markdownWriter(markdown, files)
  yield* writeBytes(header)
  const isVerbose = yield* Verbose
  const progress = yield* progressOf({
    budget: files.length,
    out: Option.fromUndefinedOr(markdown),
    unit: "file"
  })
  const reasons = new Map<string, number>()
  let ended = 0
  let failures = 0
  yield* Stream.fromIterable(files).pipe(
    Stream.mapEffect(
      (file) => Effect.map(Effect.result(read(file, contentType)), (result) => ({ file, result })),
      { concurrency: inFlight }
    ),
    Stream.runForEach(Effect.fnUntraced(function*({ file, result }) {
      yield* progress.clear
      yield* page(file, result)
      if (Result.isFailure(result)) {
        failures++
        countReason(reasons, { code: result.failure.code, status: 0 })
        yield* notice(`gleaner: ${inWords(result.failure).line ?? ""}`)
      } else {
        yield* reportWarnings(file.path, parsedDocument(result.success).trace.warnings)
        if (isVerbose) yield* notice(`read ${file.path}`)
      }
      ended++
      yield* progress.show({ ...noStats, stored: ended - failures, failed: failures, pending: files.length - ended })
    }))
  )
  yield* progress.clear
  if (markdown !== undefined) yield* notice(`markdown: ${counted(ended - failures, "file")} in ${markdown}`)
  if (failures > 0) {
    return yield* failed(`${failures} of ${counted(files.length, "file")} could not be read${reasonsText(reasons)}`)
  }
}, Effect.scoped)

/** Files read ahead: enough for every core, few enough for memory. */
const inFlight = 16

type Read = Result.Result<Uint8Array, SavedPageError>

const read = Effect.fnUntraced(function*({ fault, path: name }: FoundFile, contentType: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  const stdio = yield* Stdio.Stdio
  if (fault !== undefined) {
    const detail = `The folder cannot be read: ${fault}.`
    return yield* new SavedPageError({ name, code: "unreadable_file", detail })
  }
  return yield* readSaved({
    url: "",
    name: name === "-" ? "" : path.basename(name),
    contentType,
    bytes: name === "-" ? stdio.stdin : fs.stream(name)
  }).pipe(Effect.mapError((error) => new SavedPageError({ name, code: error.code, detail: brief(error) })))
})

const reportWarnings = (name: string, warnings: ReadonlyArray<Warning>) =>
  Effect.forEach(warnings, ({ code, message }) => notice(`gleaner: ${name}: ${message} (${code})`), { discard: true })

const markdownWriter = Effect.fnUntraced(function*(
  folder: string,
  files: ReadonlyArray<FoundFile>
) {
  const write = yield* savedMarkdown(folder)
  const names = markdownNames(folder, files)
  const nameOf = new Map(files.map((file, index) => [file, names[index] ?? ""]))
  const page = (file: FoundFile, result: Read) =>
    Result.isFailure(result)
      ? Effect.void
      : write(nameOf.get(file) ?? "", file.path, parsedDocument(result.success))
  return { header: "", page }
})

/** Separates texts as head(1) does. JSON has a line for each file, as that of `--batch`. */
const printer = Effect.fnUntraced(function*(format: PageFormat) {
  if (format === "csv") {
    const csv = yield* carryingCsv(["file"])
    const page = ({ path: name }: FoundFile, result: Read) =>
      Result.isFailure(result)
        ? writeBytes(csv.failedRow([name], "", result.failure.detail))
        : Effect.flatMap(csv.rowsOf([name], result.success), writeBytes)
    return { header: csv.header, page }
  }
  const page = ({ path: name }: FoundFile, result: Read) => {
    if (Result.isFailure(result)) return format === "json" ? printLine(errorLine(name, result.failure)) : Effect.void
    if (format === "json") return printLine(documentLine(name, result.success))
    return writeBytes(`==> ${name} <==\n${rendition(parsedDocument(result.success), format)}\n\n`)
  }
  return { header: "", page }
})
