import type { Job } from "../../../contract/client/index.ts"

/**
 * Whether a job is a batch. The API does not report it, but a crawl with these options is equivalent: it follows no
 * links.
 */
export const isBatch = ({ options }: Pick<Job, "options">): boolean =>
  options.max_depth === 0 && options.scope === "any" && !options.dedup && !options.drop_tracking

/** Short text for the URL of a job. */
export const jobLabel = (job: Pick<Job, "options" | "url">): string =>
  isBatch(job) && job.options.max_pages > 1 ? `${job.url} and others` : job.url

/** Options of a job to show: those of crawls are fixed for a batch. */
export const batchOptionsOf = ({ options }: Pick<Job, "options">): Readonly<Record<string, unknown>> => {
  const {
    canonical_links: _canonical,
    credentials_node: _node,
    dedup: _dedup,
    drop_tracking: _tracking,
    exclude: _exclude,
    include: _include,
    max_depth: _depth,
    max_sitemaps: _files,
    schedule: _schedule,
    scope: _scope,
    sitemaps: _sitemaps,
    ...given
  } = options
  return given
}
