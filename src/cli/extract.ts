import { Console, Effect, FileSystem, Layer, Option, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { basename } from "node:path"
import { Extractor } from "../extract/Extractor.ts"
import { withTrace } from "../extract/with-trace.ts"
import { offlineWay } from "../page/page-input.ts"
import { savedInput } from "../page/saved-page.ts"
import { CommandFailed, exitCode } from "./exit-codes.ts"
import { extractBatch } from "./extract-batch.ts"
import { format, rendition } from "./rendition.ts"
import { settingsAndLogs } from "./run.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("The saved page, may end in .gz; - reads it from stdin"),
  Argument.optional
)
const url = Flag.String("url").pipe(
  Flag.withDescription("Where the page was saved from: its links resolve against it"),
  Flag.optional
)
const contentType = Flag.String("content-type").pipe(
  Flag.withDescription("The Content-Type it was served with; without it name and bytes tell"),
  Flag.optional
)
const batch = Flag.String("batch").pipe(
  Flag.withDescription(
    "JSON Lines of {id, url, path, content_type?}, a line of JSON out for each, in order; - reads stdin"
  ),
  Flag.optional
)

export const extract = Command.make(
  "extract",
  { file, url, contentType, format, batch },
  (input) =>
    Option.isSome(input.batch)
      ? extractBatch(input.batch.value)
      : Effect.gen(function*() {
        if (Option.isNone(input.file) || Option.isNone(input.url)) return yield* usage
        const path = input.file.value
        const page = yield* savedInput({
          url: input.url.value,
          name: path === "-" ? "" : basename(path),
          contentType: Option.getOrUndefined(input.contentType),
          bytes: path === "-" ? (yield* Stdio.Stdio).stdin : (yield* FileSystem.FileSystem).stream(path)
        })
        const extraction = yield* (yield* Extractor).extract(page)
        yield* Console.log(rendition(withTrace(extraction, offlineWay), input.format))
      })
).pipe(
  Command.withDescription("Read saved pages, without the network"),
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

const usage = new CommandFailed({
  message: "give a FILE and --url URL, or --batch FILE; see gleaner extract --help",
  code: exitCode.usage
})
