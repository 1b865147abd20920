import { Effect, Option } from "effect"
import { resolve } from "node:path"
import { type CrawlOptions, unstored } from "../../../core/domain/job/Job.ts"
import { flagName } from "../../../core/domain/options/option-forms.ts"
import type { OptionName } from "../../../core/domain/options/RequestOptions.ts"
import type { EarlierPart } from "../../../crawling/stores/files/read-files.ts"
import { usage } from "../output/exit-codes.ts"
import { formatOfJob, type JobFiles } from "./job-flags.ts"

interface Given extends Pick<JobFiles, "format" | "out" | "pictures" | "since"> {
  /** Options of the command line. */
  readonly options: Readonly<Record<string, unknown>>
  /** URLs of the command line, or none. */
  readonly urls: ReadonlyArray<string>
}

/** The options of a resumed crawl. Options that the command line repeats must be equal. */
export const resumedOptions = Effect.fnUntraced(function*(
  { file, job }: EarlierPart,
  command: "crawl" | "batch",
  { format, options: given, out, pictures, since, urls }: Given
) {
  const { credentials_node, ...options } = job.options
  const wrote = options.urls === undefined ? "crawl" : "batch"
  if (wrote !== command) return yield* usage(`${file} was written by gleaner ${wrote}; use gleaner ${wrote} --resume.`)
  if (formatOfJob({ format }) !== "jsonl") return yield* usage("--resume appends JSON Lines; omit --format.")
  if (Option.isSome(out) && resolve(out.value) !== resolve(file)) {
    return yield* usage("--resume appends to its own file; omit --out.")
  }
  const before = options.urls ?? options.seeds ?? [job.url]
  if (urls.length > 0 && JSON.stringify(urls) !== JSON.stringify(before)) {
    return yield* usage(`${file} was started with other URLs; omit URLs with --resume.`)
  }
  if (given["dry_run"] === true) return yield* usage("--dry-run plans a new crawl; omit --resume.")
  const other = Object.keys(given).find((name) => !unrecorded.has(name) && !isSame(options, name, given[name]))
  if (other !== undefined) {
    return yield* usage(
      `--${flagName(other as OptionName)} differs from the option that ${file} was started with; omit it.`
    )
  }
  if (Option.isSome(since) !== (options.since !== undefined)) {
    return yield* usage(
      Option.isSome(since)
        ? `${file} was started without --since; omit it.`
        : `${file} was started with --since; give the same file again.`
    )
  }
  if (Option.isSome(pictures) !== (options.pictures !== undefined)) {
    return yield* usage(
      Option.isSome(pictures)
        ? `${file} was started without --pictures; omit it.`
        : `${file} was started with --pictures; give the same folder again.`
    )
  }
  if (credentials_node !== undefined && given["headers"] === undefined && given["cookies"] === undefined) {
    return yield* usage(`${file} was started with --headers or --cookies, which are not stored; give them again.`)
  }
  return options
})

const unrecorded: ReadonlySet<string> = new Set(unstored)

const isSame = (options: CrawlOptions, name: string, value: unknown): boolean => {
  const before: Readonly<Record<string, unknown>> = { ...options, ...options.requested }
  return JSON.stringify(before[name]) === JSON.stringify(value)
}
