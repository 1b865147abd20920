import type { Job, JobPassages } from "../../../../contract/client/index.ts"
import type { JobTemplate, KeyedJob } from "./ServiceJobs.ts"

/** A table of jobs. The key is a column if there are several. */
export const jobTable = (jobs: ReadonlyArray<KeyedJob>): string => {
  const hasKeys = new Set(jobs.map(({ key }) => key)).size > 1
  const rows = jobs.map(({ job, key }) => [
    job.id,
    job.status,
    String(job.stats.crawled),
    String(job.stats.stored),
    String(job.stats.pending),
    timeOf(job.created_at),
    ...(hasKeys ? [key] : []),
    job.url
  ])
  const titles = ["id", "status", "crawled", "stored", "pending", "created", ...(hasKeys ? ["key"] : []), "url"]
  return tableOf(titles, rows)
}

/** A passage with its headings and the URL that leads to it. */
export const passageText = ({ heading_path, markdown, title, url }: JobPassages["passages"][number]): string =>
  [[title, ...heading_path.filter((heading) => heading !== title)].join(" > "), url, "", markdown].join("\n")

/** A table of templates. The fields are those of at least half of the pages. */
export const templateTable = (templates: ReadonlyArray<JobTemplate>): string =>
  tableOf(
    ["template", "pages", "share", "url pattern", "records", "fields"],
    templates.map(({ fields, pages, records, share, template, url_pattern }) => [
      template,
      String(pages),
      `${Math.round(share * 100)} %`,
      url_pattern,
      records.filter((one) => one.pages * 2 >= pages).map(({ type }) => type || "repeated").join(", "),
      fields.filter((one) => one.pages * 2 >= pages).map(({ name }) => name).join(", ")
    ])
  )

const tableOf = (titles: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  return [titles, ...rows]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd())
    .join("\n")
}

/** Details of one job, with its most recent errors. */
export const jobText = ({ job, key }: KeyedJob): string => {
  const lines: ReadonlyArray<readonly [string, string]> = [
    ["job", job.id],
    ["key", key],
    ["url", job.url],
    ["status", job.status],
    ["created", timeOf(job.created_at)],
    ["finished", job.finished_at === null ? "not yet" : timeOf(job.finished_at)],
    ["pages", statsText(job.stats)],
    ["documents", String(job.document_count)],
    ["options", optionsOf(job)],
    ...job.notes.map((note) => ["note", note] as const),
    ...job.errors.slice(-shownErrors).map(({ at, code, message, url }) =>
      ["error", `${timeOf(at)} ${url}: ${message} (${code})`] as const
    )
  ]
  return lines.map(([name, value]) => `${name.padEnd(10)} ${value}`).join("\n")
}

const shownErrors = 5

/** The counters of a job as text. */
const statsText = ({ crawled, duplicates, failed, pending, skipped, stored }: Job["stats"]): string =>
  `${crawled} crawled, ${stored} stored, ${failed} failed, ${skipped} skipped, ${duplicates} duplicates, ${pending} pending`

const timeOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")}Z`

const optionsOf = ({ options }: Job): string =>
  Object.entries(options)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(" ") : String(value)}`)
    .join(", ")
