import { Schema } from "effect"
import { Document } from "../document/Document.ts"
import { Purpose } from "../document/Signals.ts"
import { PageOptions } from "../options/PageOptions.ts"
import { Scope } from "./Scope.ts"
import { Webhook } from "./Webhook.ts"

/** 128 random bits in lower-case hexadecimal, so that nobody can guess one. */
export const JobId = Schema.String.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

export const JobStatus = Schema.Literals(["queued", "running", "done", "failed", "cancelled"]).annotate({
  identifier: "JobStatus"
})
export type JobStatus = typeof JobStatus.Type

export const isFinal = (status: JobStatus): boolean => status !== "queued" && status !== "running"

export const JobStats = Schema.Struct({
  crawled: Schema.Int.annotate({ description: "Pages that gave a response." }),
  stored: Schema.Int.annotate({ description: "Documents kept." }),
  failed: Schema.Int.annotate({ description: "Pages without a response, or with a status of 400 or above." }),
  skipped: Schema.Int.annotate({ description: "Pages in scope that were not fetched or not kept." }),
  duplicates: Schema.Int.annotate({ description: "Pages dropped because their text repeats." }),
  pending: Schema.Int.annotate({ description: "URLs that wait or are being fetched." })
}).annotate({ identifier: "JobStats" })
export interface JobStats extends Schema.Schema.Type<typeof JobStats> {}

export const noStats: JobStats = { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 }

export const JobError = Schema.Struct({
  url: Schema.String.annotate({ description: "The page, or the seed when the error is about the whole crawl." }),
  code: Schema.String.annotate({ description: "Stable code." }),
  message: Schema.String.annotate({ description: "What happened, and what to do." }),
  at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, fractional." })
}).annotate({ identifier: "JobError" })
export interface JobError extends Schema.Schema.Type<typeof JobError> {}

/** As long as the longest Crawl-delay that is obeyed by default. */
const maxDelay = 60_000

/** How slow and how narrow a crawl is asked to be. It is never faster than the deployment, nor wider. */
export const DelayMillis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxDelay }))
export const Concurrency = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/** The options of a crawl, within the maximum values of the deployment. */
export const CrawlOptions = Schema.Struct({
  max_pages: Schema.Int.annotate({ description: "Page budget." }),
  max_depth: Schema.Int.annotate({ description: "Link depth from the seed." }),
  scope: Scope.annotate({ description: "Which links are followed." }),
  dedup: Schema.Boolean.annotate({ description: "Whether pages whose text repeats are dropped." }),
  include: Schema.Array(Schema.String).annotate({
    description: "Only URLs that match one of these are followed. Empty follows all."
  }),
  exclude: Schema.Array(Schema.String).annotate({ description: "URLs that match one of these are not followed." }),
  sitemaps: Schema.Boolean.annotate({ description: "Whether the site's sitemaps are seeds too." }),
  max_sitemaps: Schema.Int.annotate({ description: "How many sitemap files are read at most." }),
  canonical_links: Schema.Boolean.annotate({
    description: "Whether pages that name the same canonical URL are one page."
  }),
  drop_tracking: Schema.Boolean.annotate({
    description: "Whether tracking parameters are left out of the URLs that are followed."
  }),
  purpose: Schema.optionalKey(
    Purpose.annotate({ description: "What the pages are used for. Pages whose site refuses this use are skipped." })
  ),
  since: Schema.optionalKey(
    Schema.String.annotate({ description: "The earlier job that the pages are compared with." })
  ),
  webhook: Schema.optionalKey(
    Webhook.annotate({ description: "Who is told what happens to the job. No answer shows it." })
  ),
  urls: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "All pages of a batch. No answer shows them." })
  ),
  delay_ms: Schema.optionalKey(
    DelayMillis.annotate({
      description: "Shortest time between two requests to one domain, if longer than the delay in force."
    })
  ),
  concurrency: Schema.optionalKey(
    Concurrency.annotate({ description: "Pages fetched at the same time, if fewer than the deployment allows." })
  ),
  ...PageOptions.fields,
  requested: Schema.optionalKey(
    Schema.Struct({
      max_pages: Schema.optionalKey(Schema.Int),
      max_depth: Schema.optionalKey(Schema.Int),
      max_sitemaps: Schema.optionalKey(Schema.Int)
    }).annotate({ description: "Budgets above the maximum values of the deployment. No answer shows them." })
  ),
  credentials_node: Schema.optionalKey(
    Schema.Int.annotate({
      description: "The node that holds the headers and cookies of the crawl, in its memory alone. Absent without any."
    })
  )
}).annotate({ identifier: "CrawlOptions" })
export interface CrawlOptions extends Schema.Schema.Type<typeof CrawlOptions> {}

/** The defaults of a crawl. */
export const crawlDefaults: CrawlOptions = {
  max_pages: 100,
  max_depth: 3,
  scope: "domain",
  dedup: true,
  include: [],
  exclude: [],
  sitemaps: false,
  max_sitemaps: 100,
  canonical_links: false,
  // It saves the site a second visit and keeps us out of its campaign statistics. The seed and the links we show stay
  // whole.
  drop_tracking: true
}

/** The given options, the defaults for the others, and nothing above the maximum values of the deployment. */
export const crawlOptions = (
  asked: Partial<CrawlOptions>,
  ceiling: { readonly maxPages: number; readonly maxDepth: number; readonly sitemapFiles: number }
): CrawlOptions => {
  // Only these options: what else a request has, such as credentials, must not become part of a job.
  const known = Object.entries(asked).filter(([name]) => name in CrawlOptions.fields)
  const whole: CrawlOptions = { ...crawlDefaults, ...Object.fromEntries(known) }
  const within = {
    max_pages: Math.min(whole.max_pages, ceiling.maxPages),
    max_depth: Math.min(whole.max_depth, ceiling.maxDepth),
    max_sitemaps: Math.min(whole.max_sitemaps, ceiling.sitemapFiles)
  }
  // The default is nobody's wish, so a lower maximum is no news.
  const requested = budgets.filter((name) => name in asked && whole[name] > within[name])
    .map((name) => [name, whole[name]])
  return { ...whole, ...within, ...(requested.length === 0 ? {} : { requested: Object.fromEntries(requested) }) }
}

const budgets = ["max_pages", "max_depth", "max_sitemaps"] as const

/** Changes of the options that were requested. */
export const notesOf = (options: CrawlOptions): ReadonlyArray<string> =>
  budgets.flatMap((name) => {
    const requested = options.requested?.[name]
    return requested === undefined ? [] : [`${name} ${requested} became ${options[name]}`]
  })

/** The options of a batch: its pages are these URLs and no others, whatever they link to and wherever they redirect. */
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
  errors: Schema.Array(JobError).annotate({ description: "The newest errors." }),
  document_count: Schema.Int.annotate({ description: "Documents kept so far." }),
  notes: Schema.Array(Schema.String).annotate({
    description: "Changes of the options that were requested, such as `max_depth 50 became 20`."
  }),
  options: CrawlOptions
}).annotate({ identifier: "Job" })
export interface Job extends Schema.Schema.Type<typeof Job> {}

/**
 * A job as answers show it. The URLs of a batch are left out: its caller has them, and a list of jobs would be all
 * URLs. The URL of a webhook may have a secret in it.
 */
export const shownJob = (job: Job): Job => {
  const { requested: _, urls: __, webhook: ___, ...options } = job.options
  return { ...job, options }
}

/** A job in the answer to `documents=true`. */
export const JobWithDocuments = Schema.Struct({
  ...Job.fields,
  documents: Schema.optionalKey(Schema.Array(Document))
}).annotate({ identifier: "JobWithDocuments" })
export interface JobWithDocuments extends Schema.Schema.Type<typeof JobWithDocuments> {}
