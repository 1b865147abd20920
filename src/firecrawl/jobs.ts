import type { CallOptions, GleanerClient, Job } from "../client/index.ts"
import { compact } from "../kernel/compact.ts"
import { firecrawlDocument } from "./documents.ts"

/** Documents in one answer. */
const batchSize = 100

const statusOf: Readonly<Record<Job["status"], string>> = {
  queued: "scraping",
  running: "scraping",
  done: "completed",
  failed: "failed",
  cancelled: "cancelled"
}

/**
 * The state of a job with its first documents, or the documents after a cursor. `next` leads on while there are more
 * now.
 */
export const status = async (
  client: GleanerClient,
  path: string,
  id: string,
  after: string | undefined,
  call: CallOptions
) => {
  // The state first: when it says that the job has ended, all documents are there. Later parts have none, which saves
  // requests.
  const job = after === undefined ? await client.jobs.get(id, call) : undefined
  const page = await client.jobs.documents(id, compact({ ...call, limit: batchSize, after }))
  const data = page.documents.map(firecrawlDocument)
  if (job === undefined) {
    const isFull = data.length === batchSize && page.next_cursor !== null
    return { success: true, next: isFull ? `${path}?after=${page.next_cursor}` : null, data }
  }
  const { errors, stats, status } = job
  return {
    success: true,
    status: statusOf[status],
    total: stats.crawled + stats.failed + stats.skipped + stats.pending,
    completed: page.total,
    creditsUsed: 0,
    next: page.total > batchSize ? `${path}?after=${page.next_cursor}` : null,
    data,
    ...(status === "failed" ? { error: errors.at(-1)?.message ?? "The crawl failed." } : {})
  }
}

export const cancel = async (client: GleanerClient, id: string, call: CallOptions) => ({
  success: true,
  status: statusOf[(await client.jobs.cancel(id, call)).status]
})

const maxRows = 1000

export const errors = async (client: GleanerClient, id: string, call: CallOptions) => {
  const { errors } = await client.jobs.get(id, call)
  const { ledger } = await client.jobs.ledger(id, { ...call, outcome: "skipped", limit: maxRows })
  return {
    errors: errors.filter(({ code }) => !code.startsWith("robots_")).map(({ at, code, message, url }, index) => ({
      id: `${id}-${index}`,
      timestamp: new Date(at * 1000).toISOString(),
      url,
      code,
      error: message
    })),
    robotsBlocked: ledger.filter(({ code }) => code.startsWith("robots_")).map(({ url }) => url)
  }
}

/** The largest list of jobs. */
const maxJobs = 100

export const active = async (client: GleanerClient, call: CallOptions) => {
  const { jobs } = await client.jobs.list({ ...call, limit: maxJobs })
  return {
    success: true,
    crawls: jobs.filter(({ status }) => statusOf[status] === "scraping")
      .map(({ id, options, url }) => ({ id, teamId: "", url, options }))
  }
}
