import type { Option } from "effect"
import { Flag } from "effect/cli"
import { textFlag } from "../flags.ts"

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
