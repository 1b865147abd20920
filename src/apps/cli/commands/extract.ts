import { Effect, FileSystem, Layer, Option, Stdio } from "effect"
import { Argument, Command } from "effect/cli"
import { basename, resolve } from "node:path"
import { pageCsv } from "../../../core/domain/csv/page-csv.ts"
import { inSlices } from "../../../core/kernel/slices/in-slices.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import { readSaved } from "../../../page/saved-page.ts"
import { extractBatch } from "../extract/extract-batch.ts"
import { extractFiles } from "../extract/extract-files.ts"
import { isFolder } from "../extract/files-in.ts"
import { textFlag } from "../flags.ts"
import { usage } from "../output/exit-codes.ts"
import { printLine, writeBytes } from "../output/output.ts"
import { formatOf, parsedDocument, rendition, savedFormat } from "../output/rendition.ts"
import { reportPage } from "../output/report-page.ts"
import { settingsAndLogs } from "../run.ts"

const files = Argument.String("file").pipe(
  Argument.withDescription("Saved pages, may be compressed (.gz), and folders of them; - reads a page from stdin"),
  Argument.variadic({ min: 0 })
)
const url = textFlag("url", "URL that the page was saved from, the base of its links. For one FILE")
const contentType = textFlag("content-type", "Content-Type of the pages. Default: detected from name and bytes")
const batch = textFlag(
  "batch",
  "JSON Lines of {id, url, path, content_type?}; - reads stdin. Prints one line for each, in order"
)
const markdown = textFlag(
  "markdown",
  "Folder for markdown, one file per page, under the path that the page has in its own folder. Nothing is printed"
)

const flags = { files, url, contentType, format: savedFormat, batch, markdown }

type Input = Command.Command.Config.Infer<typeof flags>

export const extract = Command.make("extract", flags, (input) =>
  Effect.gen(function*() {
    const fault = faultOf(input)
    if (fault !== undefined) return yield* usage(fault)
    if (Option.isSome(input.batch)) return yield* extractBatch(input.batch.value)
    const single = yield* singleFile(input)
    if (single !== undefined) return yield* extractOne(single, input)
    if (Option.isSome(input.url)) return yield* usage("--url is for one FILE; omit it, or use --batch.")
    yield* extractFiles({
      sources: input.files,
      contentType: Option.getOrUndefined(input.contentType),
      format: yield* formatOf(input.format),
      markdown: Option.getOrUndefined(input.markdown)
    })
  })).pipe(
    Command.withDescription("Extract saved pages and folders of them, without network access"),
    Command.provide((input) => Layer.provideMerge(extractorFor(input), settingsAndLogs)),
    Command.withExamples([
      {
        command: "gleaner extract page.html --url https://example.com/page",
        description: "The markdown of a saved page"
      },
      {
        command: "gleaner extract documents --markdown pages",
        description: "A folder of files as a folder of markdown"
      },
      { command: "gleaner extract --batch pages.jsonl > documents.jsonl", description: "Many pages, on all cores" }
    ])
  )

const faultOf = ({ batch, files, format, markdown }: Input): string | undefined => {
  if (Option.isSome(batch)) {
    if (files.length > 0) return "--batch lists its files; omit the others"
    return Option.isSome(markdown) ? "--batch prints JSON Lines; omit --markdown, or give FILES" : undefined
  }
  if (files.length === 0) return "give FILES or folders, or --batch FILE; see gleaner extract --help"
  const url = files.find((file) => /^https?:\/\//.test(file))
  if (url !== undefined) return `${url} is a URL; gleaner scrape ${url} fetches it`
  if (files.indexOf("-") !== files.lastIndexOf("-")) return "- stands for one page on stdin; give it once"
  if (Option.isNone(markdown)) return undefined
  if (Option.isSome(format)) return "--markdown writes files; omit --format, or omit --markdown to print the pages"
  return files.some((file) => resolve(file) === resolve(markdown.value))
    ? `--markdown ${markdown.value} is also read; name another folder`
    : undefined
}

/** The only file, if it is printed by itself. */
const singleFile = Effect.fnUntraced(function*({ files, markdown }: Input) {
  const [first] = files
  if (first === undefined || files.length > 1 || Option.isSome(markdown)) return undefined
  return first !== "-" && (yield* isFolder(first)) ? undefined : first
})

/** One page is extracted in this process, which avoids the start of another one. */
const extractorFor = (input: Input) =>
  Layer.unwrap(
    Effect.map(
      Option.isSome(input.batch) ? Effect.succeed(undefined) : singleFile(input),
      (single) => single === undefined ? Extractor.layer : Extractor.layerHere
    )
  )

const extractOne = Effect.fnUntraced(function*(path: string, input: Input) {
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
