import { Schema } from "effect"
import { Document } from "./Document.ts"
import { Scope } from "./Scope.ts"

/** 128 random bits in lower-case hexadecimal: not to be guessed. */
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
  failed: Schema.Int.annotate({ description: "No response, or a status of 400 and above." }),
  skipped: Schema.Int.annotate({ description: "In scope but not fetched or not kept." }),
  duplicates: Schema.Int.annotate({ description: "Dropped because their text repeats." }),
  pending: Schema.Int.annotate({ description: "In the frontier or in flight." })
}).annotate({ identifier: "JobStats" })
export interface JobStats extends Schema.Schema.Type<typeof JobStats> {}

export const noStats: JobStats = { crawled: 0, stored: 0, failed: 0, skipped: 0, duplicates: 0, pending: 0 }

export const JobError = Schema.Struct({
  url: Schema.String,
  code: Schema.String,
  message: Schema.String,
  at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, fractional." })
}).annotate({ identifier: "JobError" })
export interface JobError extends Schema.Schema.Type<typeof JobError> {}

/** What a crawl runs with, after clamping to the deployment's ceilings. */
export const CrawlOptions = Schema.Struct({
  max_pages: Schema.Int,
  max_depth: Schema.Int,
  scope: Scope,
  dedup: Schema.Boolean,
  include: Schema.Array(Schema.String).annotate({ description: "Only URLs that match one of these; empty takes all." }),
  exclude: Schema.Array(Schema.String).annotate({ description: "URLs that match one of these are left out." }),
  sitemaps: Schema.Boolean.annotate({ description: "Whether the site's sitemaps are seeds too." }),
  max_sitemaps: Schema.Int.annotate({ description: "Sitemap files read at most." }),
  canonical_links: Schema.Boolean.annotate({
    description: "Whether pages that name the same canonical URL are one page."
  }),
  drop_tracking: Schema.Boolean.annotate({
    description: "Whether tracking parameters are left out of the URLs that are followed."
  })
}).annotate({ identifier: "CrawlOptions" })
export interface CrawlOptions extends Schema.Schema.Type<typeof CrawlOptions> {}

/** What a crawl runs with where its caller says nothing. */
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
  // It spares a site the second visit, and its campaign statistics ours; what a caller asks for or is shown stays whole.
  drop_tracking: true
}

/** What was asked for, the defaults for the rest, and never more than the deployment's ceilings. */
export const crawlOptions = (
  asked: Partial<CrawlOptions>,
  ceiling: { readonly maxPages: number; readonly maxDepth: number; readonly sitemapFiles: number }
): CrawlOptions => {
  const whole = { ...crawlDefaults, ...asked }
  return {
    ...whole,
    max_pages: Math.min(whole.max_pages, ceiling.maxPages),
    max_depth: Math.min(whole.max_depth, ceiling.maxDepth),
    max_sitemaps: Math.min(whole.max_sitemaps, ceiling.sitemapFiles)
  }
}

export const Job = Schema.Struct({
  id: Schema.String,
  url: Schema.String.annotate({ description: "The seed URL." }),
  status: JobStatus,
  created_at: Schema.Finite.annotate({ description: "Seconds since the Unix epoch, fractional." }),
  finished_at: Schema.NullOr(Schema.Finite),
  stats: JobStats,
  errors: Schema.Array(JobError),
  document_count: Schema.Int,
  options: CrawlOptions
}).annotate({ identifier: "Job" })
export interface Job extends Schema.Schema.Type<typeof Job> {}

/** A job as answered with `documents=true`. */
export const JobWithDocuments = Schema.Struct({
  ...Job.fields,
  documents: Schema.optionalKey(Schema.Array(Document))
}).annotate({ identifier: "JobWithDocuments" })
export interface JobWithDocuments extends Schema.Schema.Type<typeof JobWithDocuments> {}
