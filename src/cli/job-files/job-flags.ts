import type { Option } from "effect"
import { Flag } from "effect/cli"

// Not Flag.Path, which would resolve `-` to a file.
const file = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** The files that a job reads and writes. */
export const jobFlags = {
  since: file(
    "since",
    "JSON Lines written by an earlier run with --out, or - for stdin. Pages are requested conditionally; only new and changed ones are written"
  ),
  resume: file(
    "resume",
    "The --out file of an interrupted run. Continues the crawl, with its URLs and options, and appends to the file"
  ),
  out: file("out", "File for the JSON Lines. Default: stdout. FILE.ledger is written too, for --since and --resume")
    .pipe(Flag.withAlias("o")),
  markdown: Flag.Path("markdown").pipe(
    Flag.withDescription(
      "Folder for markdown, one file per page. JSON Lines are then written only with --out"
    ),
    Flag.optional
  ),
  warc: Flag.Path("warc").pipe(
    Flag.withDescription("WARC file for all requests and responses; compressed if the name ends in .gz"),
    Flag.optional
  )
}

export type JobFiles = { readonly [name in keyof typeof jobFlags]: Option.Option<string> }
