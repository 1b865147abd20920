import type { CrawlOptions, Job } from "../domain/Job.ts"

/** Options are made by the schema, in its order of keys. */
export const isSameCrawl = (job: Pick<Job, "url" | "options">, url: string, options: CrawlOptions): boolean =>
  job.url === url && JSON.stringify(job.options) === JSON.stringify(options)
