import type { Option } from "effect"
import { Flag } from "effect/cli"

// A flag of type Path would make a file of `-`.
const file = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

/** The files that a job reads and writes. */
export const jobFlags = {
  since: file(
    "since",
    "The JSON Lines that an earlier run wrote with --out, or - for stdin. Pages are asked whether they have changed since then; only new and changed ones are written"
  ),
  resume: file(
    "resume",
    "The file that an interrupted run wrote with --out. The crawl goes on where it was, with its URLs and options, and appends to the file"
  ),
  out: file("out", "File for the JSON Lines; stdout without it. Beside it, FILE.ledger is written for --since").pipe(
    Flag.withAlias("o")
  ),
  markdown: Flag.Path("markdown").pipe(
    Flag.withDescription(
      "Folder for the markdown of each page, a file a page. The JSON Lines are then written only with --out"
    ),
    Flag.optional
  ),
  warc: Flag.Path("warc").pipe(
    Flag.withDescription("WARC file of every request and response; compressed where its name ends in .gz"),
    Flag.optional
  )
}

export type JobFiles = { readonly [name in keyof typeof jobFlags]: Option.Option<string> }
