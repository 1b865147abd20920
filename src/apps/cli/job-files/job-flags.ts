import { Option } from "effect"
import { Flag } from "effect/cli"
import { RepeatsOption } from "../../../core/domain/options/RepeatsOption.ts"
import { textFlag } from "../flags.ts"

const pathFlag = (name: string, description: string) =>
  Flag.Path(name).pipe(Flag.withDescription(description), Flag.optional)

/** Formats of the documents of a job. */
const jobFormats = ["jsonl", "csv", "chunks", "parquet"] as const

/** The files that a job reads and writes. */
export const jobFlags = {
  since: textFlag(
    "since",
    "JSON Lines written by an earlier run with --out, or - for stdin. Pages are requested conditionally; only new and changed ones are written"
  ),
  resume: textFlag(
    "resume",
    "The --out file of an interrupted run. Continues the crawl, with its URLs and options, and appends to the file"
  ),
  out: textFlag("out", "File for the JSON Lines. Default: stdout. FILE.ledger is written too, for --since and --resume")
    .pipe(Flag.withAlias("o")),
  format: Flag.Literals("format", jobFormats).pipe(
    Flag.withAlias("f"),
    Flag.withDescription(
      "Output: jsonl, a Document per line; csv or parquet, a row per page (with --fields records, a row per record); chunks, a chunk with the title of its page per line. Default: jsonl. Only jsonl has a FILE.ledger, which --since and --resume need"
    ),
    Flag.optional
  ),
  repeats: Flag.Literals("repeats", RepeatsOption.literals).pipe(
    Flag.withDescription(
      "Text that other pages of the same host have too: keep, mark (list it in the field repeats) or drop (also leave it out of markdown and text). With mark and drop, the pages are written when the job has ended, and there is no FILE.ledger. Default: keep"
    ),
    Flag.optional
  ),
  markdown: pathFlag(
    "markdown",
    "Folder for markdown, one file per page. JSON Lines are then written only with --out"
  ),
  mirror: pathFlag(
    "mirror",
    "Folder for a copy of the site that works without a server: the HTML of its pages with relative links, their images, style sheets and scripts. JSON Lines are then written only with --out"
  ),
  llmsTxt: pathFlag(
    "llms-txt",
    "File that lists the pages for language models (llmstxt.org). JSON Lines are then written only with --out"
  ),
  llmsFull: pathFlag(
    "llms-full",
    "File with the markdown of all pages, as llms-full.txt. JSON Lines are then written only with --out"
  ),
  pictures: pathFlag(
    "pictures",
    "Folder for a picture of each page. picture.url of a page is then the name of its file. Needs a browser"
  ),
  pictureOptions: textFlag(
    "picture-options",
    "JSON with full_page, width, height and format of the pictures. Default: webp, 1280 by 1024 pixels"
  ),
  warc: pathFlag("warc", "WARC file for all requests and responses; compressed if the name ends in .gz"),
  wacz: pathFlag("wacz", "WACZ file for all requests and responses, with an index and a list of the pages, to replay")
}

/** The given format, or the default. */
export const formatOfJob = ({ format }: Pick<JobFiles, "format">): (typeof jobFormats)[number] =>
  Option.getOrElse(format, () => "jsonl") as (typeof jobFormats)[number] // a choice of the flag

/** Whether pages are compared with each other, so none is complete before the end. */
export const isComparing = ({ repeats }: Pick<JobFiles, "repeats">): boolean =>
  Option.isSome(repeats) && repeats.value !== "keep"

export type JobFiles = { readonly [name in keyof typeof jobFlags]: Option.Option<string> }

/** The flag of a file, as typed. */
export const fileFlag = (name: keyof JobFiles): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
