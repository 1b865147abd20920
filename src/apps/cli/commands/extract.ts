import { Effect, FileSystem, Layer, Option, Stdio } from "effect"
import { Argument, Command } from "effect/cli"
import { basename } from "node:path"
import { pageCsv } from "../../../core/domain/csv/page-csv.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { readSaved } from "../../../page/saved-page.ts"
import { extractBatch } from "../extract-batch.ts"
import { textFlag } from "../flags.ts"
import { usage } from "../output/exit-codes.ts"
import { printLine, writeBytes } from "../output/output.ts"
import { format, formatOf, parsedDocument, rendition } from "../output/rendition.ts"
import { reportPage } from "../output/report-page.ts"
import { settingsAndLogs } from "../run.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("Saved page, may be compressed (.gz); - reads stdin"),
  Argument.optional
)
const url = textFlag("url", "URL that the page was saved from, the base of its links")
const contentType = textFlag("content-type", "Content-Type of the page. Default: detected from name and bytes")
const batch = textFlag(
  "batch",
  "JSON Lines of {id, url, path, content_type?}; - reads stdin. Prints one line for each, in order"
)

export const extract = Command.make(
  "extract",
  { file, url, contentType, format, batch },
  (input) =>
    Option.isSome(input.batch)
      ? extractBatch(input.batch.value)
      : Effect.gen(function*() {
        if (Option.isNone(input.file)) return yield* usage("give a FILE, or --batch FILE; see gleaner extract --help")
        const path = input.file.value
        const json = yield* readSaved({
          url: Option.getOrElse(input.url, () => ""),
          name: path === "-" ? "" : basename(path),
          contentType: Option.getOrUndefined(input.contentType),
          bytes: path === "-" ? (yield* Stdio.Stdio).stdin : (yield* FileSystem.FileSystem).stream(path)
        })
        const document = parsedDocument(json)
        const format = yield* formatOf(input.format)
        if (format === "csv") yield* writeBytes(yield* inSlices(() => pageCsv().textOf(json)))
        else yield* printLine(rendition(document, format))
        const { final_url: finalUrl, status, trace: { warnings } } = document
        const failure = yield* reportPage({ finalUrl, status, warnings })
        if (failure !== undefined) return yield* failure
      })
).pipe(
  Command.withDescription("Extract saved pages, without network access"),
  Command.provide(({ batch }) =>
    Layer.provideMerge(Option.isSome(batch) ? Extractor.layer : Extractor.layerInline, settingsAndLogs)
  ),
  Command.withExamples([
    {
      command: "gleaner extract page.html --url https://example.com/page",
      description: "The markdown of a saved page"
    },
    { command: "gleaner extract --batch pages.jsonl > documents.jsonl", description: "Many pages, on all cores" }
  ])
)
