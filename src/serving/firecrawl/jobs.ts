import { maxRows } from "../../contract/api/Paging.ts"
import type { CallOptions, GleanerClient, Job } from "../../contract/client/index.ts"
import { compact } from "../../core/kernel/compact.ts"
import { changes, isChangesCursor, isTracked } from "./changes.ts"
import { documentsFrom, firecrawlDocument } from "./documents.ts"

/** Documents in one answer. */
const batchSize = 100

const statusOf: Readonly<Record<Job["status"], string>> = {
  queued: "scraping",
  running: "scraping",
  done: "completed",
  failed: "failed",
  cancelled: "cancelled"
}

/** A call on a job. */
export interface JobCall {
  readonly id: string
  readonly after: string | undefined
  /** Makes the URL for a cursor. */
  readonly at: (cursor: string) => string
  /** Of this service. */
  readonly origin: string
}

/**
 * The state of a job with its first documents, or the documents after a cursor. `next` leads on while there are more
 * now.
 */
export const status = async (
  client: GleanerClient,
  { after, at, id, origin }: JobCall,
  call: CallOptions
) => {
  // The state first: when it says that the job has ended, all documents are there. Later parts have none, which saves
  // requests.
  const isFirst = after === undefined
  const job = isFirst || isChangesCursor(after) ? await client.jobs.get(id, call) : undefined
  const page = job !== undefined && isTracked(job)
    ? await changes(client, job, after, batchSize, call)
    : await documents(client, id, after, call)
  const next = page.next === undefined ? undefined : at(page.next)
  const data = withWholeUrls(page.data, origin)
  if (job === undefined || !isFirst) return compact({ success: true, next, data })
  const { errors, stats, status } = job
  return compact({
    success: true,
    status: statusOf[status],
    // A page may be crawled and skipped.
    total: stats.stored + stats.duplicates + stats.failed + stats.skipped + stats.pending,
    completed: page.total,
    creditsUsed: 0,
    next,
    data,
    error: status === "failed" ? errors.at(-1)?.message ?? "The crawl failed." : undefined
  })
}

const documents = async (client: GleanerClient, id: string, after: string | undefined, call: CallOptions) => {
  const page = await documentsFrom(client, id, { after, limit: batchSize }, call)
  const isFull = page.documents.length === batchSize && page.next_cursor !== null
  return {
    data: page.documents.map(firecrawlDocument),
    total: page.total,
    next: isFull ? page.next_cursor ?? undefined : undefined
  }
}

/** Pictures with the whole URL, which takes the key. */
const withWholeUrls = (data: ReadonlyArray<Readonly<Record<string, unknown>>>, origin: string) =>
  data.map((page) =>
    typeof page["screenshot"] === "string" ? { ...page, screenshot: origin + page["screenshot"] } : page
  )

export const cancel = async (client: GleanerClient, id: string, call: CallOptions) => ({
  success: true,
  status: statusOf[(await client.jobs.cancel(id, call)).status]
})

export const errors = async (client: GleanerClient, id: string, call: CallOptions) => {
  const { errors } = await client.jobs.get(id, call)
  const { ledger } = await client.jobs.ledger(id, { ...call, outcome: "skipped", limit: maxRows("ledger") })
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

export const active = async (client: GleanerClient, call: CallOptions) => {
  const { jobs } = await client.jobs.list({ ...call, limit: maxRows("jobs") })
  return {
    success: true,
    crawls: jobs.filter(({ status }) => statusOf[status] === "scraping")
      .map(({ id, options, url }) => ({ id, teamId: "", url, options }))
  }
}

/** As a service of Firecrawl without accounts answers. */
const noLimit = 99_999_999

export const creditUsage = () =>
  Promise.resolve({
    success: true,
    data: { remainingCredits: noLimit, planCredits: noLimit, billingPeriodStart: null, billingPeriodEnd: null }
  })

/** The jobs of the key that have not ended. */
export const queueStatus = async (client: GleanerClient, call: CallOptions) => {
  const [{ jobs }, { limits }] = await Promise.all([
    client.jobs.list({ ...call, limit: maxRows("jobs") }),
    client.health(call)
  ])
  const count = (status: Job["status"]) => jobs.filter((job) => job.status === status).length
  const [waiting, running] = [count("queued"), count("running")]
  return {
    success: true,
    jobsInQueue: waiting + running,
    activeJobsInQueue: running,
    waitingJobsInQueue: waiting,
    concurrency: running,
    maxConcurrency: limits.max_running_crawls
  }
}
