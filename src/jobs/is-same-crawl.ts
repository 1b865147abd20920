import type { CrawlOptions, Job } from "../domain/Job.ts"

/** Options are made by the schema, in its order of keys. Which node has the credentials does not matter. */
export const isSameCrawl = (job: Pick<Job, "url" | "options">, url: string, options: CrawlOptions): boolean =>
  job.url === url && compared(job.options) === compared(options)

const compared = ({ credentials_node, ...options }: CrawlOptions): string =>
  JSON.stringify([options, credentials_node !== undefined])
