import { Schema } from "effect"
import { Document } from "../document/Document.ts"
import type { Action } from "../options/Action.ts"
import { Notify } from "../options/Notify.ts"
import { type Options, requestOptions } from "../options/RequestOptions.ts"
import { optionOf, type OptionsOf, routeOptions, withDefaults } from "../options/RouteOptions.ts"
import { RandomId } from "../schema/json-schema-form.ts"
import { driftCode, driftIn, driftNote } from "./JobDrift.ts"

export const JobId = RandomId.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

export const JobStatus = Schema.Literals(["queued", "running", "done", "failed", "cancelled"]).annotate({
  identifier: "JobStatus"
})
export type JobStatus = typeof JobStatus.Type

export const isFinal = (status: JobStatus): boolean => status !== "queued" && status !== "running"

export const JobStats = Schema.Struct({
  crawled: Schema.Int.annotate({ description: "Pages with a response." }),
  stored: Schema.Int.annotate({ description: "Documents stored." }),
  failed: Schema.Int.annotate({ description: "Pages without a response, or with a status of 400 or above." }),
  skipped: Schema.Int.annotate({ description: "Pages in scope that were not fetched or not stored." }),
  duplicates: Schema.Int.annotate({ description: "Pages dropped as duplicates of an earlier page." }),
  pending: Schema.Int.annotate({ description: "URLs queued or being fetched." })
}).annotate({ identifier: "JobStats" })
export interface JobStats extends Schema.Schema.Type<typeof JobStats> {}

export const noStats: JobStats = { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 }

export const JobError = Schema.Struct({
  url: Schema.String.annotate({ description: "The page, or the seed if the error concerns the whole crawl." }),
  code: Schema.String.annotate({ description: "Stable code of the error." }),
  message: Schema.String.annotate({ description: "Explanation of the error and its remedy." }),
  at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, fractional." })
}).annotate({ identifier: "JobError" })
export interface JobError extends Schema.Schema.Type<typeof JobError> {}

/** Options of a crawl that are not part of its job: secrets stay in memory, and a dry run starts no job. */
export const unstored = ["headers", "cookies", "dry_run"] as const

type JobOption = Exclude<keyof OptionsOf<"crawl">, (typeof unstored)[number]>
type JobFields = {
  readonly [N in JobOption]: Options[N] extends { readonly default: unknown } ? Options[N]["schema"]
    : Schema.optionalKey<Options[N]["schema"]>
}

const jobFields = Object.fromEntries(
  routeOptions.crawl.filter((name) => !unstored.some((other) => other === name)).map((name) => {
    const { about, schema, ...rest } = optionOf("crawl", name)
    const field = schema.annotate({ description: about })
    return [name, "default" in rest ? field : Schema.optionalKey(field)]
  })
  // One key for each name of the list.
) as unknown as JobFields

/** The options of a crawl, within the maximum values of the deployment. */
export const CrawlOptions = Schema.Struct({
  ...jobFields,
  actions: Schema.optionalKey(
    requestOptions.actions.schema.annotate({
      description: "The actions of a batch. In responses, the text that they type is empty."
    })
  ),
  urls: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "The URLs of a batch. Never part of a response." })
  ),
  seeds: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "The seeds of a crawl that has several. Never part of a response."
    })
  ),
  requested: Schema.optionalKey(
    Schema.Struct({
      max_pages: Schema.optionalKey(Schema.Int),
      max_depth: Schema.optionalKey(Schema.Int),
      max_sitemaps: Schema.optionalKey(Schema.Int)
    }).annotate({ description: "Requested values above the limits of the deployment. Never part of a response." })
  ),
  notify: Schema.optionalKey(
    Notify.annotate({ description: "Messages of the schedule about the job. Never part of a response." })
  ),
  schedule: Schema.optionalKey(
    Schema.String.annotate({ description: "Schedule that started the job." })
  ),
  schedule_name: Schema.optionalKey(
    Schema.String.annotate({ description: "Name of that schedule at the start of the job." })
  ),
  schedule_run: Schema.optionalKey(
    Schema.Int.annotate({ description: "Number of the run of that schedule." })
  ),
  credentials_node: Schema.optionalKey(
    Schema.Int.annotate({
      description: "Node whose memory has the headers and cookies of the crawl. Absent without headers and cookies."
    })
  )
}).annotate({ identifier: "CrawlOptions" })
export interface CrawlOptions extends Schema.Schema.Type<typeof CrawlOptions> {}

const { dry_run: _dryRun, ...defaults } = withDefaults("crawl", {})

/** The defaults of a crawl. */
export const crawlDefaults: CrawlOptions = defaults

/** The given options, with defaults for the others, reduced to the limits of the deployment. */
export const crawlOptions = (
  asked: Partial<CrawlOptions>,
  ceiling: { readonly maxPages: number; readonly maxDepth: number; readonly sitemapFiles: number }
): CrawlOptions => {
  // Other options of a request, such as credentials, must not become part of a job.
  const known = Object.entries(asked).filter(([name]) => name in CrawlOptions.fields)
  const whole: CrawlOptions = { ...crawlDefaults, ...Object.fromEntries(known) }
  const within = {
    max_pages: Math.min(whole.max_pages, ceiling.maxPages),
    max_depth: Math.min(whole.max_depth, ceiling.maxDepth),
    max_sitemaps: Math.min(whole.max_sitemaps, ceiling.sitemapFiles)
  }
  // Reducing a default is not reported: the caller did not request it.
  const requested = budgets.filter((name) => name in asked && whole[name] > within[name])
    .map((name) => [name, whole[name]])
  return { ...whole, ...within, ...(requested.length === 0 ? {} : { requested: Object.fromEntries(requested) }) }
}

const budgets = ["max_pages", "max_depth", "max_sitemaps"] as const

/** Notes about requested values that were reduced, or that have an effect which few callers want. */
export const notesOf = (options: CrawlOptions): ReadonlyArray<string> => [
  ...budgets.flatMap((name) => {
    const requested = options.requested?.[name]
    return requested === undefined ? [] : [`${name} ${requested} became ${options[name]}`]
  }),
  ...(options.include ?? []).filter((pattern) => pattern.endsWith("/") && !pattern.includes("*")).map((pattern) =>
    `include ${pattern} matches no page but this one; ${pattern}* matches the pages below it too`
  ),
  ...(options.seeds === undefined || options.seeds.length <= options.max_pages
    ? []
    : [`max_pages ${options.max_pages} is less than the ${options.seeds.length} seeds`]),
  ...(options.fields === undefined || options.fields.some((name) => name === "url" || name === "final_url")
    ? []
    : ["fields has neither url nor final_url, so documents do not name their pages"])
]

/** The options of a batch, which fetches these URLs, follows redirects to any domain, and follows no links. */
export const batchOptions = (
  urls: ReadonlyArray<string>,
  asked: Partial<CrawlOptions>,
  ceiling: Parameters<typeof crawlOptions>[1]
): CrawlOptions => ({
  ...crawlOptions({ max_pages: urls.length, ...asked }, ceiling),
  max_depth: 0,
  scope: "any",
  dedup: false,
  drop_tracking: false,
  urls
})

export const Job = Schema.Struct({
  id: JobId,
  url: Schema.String.annotate({ description: "The seed URL." }),
  status: JobStatus,
  created_at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, fractional." }),
  finished_at: Schema.NullOr(Schema.Finite).annotate({
    description: "Seconds since the Unix epoch; null while the job is queued or running."
  }),
  stats: JobStats,
  errors: Schema.Array(JobError).annotate({ description: "The most recent errors." }),
  document_count: Schema.Int.annotate({ description: "Documents stored so far." }),
  notes: Schema.Array(Schema.String).annotate({
    description:
      "Remarks, such as a value that was reduced to a limit: `max_depth 50 became 20`, or a wrapper that no longer fits."
  }),
  options: CrawlOptions
}).annotate({ identifier: "Job" })
export interface Job extends Schema.Schema.Type<typeof Job> {}

/**
 * A job as responses contain it: without the URLs of a batch and the seeds, which would dominate a list of jobs, and
 * without the URL of the webhook, the receivers of messages and the texts that actions type, which may contain a
 * secret.
 */
export const shownJob = (job: Job): Job => {
  const isNote = ({ code }: JobError) => code === undatedCode || code === driftCode
  const noteOf = ({ code, message }: JobError) => code === driftCode ? driftNote(driftIn(message)) : message
  return {
    ...job,
    errors: job.errors.filter((error) => !isNote(error)),
    notes: [...job.notes, ...job.errors.filter(isNote).map(noteOf)],
    options: shownOptions(job.options)
  }
}

/** Stored among the errors, because it is known when the sitemaps are read, and shown among the notes. */
export const undatedCode = "sitemap_undated"

export const shownOptions = (options: CrawlOptions): CrawlOptions => {
  const { actions, notify: _, page_actions, requested: __, seeds: ___, urls: ____, webhook: _____, ...shown } = options
  return {
    ...shown,
    ...(actions === undefined ? {} : { actions: actions.map(withoutText) }),
    ...(page_actions === undefined
      ? {}
      : { page_actions: page_actions.map((rule) => ({ ...rule, actions: rule.actions.map(withoutText) })) })
  }
}

/** The text that is typed may be a secret. */
const withoutText = (action: Action): Action => action.type === undefined ? action : { type: [action.type[0], ""] }

/** A job in the response to `documents=true`. */
export const JobWithDocuments = Schema.Struct({
  ...Job.fields,
  documents: Schema.optionalKey(Schema.Array(Document))
}).annotate({ identifier: "JobWithDocuments" })
export interface JobWithDocuments extends Schema.Schema.Type<typeof JobWithDocuments> {}
