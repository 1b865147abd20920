import { Schema } from "effect"
import { BatchPayload, CrawlPayload } from "../../../contract/api/CrawlRequest.ts"
import type { Job } from "../../../contract/client/index.ts"
import type { OptionName } from "../../../core/domain/options/RequestOptions.ts"
import { routeOptions } from "../../../core/domain/options/RouteOptions.ts"
import { jobIdPattern } from "../../../core/domain/schema/job-id-pattern.ts"
import { counted } from "../../../core/kernel/counted.ts"
import { type Answer, type Call, text, told, type Tool, tool } from "../shared/Tool.ts"
import { waitForJob, waitSeconds } from "./wait-for-job.ts"

export const jobId = Schema.String.check(Schema.isPattern(jobIdPattern, { message: "must be the id of a job" }))

/** An agent sees the options that crawl shares with scrape in the arguments of scrape, and seldom needs these. */
const isUnlisted = (name: OptionName): boolean =>
  routeOptions.scrape.some((other) => other === name)
  || rarelyUsed.has(name)

const rarelyUsed: ReadonlySet<string> = new Set([
  "max_sitemaps",
  "canonical_links",
  "drop_tracking",
  "adaptive",
  "archive",
  "webhook",
  "pictures",
  "content_use",
  "concurrency"
])

const jobMembers = { id: "string", status: "string", stats: "object" } as const

export const crawl: Tool = tool(
  {
    name: "crawl",
    description:
      "Crawl a site from url or urls and store its pages. Returns a job at once; then call crawl_wait, and read the pages with crawl_documents. Takes options of scrape too (schema, extract, wait_for, headers, ...).",
    isReadOnly: false,
    fields: { ...CrawlPayload.fields, wait_seconds: waitSeconds(false) },
    listed: ["url", "urls", ...routeOptions.crawl.filter((name) => !isUnlisted(name)), "wait_seconds"],
    answer: { id: "string?", status: "string?", plan: "object?" }
  },
  async ({ wait_seconds = 0, ...request }, call) => {
    const { dry_run = false, ...rest } = request
    if (dry_run) {
      const plan = await call.client.dryRun(rest, call)
      return told(JSON.stringify(plan, null, 1), { plan })
    }
    return begun(await call.client.crawl(rest, call).job, wait_seconds, call)
  }
)

export const batch: Tool = tool(
  {
    name: "batch",
    description:
      "Fetch and store the pages of a list of URLs, as crawl does; their links are not followed. Takes options of scrape too, also actions.",
    isReadOnly: false,
    fields: { ...BatchPayload.fields, wait_seconds: waitSeconds(false) },
    listed: ["urls", "since", "wait_seconds"],
    answer: jobMembers
  },
  async ({ wait_seconds = 0, ...request }, call) =>
    begun(await call.client.batch(request, call).job, wait_seconds, call)
)

export const crawlWait: Tool = tool(
  {
    name: "crawl_wait",
    description: "Wait for the end of a crawl or a batch, and return its state. Call again while it runs.",
    isReadOnly: true,
    fields: { id: jobId, wait_seconds: waitSeconds(true) },
    answer: jobMembers
  },
  async ({ id, wait_seconds }, call) => stateOf(await waitForJob(id, call, wait_seconds))
)

export const crawlStatus: Tool = tool(
  {
    name: "crawl_status",
    description: "State of a crawl or a batch: status, counters, latest errors.",
    isReadOnly: true,
    fields: { id: jobId },
    answer: jobMembers
  },
  async ({ id }, { client, signal }) => stateOf(await client.jobs.get(id, { signal }))
)

export const crawlCancel: Tool = tool(
  {
    name: "crawl_cancel",
    description: "Cancel a crawl or a batch. Its stored pages stay.",
    isReadOnly: false,
    fields: { id: jobId },
    answer: jobMembers
  },
  async ({ id }, { client, signal }) => stateOf(await client.jobs.cancel(id, { signal }))
)

/** A job that has begun, after the time that its caller waits. */
const begun = async (started: Job, seconds: number, call: Call): Promise<Answer> => {
  const job = seconds === 0 ? started : await waitForJob(started.id, call, seconds)
  const { content, structured } = stateOf(job)
  const next = job.finished_at === null
    ? `Call crawl_wait with id "${job.id}" to wait for its end.`
    : "Read its pages with crawl_documents."
  return { structured, content: [...content, text(`\n${next}`)] }
}

const maxErrors = 10

const stateOf = (job: Job): Answer => {
  const { document_count, errors, id, notes, stats, status, url } = job
  return told(jobText(job), {
    id,
    status,
    url,
    documents: document_count,
    stats,
    notes,
    errors: errors.slice(-maxErrors)
  })
}

const jobText = ({ document_count, errors, id, notes, stats, status, url }: Job): string =>
  [
    `Job: ${id}`,
    `Seed: ${url}`,
    `Status: ${status}`,
    `Pages: ${Object.entries(stats).map(([name, count]) => `${count} ${name}`).join(", ")}; ${
      counted(document_count, "document")
    } to read.`,
    ...notes.map((note) => `Note: ${note}`),
    ...(errors.length === 0 ? [] : ["Newest errors (crawl_ledger has all):"]),
    ...errors.slice(-maxErrors).map((error) => `- ${error.url}: ${error.message} (${error.code})`)
  ].join("\n")
