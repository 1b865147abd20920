import type { Job } from "../../client/index.ts"

/**
 * Whether a job is a batch. Its answer does not say so, but a crawl with these options does the same: it reads its
 * pages and follows nothing.
 */
export const isBatch = ({ options }: Pick<Job, "options">): boolean =>
  options.max_depth === 0 && options.scope === "any" && !options.dedup && !options.drop_tracking

/** The URL of a job, for a line of text. */
export const jobLabel = (job: Pick<Job, "options" | "url">): string =>
  isBatch(job) && job.options.max_pages > 1 ? `${job.url} and others` : job.url

/** The options of a job that its request had: those of a crawl are fixed for a batch. */
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
    scope: _scope,
    sitemaps: _sitemaps,
    ...given
  } = options
  return given
}
