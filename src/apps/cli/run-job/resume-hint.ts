import { Option } from "effect"
import type { CrawlOptions } from "../../../core/domain/job/Job.ts"
import { fileFlag, type JobFiles } from "../job-files/job-flags.ts"
import { shellWord } from "../output/shell-word.ts"

/** Explains how to continue an interrupted job whose JSON Lines are in `file`. */
export const resumeHint = (
  file: string | undefined,
  options: CrawlOptions,
  files: JobFiles,
  hasCredentials: boolean
): string => {
  if (file === undefined) return "it cannot be resumed, since only a job with --out FILE can"
  const command = options.urls === undefined ? "crawl" : "batch"
  const again = (["since", "markdown", "mirror", "llmsTxt", "llmsFull", "pictures"] as const).flatMap((name) =>
    Option.isSome(files[name]) ? [`${fileFlag(name)} ${shellWord(files[name].value)}`] : []
  )
  const notes = [
    ...(hasCredentials ? ["the same --headers and --cookies"] : []),
    ...(Option.isSome(files.warc) ? ["--warc with a new file"] : []),
    ...(Option.isSome(files.wacz) ? ["--wacz with a new file"] : [])
  ]
  const line = [`gleaner ${command} --resume ${shellWord(file)}`, ...again].join(" ")
  return `continue with: ${line}${notes.length === 0 ? "" : ` (and ${notes.join(", and ")})`}`
}
